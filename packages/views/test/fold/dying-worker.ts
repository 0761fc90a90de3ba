import { parentPort } from "node:worker_threads";
import { right } from "fp-ts/lib/Either.js";

// Opens like the folding worker and dies at the second request, as a worker out of memory would.

let requests = 0;
parentPort?.on("message", ({ id }: { readonly id: number }) => {
  requests++;
  if (requests === 2) process.exit(3);
  const outcome = right({ offset: 1, recordTime: 1 });
  parentPort?.postMessage({ kind: "done", id, outcome });
});
parentPort?.postMessage({ kind: "opened", start: { offset: 0, recordTime: 0 } });
