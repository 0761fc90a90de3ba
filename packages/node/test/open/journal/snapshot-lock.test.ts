import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { lockSnapshot } from "../../../src/open/journal/snapshot-lock.js";
import { snapshotPath } from "../../../src/snapshot/snapshot-file.js";
import { activeFor, allocate, commit, openTest, pingBy, tempFolder } from "../../test-ledger.js";

const own = { journal: "", sharedJournal: false };

describe("The right to keep a state in a data folder", () => {
  it("has one ledger at a time", () => {
    const data = tempFolder();
    const options = { data, store: inMemoryStore() };
    const first = lockSnapshot(options, own);
    expect(first.isHeld).to.equal(true);
    const second = lockSnapshot(options, own);
    expect(second.isHeld).to.equal(false);
    second.release();
    expect(lockSnapshot(options, own).isHeld).to.equal(false);
    first.release();
    const third = lockSnapshot(options, own);
    expect(third.isHeld).to.equal(true);
    third.release();
  });

  it("is needed by every ledger whose journal in the folder does not keep others out", () => {
    const CASES: ReadonlyArray<readonly [object, boolean]> = [
      [{}, false],
      [{ journal: "esdb://localhost" }, true],
      [{ sharedJournal: true }, true],
    ];
    for (const [config, isNeeded] of CASES) {
      const data = tempFolder();
      lockSnapshot({ data }, { ...own, ...config }).release();
      expect(existsSync(join(data, "snapshot.lock"))).to.equal(isNeeded);
    }
    expect(lockSnapshot({}, { ...own, sharedJournal: true }).isHeld).to.equal(true);
  });

  it("is not needed in a missing folder", () => {
    const missing = { data: join(tempFolder(), "missing"), store: inMemoryStore() };
    expect(lockSnapshot(missing, own).isHeld).to.equal(true);
  });
});

describe("Two ledgers with one data folder", () => {
  it("keep their states apart: one in the folder, the other in memory", async () => {
    const data = tempFolder();
    const store = inMemoryStore();
    const config = { sharedJournal: true, snapshotEveryEvents: 4 };
    const first = await openTest({ data, store, config });
    const alice = await allocate(first, "alice");
    const second = await openTest({ data, store, config });
    for (let at = 0; at < 12; at++)
      await commit(at % 2 === 0 ? first : second, pingBy(alice, `ping-${at}`));
    await second.close();
    expect(existsSync(snapshotPath(data))).to.equal(true);
    await first.close();
    const files = readdirSync(snapshotPath(data));
    const third = await openTest({ data, store, config });
    expect((await activeFor(third, alice)).length).to.equal(12);
    expect(readdirSync(snapshotPath(data))).to.include.members(["manifest"]);
    expect(files.filter((name) => name === "manifest")).to.deep.equal(["manifest"]);
  });
});
