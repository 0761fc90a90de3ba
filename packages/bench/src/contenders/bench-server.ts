import { createHmac } from "node:crypto";
import {
  createHttpServer,
  developmentService,
  developmentUser,
  type HttpServerParts,
} from "@tallystick/http";
import { expectRight } from "../expect-right.js";
import { type BenchLedger, openBenchLedger } from "./bench-ledger.js";

/** Life of the token; seconds. */
const tokenLifeSeconds = 3600;

const base64url = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token of the development login: HS256 with the secret everybody knows. */
const developmentToken = (): string => {
  const exp = Math.floor(Date.now() / 1000) + tokenLifeSeconds;
  const claims = { sub: developmentUser, aud: developmentService.audience, exp };
  const signed = `${base64url({ alg: "HS256", typ: "JWT" })}.${base64url(claims)}`;
  return `${signed}.${createHmac("sha256", "unsafe").update(signed).digest("base64url")}`;
};

/** A log that keeps warnings and errors and drops what is said of each request. */
const warningsOnly = (): HttpServerParts["logger"] => {
  const drop = (): void => {};
  const show = (...message: ReadonlyArray<unknown>): void => console.error(...message);
  const logger = {
    level: "warn",
    isLevelEnabled: (level: string) => level === "warn" || level === "error" || level === "fatal",
    trace: drop,
    debug: drop,
    info: drop,
    warn: drop,
    error: show,
    fatal: show,
    child: () => logger,
  };
  // border: the server only ever writes to its log
  return logger as unknown as HttpServerParts["logger"];
};

/** An HTTP server over a ledger of the benchmarks. */
export interface BenchServer {
  readonly bench: BenchLedger;
  readonly url: string;
  /** A token of the development user, who may act as the party of the benchmarks. */
  readonly token: string;
  readonly close: () => Promise<void>;
}

/** The HTTP server with its development login, over a ledger with its data on disk. */
export const openBenchServer = async (folder: string): Promise<BenchServer> => {
  const bench = await openBenchLedger({ data: folder });
  const { ledger, party } = bench;
  const created = await createHttpServer({ ledger, config: { port: 0 }, logger: warningsOnly() });
  const server = expectRight(created, "making the server");
  const rights = [{ kind: "CanActAs", party }] as const;
  expectRight(await ledger.grantUserRights(developmentUser, rights), "granting rights");
  const url = expectRight(await server.listen(), "listening");
  return {
    bench,
    url,
    token: developmentToken(),
    close: async () => {
      await server.close();
      await ledger.close();
    },
  };
};
