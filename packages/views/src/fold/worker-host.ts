import { type ResourceLimits, Worker } from "node:worker_threads";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Checkpoint } from "./fold-events.js";
import type { FoldingHost } from "./folding-host.js";
import { packBatch } from "./packed-batch.js";
import { textOfThrown } from "../sqlite/schema.js";
import type { ViewsError } from "../interface/views.js";
import type { FoldingData, WorkerReply, WorkerRequest } from "./worker-messages.js";

type Outcome = Either<ViewsError, Checkpoint>;

/** A request without the id under which it is answered. */
type Unnumbered = WorkerRequest extends infer R
  ? R extends WorkerRequest
    ? Omit<R, "id">
    : never
  : never;

class WorkerLine {
  readonly #worker: Worker;
  readonly #pending = new Map<number, (outcome: Outcome) => void>();
  #nextId = 1;
  #dead: ViewsError | undefined;
  readonly #onDeath: (error: ViewsError) => void;

  constructor(worker: Worker, onDeath: (error: ViewsError) => void) {
    this.#worker = worker;
    this.#onDeath = onDeath;
    worker.on("message", (reply: WorkerReply) => {
      if (reply.kind === "done") this.#settle(reply.id, reply.outcome);
    });
    // only a call that waits for its answer keeps the process alive
    worker.unref();
  }

  ask(request: Unnumbered): Promise<Outcome> {
    if (this.#dead !== undefined) return Promise.resolve(left(this.#dead));
    const id = this.#nextId++;
    return new Promise((resolve) => {
      if (this.#pending.size === 0) this.#worker.ref();
      this.#pending.set(id, resolve);
      this.#worker.postMessage({ ...request, id });
    });
  }

  die(error: ViewsError): void {
    const expected = this.#dead !== undefined;
    this.#dead ??= error;
    for (const id of this.#pending.keys()) this.#settle(id, left(error));
    if (!expected) this.#onDeath(error);
  }

  /** Marks the line as ended on purpose. */
  hangUp(): void {
    this.#dead ??= { kind: "closed", message: "the views are closed" };
  }

  #settle(id: number, outcome: Outcome): void {
    const resolve = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#worker.unref();
    resolve?.(outcome);
  }
}

const workerError = (reason: string): ViewsError => ({
  kind: "worker",
  message: `the folding worker ended: ${reason}`,
});

const hostOf = (
  worker: Worker,
  opened: Extract<WorkerReply, { kind: "opened" }>,
  onDeath: (error: ViewsError) => void,
): FoldingHost => {
  const line = new WorkerLine(worker, onDeath);
  worker.on("error", (thrown) => line.die(workerError(textOfThrown(thrown))));
  worker.on("exit", (code) => line.die(workerError(`exit code ${code}`)));
  return {
    start: opened.start,
    rebuiltBecause: opened.rebuiltBecause,
    fold: (batch) => line.ask({ kind: "fold", batch: packBatch(batch) }),
    reset: () => line.ask({ kind: "reset" }),
    close: async () => {
      const closing = line.ask({ kind: "close" });
      line.hangUp();
      await closing;
      await worker.terminate();
    },
  };
};

// batches in flight outlive a small young generation and would be copied again and again
const limits: ResourceLimits = { maxYoungGenerationSizeMb: 64 };

const foldingScript = new URL("./fold-worker.js", import.meta.url);

/**
 * Folds in a worker thread that owns the writing connection. Left `file` when the file cannot be
 * opened, `worker` when the worker did not start.
 * @param onDeath called once when the worker ends by itself
 * @param script what the worker runs
 * @param resourceLimits how much memory it has
 */
export const workerHost = (
  data: FoldingData,
  onDeath: (error: ViewsError) => void,
  script: URL = foldingScript,
  resourceLimits: ResourceLimits = limits,
): Promise<Either<ViewsError, FoldingHost>> =>
  new Promise((resolve) => {
    const worker = new Worker(script, { workerData: data, resourceLimits });
    const onError = (thrown: unknown): void => resolve(left(workerError(textOfThrown(thrown))));
    const onExit = (code: number): void => resolve(left(workerError(`exit code ${code}`)));
    worker.once("error", onError);
    worker.once("exit", onExit);
    worker.once("message", (reply: WorkerReply) => {
      if (reply.kind === "opened") {
        worker.off("error", onError);
        worker.off("exit", onExit);
        resolve(right(hostOf(worker, reply, onDeath)));
      } else if (reply.kind === "not-opened") {
        resolve(left(reply.error));
      }
    });
  });
