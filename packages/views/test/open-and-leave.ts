import { viewsOf } from "./ledger-views.js";
import { history } from "./history-fixture.js";
import { entriesOf, rightOf } from "./journal-fixture.js";

// Leaves views open at its end: the worker must not keep the process, and a fold under way must not
// be lost.

const [file = ""] = process.argv.slice(2);
const views = viewsOf({ file, thread: "worker" });
await new Promise((resolve) => setTimeout(resolve, 20));
void views
  .fold(entriesOf(history(50)))
  .then((folded) => process.stdout.write(`${rightOf(folded)}\n`));
