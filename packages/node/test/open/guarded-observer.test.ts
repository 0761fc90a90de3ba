import { isLeft } from "fp-ts/lib/Either.js";
import { expect } from "chai";
import type { LedgerNotice, LedgerObserver } from "../../src/index.js";
import { openLedger } from "../../src/open/open-ledger.js";
import { allocate, commit, openTest, optionsOf, pingBy, rightOf } from "../test-ledger.js";

/** What a caller in JavaScript may give. */
const untyped = (value: unknown): never =>
  // border: this is what the types forbid
  value as never;

const quiet: LedgerObserver = {
  opened: () => undefined,
  submitted: () => undefined,
  appended: () => undefined,
};

describe("An observer that is not one", () => {
  const { opened, submitted } = quiet;
  const wrong: ReadonlyArray<readonly [options: object, message: string]> = [
    [{ observer: 5 }, "observer: expected an object (LedgerObserver), found the number 5"],
    [{ observer: {} }, "observer.opened: missing, expected a function"],
    [{ observer: { opened, submitted } }, "observer.appended: missing, expected a function"],
    [
      { observer: { ...quiet, noticed: "log" } },
      'observer.noticed: expected a function, found "log"',
    ],
    [{ onNotice: {} }, "onNotice: expected a function, found an object"],
  ];
  for (const [options, message] of wrong) {
    it(`is refused when a ledger is opened: ${message}`, async () => {
      const opened = await openLedger(optionsOf(untyped(options)));
      if (!isLeft(opened)) throw new Error("it was taken");
      expect(opened.left).to.deep.equal({ kind: "config", message });
    });
  }
});

describe("An observer that throws", () => {
  it("changes nothing, and is reported once for each of its functions", async () => {
    const notices: Array<LedgerNotice> = [];
    const fails = (): never => {
      throw new Error("no room in the log");
    };
    const observer: LedgerObserver = {
      opened: fails,
      submitted: untyped(async () => fails()),
      appended: fails,
      noticed: fails,
    };
    const ledger = await openTest({ observer, onNotice: (notice) => notices.push(notice) });
    const alice = await allocate(ledger, "alice");
    await commit(ledger, pingBy(alice, "a"));
    await commit(ledger, pingBy(alice, "b"));
    expect(ledger.ready()).to.equal(true);
    await ledger.close();
    const ofObserver = notices.filter(({ kind }) => kind === "observer");
    for (const { message } of ofObserver) expect(message).to.include("no room in the log");
    const places = ofObserver.map(({ message }) => message.split(" ")[0]);
    expect(places).to.have.members([
      "observer.appended",
      "observer.noticed",
      "observer.opened",
      "observer.submitted",
    ]);
  });

  it("may be the one that is called with notices", async () => {
    const fails = (): never => {
      throw new Error("no room in the log");
    };
    const ledger = await openTest({ observer: { ...quiet, appended: fails }, onNotice: fails });
    rightOf(await ledger.createUser({ userId: "u" }));
    expect(ledger.ready()).to.equal(true);
    await ledger.close();
  });
});
