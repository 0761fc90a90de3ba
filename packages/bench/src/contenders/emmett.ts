import { readCapturedRows } from "../captured-rows.js";
import type { OpenContender } from "../contender.js";
import { crowd, type Work, working } from "../work.js";

/** The peer's command handler on one of its stores. */
interface EmmettPeer {
  readonly handle: (stream: string, data: unknown) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

interface EmmettModule {
  readonly openEmmettSqlite: (folder: string) => Promise<EmmettPeer>;
  readonly openEmmettMemory: () => Promise<EmmettPeer>;
}

const peersModule = new URL("../../../peers/emmett.js", import.meta.url).href;

const isEmmettModule = (module: unknown): module is EmmettModule =>
  typeof module === "object" &&
  module !== null &&
  "openEmmettSqlite" in module &&
  typeof module.openEmmettSqlite === "function" &&
  "openEmmettMemory" in module &&
  typeof module.openEmmettMemory === "function";

const openPeer = async (store: "sqlite" | "memory", folder: string): Promise<EmmettPeer> => {
  const module: unknown = await import(peersModule);
  if (!isEmmettModule(module)) throw new Error(`${peersModule} does not offer the peer`);
  return store === "sqlite" ? module.openEmmettSqlite(folder) : module.openEmmettMemory();
};

/**
 * The SQLite store with one shared connection puts commands that run at once into one transaction,
 * so that one of them may be answered before the COMMIT that holds its event, or fail with
 * another's rollback. One after the other it is stable.
 */
const oneAtATime = ({ handle, close }: EmmettPeer): EmmettPeer => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    close,
    handle: (stream, data) => {
      const next = last.then(() => handle(stream, data));
      last = next.catch(() => undefined);
      return next;
    },
  };
};

/**
 * The emmett command handler: each command creates a stream of its own, with one event whose
 * payload is that of the ledger's event. Commands that fail are counted and shown, not hidden; they
 * do not count as done.
 */
export const emmettOn =
  (store: "sqlite" | "memory"): OpenContender =>
  async ({ folder, rowsFile, inFlight, runMs }) => {
    const { all, meanBytes: bytesPerEvent } = await readCapturedRows(rowsFile);
    const payloads = all.map((row): unknown => JSON.parse(row.data));
    const opened = await openPeer(store, folder);
    const peer = store === "sqlite" ? oneAtATime(opened) : opened;
    let commands = 0;
    const run = async (): Promise<Work> => {
      let errors = 0;
      let lastError = "";
      const work = await crowd(inFlight, runMs, async () => {
        commands += 1;
        try {
          await peer.handle(`ping-${commands}`, payloads[commands % payloads.length]);
        } catch (failure) {
          errors += 1;
          lastError = String(failure);
        }
      });
      const notes = { bytesPerEvent, errors, ...(errors > 0 && { lastError }) };
      return { ...work, completed: work.completed - errors, notes };
    };
    return working(run, peer);
  };
