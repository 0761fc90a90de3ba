import { expect } from "chai";
import {
  contextKeys,
  defaultTokenStandardTtlMicros,
  transferInstructionV1,
  TransferPreapproval,
} from "../../../src/index.js";
import { alice, bob, CoinLedger, day, dso, int, minute, provider } from "../../coin-fixture.js";

const { TransferFactory_Transfer } = transferInstructionV1;

/** Alice has 50 CC; a token-standard contract lives for at most this long. */
const rich = (maxMicros: bigint | undefined) => {
  const tokenStandardMaxTTL =
    maxMicros === undefined ? undefined : { microseconds: int(maxMicros) };
  const ledger = new CoinLedger({
    config: (config) => ({
      ...config,
      transferConfig: { ...config.transferConfig, tokenStandardMaxTTL },
    }),
  });
  ledger.tap(alice, "50");
  return ledger;
};

const preapproved = (ledger: CoinLedger) => ({
  [contextKeys.transferPreapproval]: ledger.create([dso, bob, provider], TransferPreapproval, {
    dso,
    receiver: bob,
    provider,
    validFrom: ledger.now,
    lastRenewedAt: ledger.now,
    expiresAt: ledger.now + 365 * day,
  }),
});

const kinds: ReadonlyArray<readonly [string, string, (ledger: CoinLedger) => object]> = [
  ["an offer", bob, () => ({})],
  ["a transfer to oneself", alice, () => ({})],
  ["a direct transfer", bob, preapproved],
];

describe("the longest life of", () => {
  for (const [kind, receiver, contextOf] of kinds)
    for (const [name, configured, most] of [
      ["90 days where the configuration says nothing", undefined, defaultTokenStandardTtlMicros],
      ["an hour where it says so", 3_600_000_000n, 3_600_000_000n],
    ] as const)
      it(`${kind} is ${name}, from when it was asked for`, () => {
        const ledger = rich(configured);
        const context = contextOf(ledger);
        const attempt = (micros: number, askedBefore: number) =>
          ledger.reasonOf(() =>
            ledger.exercise([alice], TransferFactory_Transfer, ledger.externalRules, {
              expectedAdmin: dso,
              transfer: ledger.transferOf(alice, receiver, "1", {
                requestedAt: ledger.now - askedBefore,
                executeBefore: ledger.now - askedBefore + micros,
              }),
              extraArgs: ledger.extraArgs(context),
            }),
          );
        expect(attempt(Number(most) + 1, 0)).to.equal("invalid-argument");
        expect(attempt(Number(most) + 1, minute)).to.equal("invalid-argument");
        expect(attempt(Number(most), minute)).to.equal("accepted");
        expect(attempt(Number(most), 0)).to.equal("accepted");
      });
});
