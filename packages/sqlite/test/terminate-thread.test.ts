import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { terminateThread } from "../src/terminate-thread.js";

describe("terminateThread", () => {
  it("returns at once for a thread that has ended, and for none", async () => {
    const worker = new Worker("process.exit(1)", { eval: true });
    await once(worker, "exit");
    await terminateThread(worker);
    await terminateThread(undefined);
    expect(worker.threadId).to.equal(-1);
  });
});
