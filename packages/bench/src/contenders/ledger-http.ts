import { createHmac } from "node:crypto";
import { createHttpServer, defaultHttpConfig } from "@tallystick/http";
import type { OpenContender } from "../contender.js";
import { expectRight } from "../expect-right.js";
import { openBenchLedger, viewsCaughtUp } from "./bench-ledger.js";

const user = "ledger-api-user";

/** Life of the token; seconds. */
const tokenLifeSeconds = 3600;

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token of the development login: HS256 with the secret everybody knows. */
const developmentToken = (): string => {
  const exp = Math.floor(Date.now() / 1000) + tokenLifeSeconds;
  const claims = { sub: user, aud: "https://canton.network.global", exp };
  const signed = `${base64url({ alg: "HS256", typ: "JWT" })}.${base64url(claims)}`;
  return `${signed}.${createHmac("sha256", "unsafe").update(signed).digest("base64url")}`;
};

/** The whole server as `npm start` runs it, on a data folder on disk; its log goes nowhere. */
export const open: OpenContender = async ({ folder }) => {
  const bench = await openBenchLedger({ data: folder });
  const { ledger, party } = bench;
  if (ledger.user(user) === undefined) {
    const right = { kind: "ParticipantAdmin" } as const;
    expectRight(await ledger.createUser({ userId: user, rights: [right] }), "creating the user");
  }
  const rights = [{ kind: "CanActAs", party }] as const;
  expectRight(await ledger.grantUserRights(user, rights), "granting rights");
  const server = createHttpServer({ ledger, config: { ...defaultHttpConfig, port: 0 } });
  const url = await server.listen();
  return {
    info: { url, party, token: developmentToken() },
    run: async () => {
      await viewsCaughtUp(bench);
      return { value: 0, notes: {} };
    },
    close: async () => {
      await server.close();
      await ledger.close();
    },
  };
};
