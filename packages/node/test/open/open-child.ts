// Opens the ledger in a folder, and says whether it is ready, or why it cannot be opened.
import { isLeft } from "fp-ts/lib/Either.js";
import { openLedger } from "../../src/open/open-ledger.js";
import { optionsOf } from "../test-ledger.js";

const [data = ""] = process.argv.slice(2);
const opened = await openLedger(optionsOf({ data }));
if (isLeft(opened)) {
  process.stdout.write(`${opened.left.message}\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(`ready ${opened.right.ready()}\n`);
  await opened.right.close();
}
