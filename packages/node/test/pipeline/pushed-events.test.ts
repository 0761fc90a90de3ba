import { expect } from "chai";
import type { RecordedEvent } from "@tallystick/event-store";
import { PushedEvents } from "../../src/pipeline/pushed-events.js";

const eventAt = (revision: number): RecordedEvent => ({
  id: String(revision),
  type: "T",
  data: "{}",
  metadata: "",
  stream: "s",
  revision,
  position: revision + 1,
  hash: "",
});

/** True when the promise has settled after everything that waits now has run. */
const isSettledSoon = async (promise: Promise<void>): Promise<boolean> => {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await new Promise<void>((resume) => setImmediate(resume));
  return settled;
};

describe("Events that were pushed", () => {
  it("wait until they are taken, and whoever pushes waits as long", async () => {
    const pushed = new PushedEvents();
    expect([pushed.isEmpty, pushed.take()]).to.deep.equal([true, []]);
    const offered = pushed.offer([eventAt(3), eventAt(4)]);
    expect(await isSettledSoon(offered)).to.equal(false);
    expect(pushed.isEmpty).to.equal(false);
    expect(pushed.take().map(({ revision }) => revision)).to.deep.equal([3, 4]);
    expect(await isSettledSoon(offered)).to.equal(true);
    expect([pushed.isEmpty, pushed.take()]).to.deep.equal([true, []]);
  });

  it("end a pause at once, the one under way and the next", async () => {
    const pushed = new PushedEvents();
    const paused = pushed.pause(60_000);
    expect(await isSettledSoon(paused)).to.equal(false);
    void pushed.offer([eventAt(0)]);
    expect(await isSettledSoon(paused)).to.equal(true);
    expect(await isSettledSoon(pushed.pause(60_000))).to.equal(true);
    pushed.take();
    const next = pushed.pause(60_000);
    expect(await isSettledSoon(next)).to.equal(false);
    void pushed.offer([eventAt(1)]);
    await next;
  });

  it("are taken one page after the other up to an offset, as long as they come", async () => {
    const pushed = new PushedEvents();
    let offset = 0;
    const take = async (): Promise<void> => {
      offset += pushed.take().length;
      // the next is on its way
      if (offset < 5) void pushed.offer([eventAt(offset)]);
    };
    void pushed.offer([eventAt(0), eventAt(1)]);
    await pushed.upTo(4, () => offset, take);
    expect(offset).to.equal(4);
    pushed.take();
    const start = performance.now();
    await pushed.upTo(
      9,
      () => offset,
      async () => undefined,
    );
    expect(performance.now() - start).to.be.at.least(150);
    expect(offset).to.equal(4);
  });

  it("that do not come end a pause when its time is over", async () => {
    const pushed = new PushedEvents();
    const start = performance.now();
    await pushed.pause(15);
    expect(performance.now() - start).to.be.at.least(14);
  });
});
