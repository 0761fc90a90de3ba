import { EventEmitter } from "node:events";
import { expect } from "chai";
import { deliver, MAX_LIVE_BACKLOG } from "../../../src/server/reads/live-call.js";
import type { ReadCall } from "../../../src/server/reads/read-answer.js";

/** A subscriber that reads nothing until the test lets it. */
class FakeCall extends EventEmitter {
  cancelled = false;
  destroyed = false;
  writableEnded = false;
  writableNeedDrain = false;

  write(): boolean {
    this.writableNeedDrain = true;
    return false;
  }

  drain(): void {
    this.writableNeedDrain = false;
    this.emit("drain");
  }
}

// border: a call that has what the function uses of one
const asCall = (call: FakeCall) => call as unknown as ReadCall;

const live = (backlog: number) => ({ patienceMs: 10, backlog: async () => backlog });

describe("The delivery to a subscriber", () => {
  it("is too slow when it takes nothing while too much waits", async () => {
    const call = new FakeCall();
    expect(await deliver(asCall(call), {}, live(MAX_LIVE_BACKLOG + 1))).to.equal("too-slow");
  });

  it("waits for one that is slow while little waits", async () => {
    const call = new FakeCall();
    let looks = 0;
    const listeners = new Set<number>();
    const delivery = deliver(
      asCall(call),
      {},
      {
        patienceMs: 5,
        backlog: async () => {
          looks += 1;
          listeners.add(call.listenerCount("drain"));
          if (looks === 3) call.drain();
          return MAX_LIVE_BACKLOG;
        },
      },
    );
    expect(await delivery).to.equal("sent");
    expect(looks).to.equal(3);
    // however long it takes
    expect([...listeners]).to.deep.equal([1]);
  });

  it("waits as long as it takes while the subscriber catches up", async () => {
    const call = new FakeCall();
    const delivery = deliver(asCall(call), {}, undefined);
    await new Promise((resolve) => setTimeout(resolve, 40));
    call.drain();
    expect(await delivery).to.equal("sent");
  });

  it("is over when the subscriber goes", async () => {
    for (const patience of [undefined, live(0)]) {
      const call = new FakeCall();
      const delivery = deliver(asCall(call), {}, patience);
      call.cancelled = true;
      call.emit("cancelled");
      expect(await delivery).to.equal("over");
      expect(await deliver(asCall(call), {}, patience)).to.equal("over");
    }
  });
});
