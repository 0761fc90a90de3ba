import { readdirSync } from "node:fs";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { openAddress } from "../src/open-address.js";
import { endedLedger, tempFolder } from "./ledger-folder.js";

describe("A store that is opened by its address", () => {
  it("is the journal of a folder", async () => {
    const { data, end } = await endedLedger();
    const opened = await openAddress(`sqlite:${data}`, true);
    if (isLeft(opened)) throw new Error(opened.left.message);
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
    if (isLeft(written)) throw new Error(written.left.message);
    await written.right.close();
    expect(readdirSync(folder)).to.include("journal.db");
  });

  for (const [address, code, message] of [
    ["nowhere", 2, /expected <scheme>:<place>/],
    ["Tape://me:secret@host", 2, /expected <scheme>:<place>/],
    ["tape:1", 2, /no store for the scheme "tape"/],
    ["sqlite:/no/such/folder", 1, /./],
    ["esdb://me:sec@ret@host", 2, /the connection string: expected user:password/],
    ["esdb://me:secret@host?nonsense=1", 2, /unknown option "nonsense"/],
    ["esdb://me:secret@host?tlsCAFile=/no/such/file.pem", 2, /tlsCAFile: ENOENT/],
    [
      "esdb://me:secret@127.0.0.1:1?tls=false",
      1,
      /^the store is unavailable: esdb:\/\/127.0.0.1:1/,
    ],
  ] as const) {
    it(`is an error at ${address.replace("secret", "...")}, without a password in it`, async () => {
      const opened = await openAddress(address, true);
      if (!isLeft(opened)) throw new Error("it was opened");
      expect(opened.left.message).to.match(message);
      expect(opened.left.message).to.not.match(/secret|sec@/);
      expect(opened.left.code).to.equal(code);
    });
  }
});
