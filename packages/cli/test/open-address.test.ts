import { readdirSync } from "node:fs";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { openAddress } from "../src/open-address.js";
import { endedLedger, tempFolder } from "./ledger-folder.js";
import { thrownBy } from "./thrown-by.js";

describe("A store that is opened by its address", () => {
  it("is the journal of a folder", async () => {
    const { data, end } = await endedLedger();
    const opened = await openAddress(`sqlite:${data}`, true);
    const last = await opened.lastEvent("participant-participant");
    expect(!isLeft(last) && last.right?.revision).to.equal(end - 1);
    await opened.close();
  });

  it("is made where it may be written, and not where it is read", async () => {
    const folder = tempFolder();
    await thrownBy(() => openAddress(`sqlite:${folder}`, true));
    expect(readdirSync(folder)).to.deep.equal([]);
    const written = await openAddress(`sqlite:${folder}`, false);
    await written.close();
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
      const error = await thrownBy(() => openAddress(address, true));
      expect(error.message).to.match(message);
      expect(error.message).to.not.match(/secret|sec@/);
      expect(error.code).to.equal(code);
    });
  }
});
