import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandsOf, type Numeric, numericFromText } from "@tallystick/core";
import {
  Amulet,
  TransferPreapproval,
  TransferPreapprovalProposal,
  walletPackage,
} from "@tallystick/coin";
import type { SweepConfig, WalletConfig } from "@tallystick/wallet";
import { expect } from "chai";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { Market } from "../wallet/market.js";
import { minute, walletNode, type WalletNode } from "../wallet/wallet-node.js";

const { create } = commandsOf(walletPackage);

const right = <E, A>(result: Either<E, A>): A => {
  if (isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};
const cc = (text: string): Numeric => right(numericFromText(text));

const users = ["a", "b", "c"] as const;
type User = (typeof users)[number];

/** Who sweeps to whom, above which balance down to which, USD. */
type Plan = Readonly<Partial<Record<User, readonly [to: User, max: string, min: string]>>>;

/** A ring, or what leads into one; the price is 0.1 USD, so 10,000 CC are 1,000 USD. */
const plans: ReadonlyArray<readonly [name: string, plan: Plan]> = [
  ["two", { a: ["b", "10", "5"], b: ["a", "10", "4"] }],
  ["a hot and a cold wallet", { a: ["b", "100", "50"], b: ["a", "1000", "500"] }],
  ["three", { a: ["b", "10", "5"], b: ["c", "20", "5"], c: ["a", "30", "5"] }],
  [
    "two, and one that leads into it",
    { a: ["b", "10", "1"], b: ["a", "10", "4"], c: ["a", "10", "0"] },
  ],
];

describe("Sweeps in rings", () => {
  let folder: string;
  let parties: Readonly<Record<User, string>>;

  before(async function () {
    folder = mkdtempSync(join(tmpdir(), "tallystick-rings-"));
    const node = await walletNode(join(folder, "begun"));
    const onboarded = async (user: User): Promise<string> =>
      right(await node.wallet.users.onboard(user));
    parties = { a: await onboarded("a"), b: await onboarded("b"), c: await onboarded("c") };
    const market = new Market(node);
    await market.tap(node.wallet.settings.operator, "1000.0");
    for (const receiver of Object.values(parties)) {
      const { dso, operator } = node.wallet.settings;
      const proposal = { receiver, provider: operator, expectedDso: dso };
      right(
        await node.wallet.submit({
          commandId: `preapproval ${receiver}`,
          actAs: [receiver],
          readAs: [],
          commands: [create(TransferPreapprovalProposal, proposal)],
        }),
      );
    }
    await node.wallet.scheduler.settle();
    for (const receiver of Object.values(parties))
      expect(node.wallet.views.of(TransferPreapproval, receiver)).to.have.lengthOf(1);
    await node.close();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const configOf = (plan: Plan, useTransferPreapproval: boolean): Partial<WalletConfig> => ({
    sweeps: new Map(
      users.flatMap((user): ReadonlyArray<readonly [string, SweepConfig]> => {
        const sweep = plan[user];
        if (sweep === undefined) return [];
        const [to, max, min] = sweep;
        const receiver = parties[to];
        const bounds = { maxBalanceUsd: cc(max), minBalanceUsd: cc(min) };
        return [[parties[user], { receiver, ...bounds, useTransferPreapproval }]];
      }),
    ),
    autoAcceptTransfers: new Map(
      users.map((user) => [parties[user], new Set(Object.values(parties))]),
    ),
  });

  const balance = ({ wallet }: WalletNode, party: string): bigint =>
    wallet.views
      .of(Amulet, party)
      .filter(({ payload }) => payload.owner === party)
      .reduce((sum, { payload }) => sum + payload.amount.initialAmount, 0n);

  const swept = ({ wallet }: WalletNode): number =>
    wallet.scheduler.status().automations["sweep"]?.submitted ?? 0;

  for (const [name, plan] of plans) {
    for (const direct of [true, false]) {
      it(`of ${name} ${direct ? "over preapprovals" : "by offers"} run once an interval at most, come to rest, and are shown`, async function () {
        const data = join(folder, `${name} ${direct}`);
        cpSync(join(folder, "begun"), data, { recursive: true });
        const node = await walletNode(data, configOf(plan, direct));
        try {
          const market = new Market(node);
          for (const party of Object.values(parties)) await market.tap(party, "10000.0");
          const senders = Object.keys(plan).length;
          let last = 0;
          let restedFor = 0;
          for (let interval = 0; interval < 10; interval++) {
            await node.wallet.scheduler.settle();
            const now = swept(node);
            expect(now - last, `sweeps in interval ${interval}`).to.be.at.most(senders);
            restedFor = now === last ? restedFor + 1 : 0;
            last = now;
            node.clock.advance(minute / 2);
          }
          expect(restedFor, "intervals without a sweep").to.be.at.least(3);
          expect(node.wallet.scheduler.status().restingSweeps).to.not.deep.equal([]);
          for (const { ring } of node.wallet.scheduler.status().restingSweeps)
            expect(ring.length).to.be.at.least(2);
          // what comes otherwise is swept on
          const before = balance(node, parties.a);
          await market.tap(parties.a, "500.0");
          node.clock.advance(minute / 2);
          await node.wallet.scheduler.settle();
          expect(swept(node)).to.be.greaterThan(last);
          expect(balance(node, parties.a) <= before).to.equal(true);
        } finally {
          await node.close();
        }
      });
    }
  }

  for (const [name, plan, named] of [
    ["to its sender", { a: ["a", "10", "5"] }, /walletSweep\.a::\w+\.receiver: found the sender/],
    [
      "in a ring that cannot rest",
      { a: ["b", "10", "5"], b: ["a", "10", "5"] },
      /in the ring a::\w+ -> b::\w+ -> a::\w+,/,
    ],
  ] as const) {
    it(`${name} are refused at start`, async () => {
      for (const direct of [true, false]) {
        const refused = await walletNode(undefined, configOf(plan, direct)).then(async (node) => {
          await node.close();
          return "started";
        }, String);
        expect(refused).to.match(named);
      }
    });
  }
});
