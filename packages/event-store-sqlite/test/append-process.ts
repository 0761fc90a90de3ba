// A process of its own for tests: opens the journal named by its first argument and appends until
// it is stopped, printing one line of JSON for the opening and for each answer. A second argument
// sets how many appends there are.
import { writeSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { appendToEnd } from "@tallystick/event-store";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { sqliteStore } from "../src/index.js";
import { newEvents, STREAM } from "./journal-files.js";

const STANDARD_OUTPUT = 1;

const report = (line: unknown): void => {
  // Written at once, so that what was acknowledged before a kill is known to the test.
  writeSync(STANDARD_OUTPUT, `${JSON.stringify(line)}\n`);
};

const [, , file = "", appends = "Infinity"] = process.argv;
const store = await sqliteStore({ file });
report(isLeft(store) ? { refused: store.left } : { open: true });
if (isRight(store)) {
  for (let count = 0; count < Number(appends); count += 1) {
    const answer = await appendToEnd(store.right, STREAM, newEvents(1 + (count % 20), 900));
    report(isLeft(answer) ? { failed: answer.left } : { acknowledged: answer.right });
    if (isLeft(answer)) break;
    await setImmediate();
  }
  // With no more to append, hold the journal until the process is killed.
  setInterval(() => undefined, 1_000);
}
