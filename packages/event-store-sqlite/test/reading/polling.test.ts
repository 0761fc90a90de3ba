import { Database } from "@tallystick/sqlite";
import { assert } from "chai";
import { polling } from "../../src/reading/polling.js";

const moments = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe("looking for what other processes append", () => {
  const looked = (options: Parameters<typeof polling>[0]["options"]) => {
    const db = new Database(":memory:");
    const seen = { wakes: 0, stops: 0 };
    const stop = polling(
      { db, options: { pollIntervalMs: 1, ...options } },
      () => (seen.wakes += 1),
      () => (seen.stops += 1),
    );
    return { db, seen, stop };
  };

  for (const options of [{ lock: false }, { readOnly: true }]) {
    it(`is done at intervals with ${JSON.stringify(options)}, until it is stopped`, async () => {
      const { db, seen, stop } = looked(options);
      while (seen.wakes < 3) await moments(1);
      stop();
      const { wakes } = seen;
      await moments(10);
      assert.deepEqual(seen, { wakes, stops: 1 });
      db.close();
    });
  }

  it("is not done where no one else may write", async () => {
    const { db, seen, stop } = looked({ lock: true });
    await moments(15);
    stop();
    assert.deepEqual(seen, { wakes: 0, stops: 1 });
    db.close();
  });

  it("ends by itself once the store is closed", async () => {
    const { db, seen } = looked({ lock: false });
    while (seen.wakes === 0) await moments(1);
    db.close();
    await moments(5);
    const { wakes } = seen;
    await moments(10);
    assert.equal(seen.wakes, wakes);
  });
});
