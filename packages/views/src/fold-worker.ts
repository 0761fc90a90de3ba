import { parentPort, workerData } from "node:worker_threads";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { eventFolder } from "./fold-events.js";
import { foldGuarded } from "./fold-guarded.js";
import { openForFolding } from "./schema.js";
import type { WorkerReply, WorkerRequest } from "./worker-messages.js";

// The body of the folding worker: it owns the writing connection; workerData is the path of the file.

const port = parentPort;
const file: unknown = workerData;
if (port === null || typeof file !== "string") {
  throw new Error("the folding worker is started by the views with the path of their file");
}

const reply = (message: WorkerReply): void => port.postMessage(message);
const opened = openForFolding(file);
if (isLeft(opened)) {
  reply({ kind: "not-opened", failure: opened.left });
  port.close();
} else {
  const { db, rebuiltBecause } = opened.right;
  const folder = eventFolder(db);
  const guarded = foldGuarded(folder, file);
  port.on("message", (request: WorkerRequest) => {
    switch (request.kind) {
      case "fold":
        reply({ kind: "done", id: request.id, outcome: guarded.fold(request.batch) });
        return;
      case "reset":
        reply({ kind: "done", id: request.id, outcome: guarded.reset() });
        return;
      case "close":
        db.close();
        reply({ kind: "done", id: request.id, outcome: right(folder.checkpoint()) });
        port.close();
        return;
    }
  });
  reply({ kind: "opened", start: folder.checkpoint(), rebuiltBecause });
}
