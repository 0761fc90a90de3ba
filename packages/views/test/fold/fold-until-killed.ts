import { viewsOf } from "../ledger-views.js";
import { history } from "../history-fixture.js";
import { entriesOf, rightOf } from "../journal-fixture.js";

// Folds a history in small batches in a worker and prints each checkpoint; the test kills it
// midway.

const [file = "", length = "0"] = process.argv.slice(2);
const batchSize = 20;
const entries = entriesOf(history(Number(length)));
const views = viewsOf({ file, thread: "worker" });
for (let first = views.checkpoint(); first < entries.length; first += batchSize) {
  const checkpoint = rightOf(await views.fold(entries.slice(first, first + batchSize)));
  process.stdout.write(`${checkpoint}\n`);
}
await views.close();
