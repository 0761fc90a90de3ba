import { assert } from "chai";
import { left, right } from "fp-ts/lib/Either.js";
import { checkpointWatch } from "../../src/fold/checkpoint-watch.js";

const at = (offset: number) => ({ offset, recordTime: 0, hash: `h${offset}` });

describe("waiting for a checkpoint", () => {
  it("ends at once for what is folded, and with the checkpoint that goes beyond", async () => {
    const watch = checkpointWatch(at(5));
    assert.deepEqual(await watch.waitFor(5), right(5));
    const [six, eight] = [watch.waitFor(6), watch.waitFor(8)];
    watch.advance(at(7));
    assert.deepEqual(await six, right(7));
    watch.advance(at(8));
    assert.deepEqual(await eight, right(8));
    assert.deepEqual(watch.current(), at(8));
  });

  it("is known as long as it lasts", async () => {
    const watch = checkpointWatch(at(1));
    assert.isFalse(watch.isAwaited());
    await watch.waitFor(1);
    const waiting = watch.waitFor(2);
    assert.isTrue(watch.isAwaited());
    watch.advance(at(2));
    await waiting;
    assert.isFalse(watch.isAwaited());
  });

  it("calls the listener for each wait that has begun, and for none that ends at once", async () => {
    const watch = checkpointWatch(at(1));
    let waits = 0;
    watch.onWait(() => (waits += 1));
    await watch.waitFor(1);
    const both = [watch.waitFor(2), watch.waitFor(3)];
    assert.equal(waits, 2);
    watch.advance(at(3));
    await Promise.all(both);
  });

  it("ends with a timeout that names the offset", async () => {
    const watch = checkpointWatch(at(1));
    const outcome = await watch.waitFor(9, { timeoutMs: 1 });
    const message = "the views did not reach offset 9 within 1 ms";
    assert.deepEqual(outcome, left({ kind: "timeout", message }));
    assert.isFalse(watch.isAwaited());
  });

  it("ends when it is aborted, before and while it waits", async () => {
    const watch = checkpointWatch(at(1));
    const gone = new AbortController();
    const waiting = watch.waitFor(2, { signal: gone.signal });
    gone.abort();
    const closed = left({ kind: "closed", message: "the wait was cancelled" } as const);
    assert.deepEqual(await waiting, closed);
    assert.deepEqual(await watch.waitFor(2, { signal: gone.signal }), closed);
  });

  it("ends with the first error of the views, now and later, until they are set back", async () => {
    const watch = checkpointWatch(at(3));
    const waiting = watch.waitFor(4);
    const error = { kind: "file", message: "disk" } as const;
    watch.fail(error);
    watch.fail({ kind: "worker", message: "later" });
    assert.deepEqual(await waiting, left(error));
    assert.deepEqual(await watch.waitFor(9), left(error));
    watch.rewind(at(0));
    assert.deepEqual(watch.current(), at(0));
    const again = watch.waitFor(1);
    watch.advance(at(1));
    assert.deepEqual(await again, right(1));
  });

  it("ends with an error while it is interrupted, but for what is folded, and continues", async () => {
    const watch = checkpointWatch(at(3));
    const waiting = watch.waitFor(4);
    const error = { kind: "worker", message: "exit code 1" } as const;
    watch.interrupt(error);
    assert.deepEqual(await waiting, left(error));
    assert.isFalse(watch.isAwaited());
    assert.deepEqual(await watch.waitFor(4), left(error));
    assert.deepEqual(await watch.waitFor(3), right(3));
    watch.resume();
    const again = watch.waitFor(4);
    watch.advance(at(4));
    assert.deepEqual(await again, right(4));
  });

  it("resumes after no interruption where the views can fold no further", async () => {
    const watch = checkpointWatch(at(3));
    const error = { kind: "journal", offset: 4, message: "rot" } as const;
    watch.fail(error);
    watch.interrupt({ kind: "worker", message: "exit code 1" });
    watch.resume();
    assert.deepEqual(await watch.waitFor(4), left(error));
  });
});
