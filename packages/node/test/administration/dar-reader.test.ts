import { readFileSync } from "node:fs";
import { systemTimers } from "@tallystick/background";
import { expect } from "chai";
import { darReader } from "../../src/administration/dar-reader.js";
import { leftOf, rightOf } from "../test-ledger.js";

const bytes = readFileSync(new URL("../../../../../examples/daml/iou.dar", import.meta.url));
const maxTotalBytes = 100_000_000;
const given = { bytes, maxTotalBytes, registered: new Set<string>() };

/** Timers of a test: nothing runs beside them. */
const driven = { ...systemTimers };

describe("The reader of uploaded DARs", () => {
  it("reads in a thread what it reads without one", async () => {
    const [beside, here] = [darReader(systemTimers), darReader(driven)];
    const [read, expected] = [await beside.read(given), await here.read(given)];
    expect(rightOf(read).invalid).to.equal(undefined);
    expect(rightOf(read).dar.main.name).to.equal("iou-example");
    const idsOf = (whole: typeof read) =>
      rightOf(whole).dar.packages.map(({ packageId, payload }) => [packageId, payload.length]);
    expect(idsOf(read)).to.deep.equal(idsOf(expected));
    const cut = { ...given, bytes: bytes.subarray(0, 1_000) };
    expect(leftOf(await beside.read(cut))).to.deep.equal(leftOf(await here.read(cut)));
    const small = { ...given, maxTotalBytes: 10 };
    expect(leftOf(await beside.read(small))).to.deep.equal(leftOf(await here.read(small)));
    await beside.close();
  });

  it("does not check what is registered", async () => {
    const reader = darReader(systemTimers);
    const { dar } = rightOf(await reader.read(given));
    const registered = new Set(dar.packages.map(({ packageId }) => packageId));
    expect(rightOf(await reader.read({ ...given, registered })).invalid).to.equal(undefined);
    await reader.close();
  });

  it("refuses what it was reading when it is closed, for certain", async () => {
    const reader = darReader(systemTimers);
    const reading = reader.read(given);
    await reader.close();
    expect(leftOf(await reading)).to.include({ code: "SERVICE_NOT_RUNNING", definiteAnswer: true });
  });
});
