import { parentPort } from "node:worker_threads";

// Opens like the folding worker, and takes memory at the first request until there is none.

const kept: Array<Array<number>> = [];
parentPort?.on("message", () => {
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, n) => n + kept.length));
});
parentPort?.postMessage({ kind: "opened", start: { offset: 0, recordTime: 0 } });
