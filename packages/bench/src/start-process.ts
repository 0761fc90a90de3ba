import { isLeft } from "fp-ts/lib/Either.js";
import { memoryAfterCollection } from "./memory.js";
import { reasonOf } from "./process-message.js";
import { forThisThreadAlone } from "./young-generation.js";

// A process that does nothing but open the ledger of one data folder. It reports when it is ready,
// then, when asked, what it holds in memory.

forThisThreadAlone();

const main = async (): Promise<void> => {
  const [data = ""] = process.argv.slice(2);
  const before = process.memoryUsage().heapUsed;
  const { openLedger } = await import("@tallystick/node");
  const opened = await openLedger({ data });
  if (isLeft(opened)) throw new Error(JSON.stringify(opened.left));
  const ledger = opened.right;
  if (!ledger.ready()) throw new Error("the ledger is open but not ready");
  process.send?.({ kind: "ready", offset: ledger.ledgerEnd() });
  process.once("message", () => {
    memoryAfterCollection()
      // The ledger answers once more, so that it was in use while its memory was measured.
      .then((memory) =>
        process.send?.({ kind: "memory", before, offset: ledger.ledgerEnd(), ...memory }),
      )
      .catch((failure: unknown) => process.send?.({ kind: "failed", reason: reasonOf(failure) }));
  });
};

process.once("disconnect", () => process.exit(1));
main().catch((failure: unknown) => {
  process.stderr.write(`${reasonOf(failure)}\n`);
  process.exit(1);
});
