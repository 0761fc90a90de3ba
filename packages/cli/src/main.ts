#!/usr/bin/env -S node --max-semi-space-size=64
import { setFlagsFromString } from "node:v8";
import { keepCompiledCode } from "./compiled-code.js";
import { fatalText } from "./fatal-text.js";
import { nameSourcesInStacks } from "./source-stack.js";
import { writeWhole } from "./write-whole.js";

const STDOUT = 1;

nameSourcesInStacks();
keepCompiledCode();

// The size of the young generation is for this thread, which has it by now. Threads started
// later have limits of their own, which the flag would replace.
setFlagsFromString("--max-semi-space-size=0");

const failed = (thrown: unknown): never => {
  process.stderr.write(`tallystick: ${fatalText(thrown)}\n`);
  process.exit(1);
};
process.on("uncaughtException", failed);

try {
  const { run } = await import("./run.js");
  const code = await run(process.argv.slice(2), {
    env: process.env,
    out: (line) => {
      // whoever read it has enough, as "head" has
      if (!writeWhole(STDOUT, `${line}\n`)) process.exit(1);
    },
    err: (line) => process.stderr.write(`${line}\n`),
    ask: async (question, options) =>
      (await import("./key/ask.js")).askAtTerminal(question, options),
    // \r and "erase to the end of the line" keep it to one line
    progress: process.stderr.isTTY ? (text) => process.stderr.write(`\r${text}\x1b[K`) : undefined,
  });
  // Everything is closed by now; whatever still holds the event loop must not keep the process.
  process.exit(code);
} catch (thrown) {
  failed(thrown);
}
