import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { checkedOptions } from "../../src/open/ledger-options.js";

const errorsOf = (options: unknown): ReadonlyArray<string> => {
  const checked = checkedOptions(options);
  return isLeft(checked) ? checked.left : [];
};

const expected = "clock: expected microseconds since the Unix epoch, a whole number";

describe("The options of a ledger", () => {
  it("are taken when they are in order, and may all be absent", () => {
    expect(errorsOf({})).to.deep.equal([]);
    const clock = (): number => 1_700_000_000_000_000;
    const options = { clock, acceptClock: true, packages: [], config: { maxBatchSize: 1 } };
    expect(errorsOf(options)).to.deep.equal([]);
    expect(errorsOf({ clock: () => 0, data: undefined })).to.deep.equal([]);
  });

  const rows: ReadonlyArray<readonly [unknown, string]> = [
    [undefined, "missing, expected an object (LedgerOptions)"],
    [null, "options: expected an object, found null"],
    [{ dat: "./data" }, "dat: unknown setting; did you mean data?"],
    [
      { data: 5 },
      "data: expected the path of a folder; leave it out for a ledger in memory, found the number 5",
    ],
    ...["", ":memory:", "esdb://host:2113", "~/ledger"].map(
      (data) =>
        [
          { data },
          `data: expected the path of a folder; leave it out for a ledger in memory, found "${data}"`,
        ] as const,
    ),
    [
      { config: { maxBatchsize: 1 } },
      "config.maxBatchsize: unknown setting; did you mean maxBatchSize?",
    ],
    [{ config: { follow: "yes" } }, 'config.follow: expected true or false, found "yes"'],
    [{ clock: 5 }, "clock: expected a function that returns microseconds, found the number 5"],
    [
      { clock: () => 1_700_000_000_000 },
      `${expected}, found 1700000000000, which looks like milliseconds`,
    ],
    [{ clock: () => 1_700_000_000 }, `${expected}, found 1700000000, which looks like seconds`],
    [{ clock: () => 1.5 }, `${expected} up to 2^53, found 1.5`],
    [{ clock: () => new Date(0) }, `${expected}, found a value of type object`],
    [{ clock: () => 5n }, `${expected}, found a value of type bigint`],
    [{ packages: [{ name: "iou" }] }, "packages.0.version: missing, expected a string"],
    [{ packages: [undefined] }, "packages.0: missing, expected an object (Package)"],
    [{ store: { append: 1 } }, "store.append: expected a function, found the number 1"],
    [
      { store: { ...inMemoryStore(), capabilities: undefined } },
      "store.capabilities: missing, expected an object (StoreCapabilities)",
    ],
    [{ onNotice: "log" }, 'onNotice: expected a function, found "log"'],
    [
      { observer: { opened: () => undefined, submitted: () => undefined } },
      "observer.appended: missing, expected a function",
    ],
    [
      { acceptJournalEnd: -1 },
      "acceptJournalEnd: expected a whole number of at least 0, found the number -1",
    ],
  ];
  for (const [options, error] of rows) {
    it(`are refused: ${error}`, () => {
      expect(errorsOf(options)).to.deep.equal([error]);
    });
  }

  it("are refused where the clock throws", () => {
    const clock = (): number => {
      throw new Error("no battery");
    };
    expect(errorsOf({ clock })).to.deep.equal([
      "clock: expected a time, but it throws: Error: no battery",
    ]);
  });

  it("are refused with everything that is wrong at once", () => {
    expect(
      errorsOf({ dat: 1, acceptClock: "yes", config: { maxBatchSize: 0, x: 1 } }),
    ).to.have.lengthOf(4);
  });
});
