import type { ExerciseNode, Json } from "@tallystick/core";
import { numericFromText } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { type HistoryEntry, sharesOf } from "../../src/index.js";
import { settlementEntries } from "../../src/history/settlement-entries.js";
import { shownAmount } from "../../src/history/shown-amount.js";
import { alice, bob, cc, dso } from "../wallet-ledger.js";

const account = (owner: string | null): Json => ({ owner, provider: null, id: "" });

interface Leg {
  readonly from: string | null;
  readonly to: string | null;
  readonly units: bigint;
  readonly reason?: string;
}

const batchOf = (legs: ReadonlyArray<Leg>): ExerciseNode => ({
  kind: "exercise",
  nodeId: 3,
  contractId: "00",
  templateId: "p:Splice.ExternalPartyAmuletRules:ExternalPartyAmuletRules",
  packageName: "splice-amulet",
  interfaceId: "q:Splice.Api.Token.AllocationV2:SettlementFactory",
  choice: "SettlementFactory_SettleBatch",
  argument: {
    settlement: { executors: [dso], id: "s", cid: null, meta: { values: {} } },
    transferLegs: legs.map(({ from, to, units, reason }, index) => ({
      transferLegId: `leg ${index}`,
      sender: account(from),
      receiver: account(to),
      amount: shownAmount(units),
      instrumentId: "Amulet",
      meta: {
        values: reason === undefined ? {} : { "splice.lfdecentralizedtrust.org/reason": reason },
      },
    })),
    allocations: [],
    actors: [dso],
    extraArgs: { context: { values: {} }, meta: { values: {} } },
  },
  actingParties: [dso],
  consuming: false,
  result: {},
  lastDescendantNodeId: 9,
  signatories: [dso],
  observers: [],
});

const base = {
  transaction_subtype: { template_id: "p:Splice.AmuletRules:AmuletRules", choice: "Transfer" },
  event_id: "#u:3",
  date: "2026-01-01T00:00:00Z",
};
const unlocking = { template_id: "p:Splice.Amulet:LockedAmulet", choice: "Unlock" };

const entriesOf = (legs: ReadonlyArray<Leg>, changes: ReadonlyArray<readonly [string, bigint]>) =>
  settlementEntries(batchOf(legs), base, unlocking, new Map(changes));

/** What items say of a party together, in units. */
const sumOf = (entries: ReadonlyArray<HistoryEntry>, party: string): bigint =>
  entries
    .flatMap(({ item }) => sharesOf(item))
    .filter((share) => share.party === party)
    .reduce((sum, { amount }) => {
      const read = numericFromText(amount);
      return isLeft(read) ? sum : sum + read.right;
    }, 0n);

const shownOf = ({ item }: HistoryEntry) => [
  item.event_id,
  item.transaction_subtype.choice,
  ...sharesOf(item).flatMap(({ party, amount }) => [party, Number(amount)]),
];

describe("the history of a batch settlement", () => {
  it("has each leg, of which the sender has paid what was locked", () => {
    const entries = entriesOf(
      [
        { from: alice, to: bob, units: cc("5"), reason: "rent" },
        { from: bob, to: alice, units: cc("2") },
      ],
      [
        [alice, 0n],
        [bob, cc("3")],
      ],
    );
    expect(entries.map(shownOf)).to.deep.equal([
      ["#u:3:0", "Transfer", alice, -2, bob, 5],
      ["#u:3:1", "Transfer", bob, -2, alice, 2],
    ]);
    const [first] = entries;
    expect(first?.parties).to.deep.equal([alice, bob].sort());
    expect(first?.item).to.deep.include({
      description: "rent",
      settlement: { id: "s", leg_id: "leg 0", amount: "5.0000000000" },
    });
  });

  it("says what is left of an iteration's funds, and what is locked for the next one", () => {
    // 10 were locked, 3 are sent and 4 stay locked
    expect(
      entriesOf(
        [{ from: alice, to: bob, units: cc("3") }],
        [
          [alice, cc("3")],
          [bob, cc("3")],
        ],
      ).map(shownOf),
    ).to.deep.equal([
      ["#u:3:0", "Transfer", alice, 0, bob, 3],
      ["#u:3:rest:0", "Unlock", alice, 3],
    ]);
    // what bob receives is locked for the next iteration
    expect(entriesOf([{ from: alice, to: bob, units: cc("3") }], []).map(shownOf)).to.deep.equal([
      ["#u:3:0", "Transfer", alice, 0, bob, 3],
      ["#u:3:rest:1", "Transfer", bob, -3],
    ]);
  });

  it("has burns and mints", () => {
    expect(
      entriesOf(
        [
          { from: alice, to: null, units: cc("1") },
          { from: null, to: bob, units: cc("2") },
          { from: null, to: null, units: cc("9") },
        ],
        [[bob, cc("2")]],
      ).map(shownOf),
    ).to.deep.equal([
      ["#u:3:0", "Transfer", alice, 0],
      ["#u:3:1", "Transfer", bob, 2],
    ]);
  });

  it("has nothing where its argument does not read", () => {
    const node = { ...batchOf([]), argument: { transferLegs: "all" } };
    expect(settlementEntries(node, base, unlocking, new Map())).to.deep.equal([]);
  });

  it("explains what changed to the last unit, whatever was locked", () => {
    const party = fc.constantFrom(alice, bob, "carol::1220", null);
    const leg = fc.record({ from: party, to: party, units: fc.bigInt({ min: 1n, max: 50n }) });
    const change = fc.tuple(
      fc.constantFrom(alice, bob, "carol::1220"),
      fc.bigInt({ min: -99n, max: 99n }),
    );
    fc.assert(
      fc.property(
        fc.array(leg, { maxLength: 8 }),
        fc.uniqueArray(change, { selector: ([who]) => who }),
        (legs, changes) => {
          const known = new Map<string, bigint>(changes);
          const entries = entriesOf(legs, changes);
          for (const who of [alice, bob, "carol::1220"])
            expect(sumOf(entries, who)).to.equal(known.get(who) ?? 0n);
          const ids = entries.map(({ item }) => item.event_id);
          expect(new Set(ids).size).to.equal(ids.length);
        },
      ),
    );
  });
});
