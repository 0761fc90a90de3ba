import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { defaultLedgerConfig, replayJournal } from "@tallystick/node";
import type { OpenContender } from "../contender.js";
import { journalFile } from "../disk.js";
import { expectRight } from "../errors.js";
import { crowd, microsEach, timed } from "../work.js";
import { grown } from "./growth.js";
import { openBenchLedger, viewsCaughtUp } from "./ledger.js";

/** Lets all threads of this process, and those it will start, run on so many processors only. */
const bindTo = (processors: number): void => {
  execFileSync("taskset", ["-a", "-c", "-p", `0-${processors - 1}`, String(process.pid)]);
};

/**
 * A ledger that may use so many processors: microseconds of a command until all views have it. The
 * notes have an event of a journal that is replayed, by as many threads as there are processors.
 */
export const onProcessors =
  (processors: number): OpenContender =>
  async (settings) => {
    const { folder, inFlight, runMs, contracts } = settings;
    const file = journalFile(await grown(settings, contracts));
    bindTo(processors);
    const store = expectRight(await sqliteStore({ file }), "opening the store");
    const stream = `participant-${defaultLedgerConfig.participantName}`;
    const replay = async (): Promise<number> =>
      expectRight(await replayJournal({ store, stream }, join(folder, "replay")), "replaying")
        .events;
    const bench = await openBenchLedger({ data: join(folder, "data") });
    const submit = async (): Promise<number> => {
      const { completed } = await crowd(inFlight, runMs, bench.createPing);
      await viewsCaughtUp(bench);
      return completed;
    };
    return {
      info: {},
      run: async () => {
        const command = microsEach(await timed(submit));
        const event = microsEach(await timed(replay));
        return { value: command, notes: { commandMs: command / 1000, eventMs: event / 1000 } };
      },
      close: async () => {
        await bench.ledger.close();
        await store.close();
      },
    };
  };
