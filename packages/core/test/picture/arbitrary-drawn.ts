import fc from "fast-check";
import type {
  DrawnContract,
  DrawnHolding,
  DrawnNode,
  DrawnTransaction,
} from "../../src/picture/drawn-transaction.js";
import type { PictureWords } from "../../src/picture/picture-words.js";

const parties = ["ana::1", "ben::1", "cid::2", "dso::9"];

const someParties = fc.uniqueArray(fc.constantFrom(...parties), { minLength: 1, maxLength: 3 });

const holding: fc.Arbitrary<DrawnHolding | undefined> = fc.option(
  fc.record({
    owner: fc.constantFrom(...parties),
    admin: fc.constantFrom("dso::9", "gold::3"),
    id: fc.constantFrom("Amulet", "Gold"),
    units: fc.bigInt(0n, 10n ** 30n),
    isLocked: fc.boolean(),
  }),
  { nil: undefined },
);

interface Plan {
  readonly does: "create" | "use" | "consume";
  readonly target: number;
  readonly choice: string;
  readonly template: string;
  readonly who: ReadonlyArray<string>;
  readonly observers: ReadonlyArray<string>;
  readonly holding: DrawnHolding | undefined;
  readonly inner: ReadonlyArray<Plan>;
}

const { plans } = fc.letrec<{ plans: ReadonlyArray<Plan>; plan: Plan }>((tie) => ({
  plans: fc.array(tie("plan"), { maxLength: 4, depthIdentifier: "drawn" }),
  plan: fc.record({
    does: fc.constantFrom("create", "use", "consume"),
    target: fc.nat(9),
    choice: fc.constantFrom("Archive", "Transfer", "Settle"),
    template: fc.constantFrom("p:M:Coin", "p:M:Gold", "p:M:Rules"),
    who: someParties,
    observers: someParties,
    holding,
    inner: fc.oneof({ maxDepth: 3, depthIdentifier: "drawn" }, fc.constant([]), tie("plans")),
  }),
}));

const union = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set([...a, ...b])].toSorted();

/** Runs a plan as a ledger would: what is gone is used no more, who sees a node sees below it. */
const drawnBy = (
  all: ReadonlyArray<Plan>,
  before: ReadonlyArray<DrawnContract>,
  known: ReadonlyArray<boolean>,
): DrawnTransaction => {
  const nodes: Array<DrawnNode> = [];
  const active = [...before];
  const run = (plan: Plan, seenBy: ReadonlyArray<string>): void => {
    const nodeId = nodes.length;
    if (plan.does === "create") {
      const contract: DrawnContract = {
        contractId: `made ${nodeId}`,
        templateId: plan.template,
        signatories: plan.who,
        observers: plan.observers.filter((each) => !plan.who.includes(each)),
        holding: plan.holding,
      };
      active.push(contract);
      const witnesses = union(union(plan.who, plan.observers), seenBy);
      nodes.push({ kind: "create", nodeId, witnesses, contract });
      return;
    }
    const target = active[plan.target % Math.max(1, active.length)];
    if (target === undefined) return;
    const consuming = plan.does === "consume";
    const witnesses = union(union(target.signatories, plan.who), seenBy);
    const at = nodes.length;
    const { contractId, templateId } = target;
    const node = {
      kind: "exercise" as const,
      nodeId,
      lastDescendantNodeId: nodeId,
      contractId,
      templateId,
      choice: plan.choice,
      consuming,
      actingParties: plan.who,
      witnesses,
    };
    nodes.push(node);
    if (consuming) active.splice(active.indexOf(target), 1);
    for (const inner of plan.inner) run(inner, witnesses);
    nodes[at] = { ...node, lastDescendantNodeId: nodes.length - 1 };
  };
  for (const plan of all) run(plan, []);
  const contracts = before.filter((_, at) => known[at] !== false);
  return { nodes, contracts: new Map(contracts.map((each) => [each.contractId, each])) };
};

const contract = fc.record({
  templateId: fc.constantFrom("p:M:Coin", "p:M:Gold", "p:M:Rules"),
  signatories: someParties,
  observers: fc.constant([]),
  holding,
});

/** Transactions as ledgers have them; of the contracts before, some are not known. */
export const drawnTransaction: fc.Arbitrary<DrawnTransaction> = fc
  .tuple(
    plans,
    fc.array(contract, { maxLength: 6 }),
    fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  )
  .map(([all, before, known]) =>
    drawnBy(
      all,
      before.map((each, at) => ({ ...each, contractId: `before ${at}` })),
      known,
    ),
  );

export const party = fc.constantFrom(...parties);

/** Words that say what they are given. */
export const words: PictureWords = {
  before: "Before",
  done: "Done",
  after: "After",
  create: "Create",
  archive: "Archive",
  unknown: "unknown",
  disclosed: "disclosed",
  locked: "locked",
  party: (id) => id.split("::")[0] ?? id,
  amount: ({ id, units }) => `${units} ${id}`,
  several: (count, what) => `${count} x ${what}`,
  contracts: (count) => `${count} contracts`,
  actions: (count) => `${count} steps`,
  on: (entity) => `on ${entity}`,
  by: (names) => `by ${names}`,
  of: (owner) => `of ${owner}`,
  signedBy: (names) => `signed ${names}`,
  seenBy: (names) => `seen ${names}`,
  divulgedTo: (names) => `divulged to ${names}`,
};

const create = (
  nodeId: number,
  contractId: string,
  units: bigint,
  owner: string,
  witnesses: ReadonlyArray<string>,
): DrawnNode => ({
  kind: "create",
  nodeId,
  witnesses,
  contract: coin(contractId, units, owner),
});

export const coin = (contractId: string, units: bigint, owner: string): DrawnContract => ({
  contractId,
  templateId: "p:M:Coin",
  signatories: ["dso::9", owner],
  observers: [],
  holding: { owner, admin: "dso::9", id: "Amulet", units, isLocked: false },
});

const exercise = (
  nodeId: number,
  last: number,
  contractId: string,
  choice: string,
  witnesses: ReadonlyArray<string>,
): DrawnNode => ({
  kind: "exercise",
  nodeId,
  lastDescendantNodeId: last,
  contractId,
  templateId: "p:M:Coin",
  choice,
  consuming: choice !== "Split",
  actingParties: ["ana::1"],
  witnesses,
});

/** Ana pays Ben 6 of her 10 by rules that are divulged to her: a coin in, two out. */
export const payment: DrawnTransaction = {
  nodes: [
    exercise(0, 3, "rules", "Split", ["ana::1", "dso::9"]),
    exercise(1, 1, "ten", "Archive", ["ana::1", "dso::9"]),
    create(2, "six", 6n, "ben::1", ["ana::1", "ben::1", "dso::9"]),
    create(3, "four", 4n, "ana::1", ["ana::1", "dso::9"]),
  ],
  contracts: new Map([
    ["ten", coin("ten", 10n, "ana::1")],
    [
      "rules",
      { contractId: "rules", templateId: "p:M:Rules", signatories: ["dso::9"], observers: [] },
    ],
  ]),
};
