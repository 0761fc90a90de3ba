import { createHttpServer, developmentUser } from "@tallystick/http";
import { expectRight } from "../expect-right.js";
import { type BenchLedger, openBenchLedger } from "./bench-ledger.js";
import { developmentToken, warningsOnly } from "./server-parts.js";

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
