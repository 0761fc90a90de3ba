import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Amulet,
  amuletPackage,
  AnsEntry,
  LockedAmulet,
  MemberTraffic,
  TransferOffer,
  TransferPreapproval,
  ValidatorRight,
} from "@tallystick/coin";
import {
  type Contract,
  contractOfNode,
  decodeLedgerEvent,
  type Int64,
  int64From,
  type LedgerEvent,
  type Numeric,
  numericFromText,
  type Template,
} from "@tallystick/core";
import { balanceOf, type ContractsView, inMemoryContracts } from "@tallystick/wallet";
import { expect } from "chai";
import * as fc from "fast-check";
import type { JournalEntry } from "../../src/interface/views.js";
import { openWalletViews } from "../../src/wallet/open-wallet-views.js";
import {
  createOf,
  entriesOf,
  exerciseOf,
  rightOf,
  timeAt,
  transactionAt,
} from "../journal-fixture.js";

const dso = "dso";
const parties = [dso, "alice", "bob", "carol"] as const;
const texts = ["", "a", "a.ans", "ab", "b", "ä", "🙂"] as const;
const cc = (text: string): Numeric => rightOf(numericFromText(text));
const int = (value: number): Int64 => rightOf(int64From(value));

/** What a contract is made of, whatever its template. */
const drawn = fc.record({
  template: fc.nat(6),
  owner: fc.constantFrom("alice", "bob", "carol"),
  other: fc.constantFrom(...parties),
  text: fc.constantFrom(...texts),
  moment: fc.nat(30),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer A> ? A : never;

/** A contract of a journal: its template, and its payload there. */
interface Made {
  readonly name: string;
  readonly payload: Contract["payload"];
  readonly signatories: ReadonlyArray<string>;
  readonly observers: ReadonlyArray<string>;
}

const made = <P>(template: Template<P>, payload: P): Made => ({
  name: template.name,
  payload: template.payload.encode(payload),
  signatories: template.signatories(payload),
  observers: template.observers(payload),
});

const templates = [
  Amulet,
  LockedAmulet,
  TransferOffer,
  AnsEntry,
  MemberTraffic,
  TransferPreapproval,
  ValidatorRight,
] as const;

const contractOf = ({ template, owner, other, text, moment }: Drawn): Made => {
  const amulet = {
    dso,
    owner,
    amount: {
      initialAmount: cc(`${moment}.5`),
      createdAt: { number: int(moment % 5) },
      ratePerRound: { rate: cc(`${moment % 3}.25`) },
    },
  };
  const expiresAt = BigInt(timeAt(moment));
  switch (templates[template]) {
    case Amulet:
      return made(Amulet, amulet);
    case LockedAmulet:
      return made(LockedAmulet, {
        amulet,
        lock: { holders: [other], expiresAt, optContext: undefined },
      });
    case TransferOffer:
      return made(TransferOffer, {
        sender: owner,
        receiver: other,
        dso,
        amount: { amount: cc("1"), unit: "AmuletUnit" },
        description: text,
        expiresAt,
        trackingId: "t",
      });
    case AnsEntry:
      return made(AnsEntry, { user: owner, dso, name: text, url: "", description: "", expiresAt });
    case MemberTraffic:
      return made(MemberTraffic, {
        dso,
        memberId: text,
        synchronizerId: "global",
        migrationId: int(0),
        totalPurchased: int(moment),
        numPurchases: int(1),
        amuletSpent: cc("1"),
        usdSpent: cc("1"),
      });
    case TransferPreapproval:
      return made(TransferPreapproval, {
        dso,
        receiver: owner,
        provider: other,
        validFrom: 0n,
        lastRenewedAt: 0n,
        expiresAt,
      });
    default:
      return made(ValidatorRight, { dso, user: owner, validator: other });
  }
};

/** A step of a history: contracts that are made, and which of those before are archived. */
const steps = fc.array(
  fc.record({
    made: fc.array(drawn, { maxLength: 4 }),
    gone: fc.array(fc.nat(1_000), { maxLength: 3 }),
  }),
  { maxLength: 25 },
);
type Steps = typeof steps extends fc.Arbitrary<infer A> ? A : never;

const journalOf = (all: Steps): ReadonlyArray<JournalEntry> => {
  const active: Array<readonly [name: string, Made]> = [];
  const events = all.map((step, index): LedgerEvent => {
    const offset = index + 1;
    const archives = step.gone.flatMap((at) =>
      active.length === 0 ? [] : active.splice(at % active.length, 1),
    );
    const creates = step.made.map((each, at) => [`c-${offset}-${at}`, contractOf(each)] as const);
    active.push(...creates);
    return transactionAt(offset, [
      ...creates.map(([id, { name, ...contract }], nodeId) =>
        createOf(nodeId, id, contract.signatories, {
          templateId: `p:${name}`,
          packageName: amuletPackage.name,
          ...contract,
        }),
      ),
      ...archives.map(([id, { name, signatories }], at) =>
        exerciseOf(creates.length + at, id, signatories, {
          templateId: `p:${name}`,
          packageName: amuletPackage.name,
        }),
      ),
    ]);
  });
  return entriesOf(events);
};

/** The contracts that a journal leaves, in the order in which they were made. */
const contractsIn = (entries: ReadonlyArray<JournalEntry>): ReadonlyArray<Contract> => {
  const active = new Map<string, Contract>();
  for (const { type, data, offset } of entries) {
    const event = rightOf(decodeLedgerEvent(type, data, offset));
    if (event.type !== "TransactionCommitted") continue;
    for (const node of event.nodes) {
      if (node.kind === "create")
        active.set(node.contractId, contractOfNode(node, event.effectiveAt));
      else active.delete(node.contractId);
    }
  }
  return [...active.values()];
};

const shown = (found: ReadonlyArray<{ readonly contractId: string }>): string =>
  JSON.stringify(found, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value));

const isEven = ({ createdAt }: { readonly createdAt: number }): boolean =>
  Math.floor(createdAt / 1_000_000) % 2 === 0;

/** Every kind of question about contracts. */
const answersOf = (
  view: ContractsView,
  { limit, moment }: { readonly limit: number; readonly moment: number },
  ids: ReadonlyArray<string>,
): ReadonlyArray<string> =>
  templates.flatMap((template: Template<unknown>) => [
    ...parties.flatMap((party) => [
      shown(view.of(template, party)),
      shown(view.of(template, party, limit)),
      String(view.hasMoreThan(limit, template, party)),
      shown(view.due(template, party, moment, limit)),
      shown(view.due(template, party, timeAt(moment), limit, { after: timeAt(limit) })),
      shown(view.due(template, party, timeAt(moment), limit)),
      shown(view.of(template, party, limit, isEven)),
      shown(view.due(template, party, timeAt(moment), limit, { keep: isEven })),
      ...[...texts, ...parties].flatMap((text) => [
        shown(view.named(template, party, text)),
        shown(view.named(template, party, text, limit)),
        shown(view.namedWithin(template, party, text, limit)),
        shown(view.namedWithin(template, party, text, limit, isEven)),
      ]),
    ]),
    ...ids.map((id) => shown([view.byId(template, id) ?? { contractId: "none" }])),
  ]);

/** The balance of a party by its coins, one by one. */
const balanceIn = (view: ContractsView, party: string, round: number) =>
  rightOf(
    balanceOf(
      view
        .of(Amulet, party)
        .map(({ payload }) => payload)
        .filter(({ owner }) => owner === party),
      view
        .of(LockedAmulet, party)
        .map(({ payload }) => payload.amulet)
        .filter(({ owner }) => owner === party),
      { number: int(round) },
    ),
  );

describe("The contracts of wallet views", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "wallet-views-law-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  const asked = fc.record({
    limit: fc.nat(6),
    moment: fc.nat(32),
    atOnce: fc.integer({ min: 1, max: 10 }),
    reopened: fc.nat(25),
  });

  it("are those of a list of all that is active, however they are looked for", async () => {
    let run = 0;
    let found = 0;
    await fc.assert(
      fc.asyncProperty(steps, asked, async (all, { atOnce, reopened, ...question }) => {
        const file = join(folder, `${run++}.db`);
        const entries = journalOf(all);
        const opened = () => {
          const fresh = rightOf(openWalletViews(file));
          fresh.begin("law", entries.length);
          return fresh;
        };
        let views = opened();
        while (views.checkpoint() < entries.length) {
          const from = views.checkpoint();
          rightOf(await views.fold(entries.slice(from, from + atOnce)));
          if (from < reopened && reopened <= from + atOnce) {
            await views.close();
            views = opened();
          }
        }
        const contracts = contractsIn(entries);
        const ids = contracts.slice(0, 5).map(({ contractId }) => contractId);
        expect(answersOf(views, question, ids)).to.deep.equal(
          answersOf(inMemoryContracts(contracts), question, ids),
        );
        for (const party of [...parties, "nobody"]) {
          const number = int(question.limit);
          expect(rightOf(views.balances.now(party, { number }))).to.deep.equal(
            balanceIn(inMemoryContracts(contracts), party, question.limit),
          );
        }
        found += answersOf(views, question, ids).filter((answer) => answer !== "[]").length;
        for (const contract of contracts)
          expect(views.contract(contract.contractId)).to.deep.equal(contract);
        rightOf(views.check());
        await views.close();
      }),
      { numRuns: 25 },
    );
    // a law about views in which nothing is found would be none
    expect(found).to.be.above(1_000);
  });
});
