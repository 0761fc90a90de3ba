import { testSeed } from "@tallystick/dev";
import { expect } from "chai";
import fc from "fast-check";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { numericFromText } from "@tallystick/core";
import { openLedger, openValidator, type ValidatorOptions } from "../../src/index.js";
import { iouPackage } from "../iou-package.js";
import { leftOf, rightOf } from "../test-ledger.js";
import { anyValue, withPart } from "./hostile-values.js";

const party = `p::1220${"0".repeat(64)}`;

/** Options by which something opens. */
const fitting = () => ({
  packages: [iouPackage],
  clock: () => 1_767_225_600_000_000,
  config: { projectorThread: "main", maxBatchSize: 4 },
  acceptClock: false,
  onNotice: () => undefined,
  observer: { opened: () => undefined, submitted: () => undefined, appended: () => undefined },
});

const ofValidator = () => ({
  ...fitting(),
  manualClock: true,
  wallet: {
    network: "dev",
    amuletPrice: "0.1",
    tickMicros: 1_000_000,
    validatorPartyHint: "operator",
    onError: () => undefined,
    config: {
      validatorWalletUsers: ["administrator"],
      administrators: ["administrator"],
      sweeps: new Map(),
      autoAcceptTransfers: new Map([[party, new Set([party])]]),
      traffic: {
        targetThroughput: rightOf(numericFromText("0")),
        minTopupIntervalMicros: 600_000_000,
      },
      contactPoint: "us",
      mergeAbove: 3,
    },
  },
});

type Open = (
  options: unknown,
) => Promise<Either<{ readonly message: string }, { close(): Promise<void> }>>;

// callers in JavaScript give anything
const openers: ReadonlyArray<readonly [string, Open, () => unknown, number]> = [
  ["openLedger", openLedger as Open, fitting, 300],
  ["openValidator", openValidator as Open, ofValidator, 150],
];

describe("Any value given as options", () => {
  for (const [name, open, fits, numRuns] of openers) {
    it(`to ${name} is a Left, or opens`, async () => {
      rightOf(await open(fits()))
        .close()
        .catch(() => undefined);
      const drawn = fc.record({
        at: fc.array(fc.nat(9), { maxLength: 4 }),
        part: anyValue,
      });
      const seed = testSeed();
      await fc.assert(
        fc.asyncProperty(drawn, async ({ at, part }) => {
          const opened = await open(withPart(fits(), at, part()));
          if (isLeft(opened)) expect(opened.left.message).to.be.a("string").that.is.not.empty;
          else await opened.right.close();
        }),
        { seed, numRuns },
      );
    });
  }

  const rows: ReadonlyArray<readonly [unknown, string]> = [
    [undefined, "missing, expected an object (ValidatorOptions)"],
    [{ manualclock: true }, "manualclock: unknown setting; did you mean manualClock?"],
    [{ manualClock: "yes" }, 'manualClock: expected true or false, found "yes"'],
    [{ projections: [] }, "projections: unknown setting"],
    [{ wallet: { netwrk: "dev" } }, "wallet.netwrk: unknown setting; did you mean network?"],
    [
      { wallet: { network: "prod" } },
      'wallet.network: expected one of dev, test, main, found "prod"',
    ],
    [
      { wallet: { amuletPrice: 0.1 } },
      "wallet.amuletPrice: expected a string, found the number 0.1",
    ],
    [{ wallet: { tickMicros: "10m" } }, "wallet.tickMicros: expected a whole number of at least 1"],
    [
      { wallet: { config: { sweeps: {} } } },
      "wallet.config.sweeps: expected a Map with party ids as keys, found an object",
    ],
    [
      { wallet: { config: { sweeps: new Map([[party, { receiver: party, maxBalanceUsd: 5 }]]) } } },
      `wallet.config.sweeps.${party}.maxBalanceUsd: expected a decimal of at least 0`,
    ],
    [
      { wallet: { config: { autoAcceptTransfers: new Map([[party, [party]]]) } } },
      `wallet.config.autoAcceptTransfers.${party}: expected a Set of party ids, found an array`,
    ],
    [{ wallet: { onError: "log" } }, 'wallet.onError: expected a function, found "log"'],
  ];
  for (const [options, says] of rows) {
    it(`is named: ${says}`, async () => {
      expect(leftOf(await openValidator(options as ValidatorOptions)).message).to.include(says);
    });
  }
});
