import { readdirSync } from "node:fs";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { openAddress } from "../src/open-address.js";
import { endedLedger, tempFolder } from "./ledger-folder.js";

describe("A store that is opened by its address", () => {
  it("is the journal of a folder", async () => {
    const { data, end } = await endedLedger();
    const opened = await openAddress(`sqlite:${data}`, true);
    if (isLeft(opened)) throw new Error(opened.left);
    const last = await opened.right.lastEvent("participant-participant");
    expect(!isLeft(last) && last.right?.revision).to.equal(end - 1);
    await opened.right.close();
  });

  it("is made where it may be written, and not where it is read", async () => {
    const folder = tempFolder();
    const read = await openAddress(`sqlite:${folder}`, true);
    expect(isLeft(read)).to.equal(true);
    expect(readdirSync(folder)).to.deep.equal([]);
    const written = await openAddress(`sqlite:${folder}`, false);
    if (isLeft(written)) throw new Error(written.left);
    await written.right.close();
    expect(readdirSync(folder)).to.include("journal.db");
  });

  for (const [address, message] of [
    ["nowhere", /expected <scheme>:<place>/],
    ["tape:1", /no store for the scheme "tape"/],
    ["sqlite:/no/such/folder", /./],
  ] as const) {
    it(`is an error at ${address}`, async () => {
      const opened = await openAddress(address, true);
      expect(isLeft(opened) ? opened.left : "").to.match(message);
    });
  }
});
