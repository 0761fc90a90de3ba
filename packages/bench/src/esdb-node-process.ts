import { viewsCaughtUp, openBenchLedger } from "./contenders/bench-ledger.js";
import { crowd } from "./in-flight.js";
import { reasonOf } from "./process-message.js";
import { forThisThreadAlone } from "./young-generation.js";

// One node of several on one journal, in a process of its own. Arguments: the store's address, the
// folder of its views, callers that wait at once, and how long a run takes in milliseconds. It
// works for each message, and sends how much it got done.

forThisThreadAlone();

const main = async (): Promise<void> => {
  const [journal = "", data = "", callers = "1", runMs = "1000"] = process.argv.slice(2);
  const config = { journal, sharedJournal: true };
  const bench = await openBenchLedger({ data, config });
  process.on("message", () => {
    crowd(Number(callers), Number(runMs), bench.createPing)
      .then(async (work) => {
        await viewsCaughtUp(bench);
        process.send?.(work);
      })
      .catch((failure: unknown) => {
        process.stderr.write(`${reasonOf(failure)}\n`);
        process.exit(1);
      });
  });
  process.send?.({ completed: 0, elapsedMs: 0 });
};

process.once("disconnect", () => process.exit(0));
main().catch((failure: unknown) => {
  process.stderr.write(`${reasonOf(failure)}\n`);
  process.exit(1);
});
