import { Amulet, coinPackages, LockedAmulet, LockedAmulet_UnlockV2 } from "@tallystick/coin";
import {
  type CreateNode,
  type ExerciseNode,
  isJsonObject,
  type Json,
  type PackageRegistered,
  type TransactionCommitted,
} from "@tallystick/core";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { auditRules } from "../../src/rules/audit-rules.js";
import type { RulesAudit, RulesReport } from "../../src/rules/rules-walk.js";
import type { RuleId } from "../../src/rules/rule.js";
import {
  honestJournal,
  type HonestEvent,
  journalWith,
  storedAs,
  transactionOf,
  transferOf,
} from "./coin-journal.js";

const audited = async (
  events: Parameters<typeof journalWith>[0],
  audit: Partial<RulesAudit> = {},
): Promise<RulesReport> => {
  const options = { level: "rules", packages: coinPackages, ...audit } as const;
  const report = await auditRules(await journalWith(events), options);
  if (isLeft(report)) throw new Error(report.left.message);
  return report.right;
};

/** A transaction changed by a forger. */
type Forged = (event: TransactionCommitted) => TransactionCommitted;

const exerciseAt = (event: TransactionCommitted): number =>
  event.nodes.findIndex(({ kind }) => kind === "exercise");

/** The node that creates the coin of 87.5, which is what is left after the transfer. */
const createAt = ({ nodes }: TransactionCommitted): number =>
  nodes.findIndex(
    (node) => node.kind === "create" && JSON.stringify(node.payload).includes("87.5"),
  );

const withNode = (
  event: TransactionCommitted,
  at: number,
  change: Partial<CreateNode> | Partial<ExerciseNode>,
): TransactionCommitted => ({
  ...event,
  // border: the change fits the kind of the node
  nodes: event.nodes.map((node, index) =>
    index === at ? ({ ...node, ...change } as typeof node) : node,
  ),
});

const exercised = (event: TransactionCommitted): ExerciseNode => {
  const node = event.nodes[exerciseAt(event)];
  if (node?.kind !== "exercise") throw new Error("no exercise");
  return node;
};

/** The first result that has a summary, changed as text. */
const withResult = (
  event: TransactionCommitted,
  change: (text: string) => string,
): TransactionCommitted => {
  const at = event.nodes.findIndex(
    (node) => node.kind === "exercise" && JSON.stringify(node.result).includes("balanceChanges"),
  );
  const node = event.nodes[at];
  if (node?.kind !== "exercise") throw new Error("no result has a summary");
  return withNode(event, at, { result: JSON.parse(change(JSON.stringify(node.result))) });
};

/** What a forger changes, the rules that find it, and whether they say at which node. */
const forgeries: ReadonlyArray<readonly [string, ReadonlyArray<RuleId>, "node" | "event", Forged]> =
  [
    [
      "the amount of a coin that is created",
      ["X2", "R1"],
      "node",
      (event) => {
        const node = event.nodes[createAt(event)];
        const payload = JSON.parse(
          JSON.stringify(node?.kind === "create" ? node.payload : "").replace("87.5", "97.5"),
        );
        return withNode(event, createAt(event), { payload });
      },
    ],
    [
      "the result of a choice",
      ["R1"],
      "node",
      (event) => withNode(event, exerciseAt(event), { result: {} }),
    ],
    [
      "the balance that a result reports",
      ["C4", "R1"],
      "node",
      (event) =>
        withResult(event, (text) =>
          text.replace(/("changeToInitialAmountAsOfRoundZero":"-?)\d/, "$17"),
        ),
    ],
    [
      "the rewards that a result reports",
      ["C2", "C1", "R1"],
      "node",
      (event) =>
        withResult(event, (text) =>
          text.replace('"inputAppRewardAmount":"0.', '"inputAppRewardAmount":"5.'),
        ),
    ],
    [
      "who acts",
      ["X4", "R1"],
      "node",
      (event) =>
        withNode(event, exerciseAt(event), {
          actingParties: [...exercised(event).actingParties, "zoe::1220"],
        }),
    ],
    [
      "the contract that is exercised",
      ["X3", "R1"],
      "node",
      (event) => withNode(event, exerciseAt(event), { contractId: `00${"ab".repeat(32)}` }),
    ],
    [
      "the signatories of the contract that is exercised",
      ["X3", "R1"],
      "node",
      (event) => withNode(event, exerciseAt(event), { signatories: [...event.actAs].sort() }),
    ],
    [
      "whether a choice consumes",
      ["R1"],
      "node",
      (event) => withNode(event, exerciseAt(event), { consuming: true }),
    ],
    [
      "the update id",
      ["X7", "R1"],
      "event",
      (event) => ({ ...event, updateId: `1220${"0".repeat(64)}` }),
    ],
    [
      "the ledger time",
      ["T2", "X2", "R1"],
      "event",
      (event) => ({ ...event, effectiveAt: event.effectiveAt + 10 ** 12 }),
    ],
    [
      "when it was recorded",
      ["T1"],
      "event",
      (event) => ({ ...event, recordTime: event.recordTime - 3_600_000_000 }),
    ],
    [
      "a ledger time before what it uses was made",
      ["T3", "T2", "R1"],
      "node",
      (event) => ({ ...event, effectiveAt: event.effectiveAt - 3_600_000_000 }),
    ],
    [
      "a key that two contracts have, and nobody signs for",
      ["X6", "R1"],
      "node",
      (event) => ({
        ...event,
        nodes: event.nodes.map((node) =>
          node.kind === "create"
            ? { ...node, key: { value: "k", maintainers: ["zoe::1220"] } }
            : node,
        ),
      }),
    ],
    [
      "the time of its creation alone",
      ["X2", "R1"],
      "node",
      (event) => ({ ...event, effectiveAt: event.effectiveAt + 1 }),
    ],
    [
      "that another party submits",
      ["X4", "X7", "R1"],
      "event",
      (event) => ({ ...event, actAs: ["zoe::1220"] }),
    ],
    [
      "a node that is left out",
      ["X1", "R1"],
      "node",
      (event) => ({ ...event, nodes: event.nodes.slice(0, -1) }),
    ],
    [
      "that the submitter could read what it used",
      ["X5", "R1"],
      "node",
      ({ readAs: _readAs, ...event }) => event,
    ],
    [
      "the network of a coin",
      ["C7", "X2", "R1"],
      "node",
      (event) => {
        const node = event.nodes[createAt(event)];
        const text = JSON.stringify(node?.kind === "create" ? node.payload : "");
        return withNode(event, createAt(event), {
          payload: JSON.parse(text.replace(/"dso":"[^"]*"/, '"dso":"other::1220"')),
        });
      },
    ],
    [
      "the deduplication period that was reported",
      ["R3", "R1"],
      "event",
      (event) => ({ ...event, deduplicationPeriod: { kind: "duration", durationMicros: 1 } }),
    ],
  ];

describe("An audit by rules", () => {
  let honest: ReadonlyArray<HonestEvent> = [];
  let transfer = { offset: 0, event: {} as TransactionCommitted };

  before(async () => {
    honest = await honestJournal();
    transfer = transferOf(honest);
  });

  const forged = (forge: Forged) =>
    honest.map((each) =>
      each.offset === transfer.offset
        ? storedAs({ ...each, event: forge(transfer.event) })
        : storedAs(each),
    );

  it("finds nothing wrong with an honest journal, and checks every rule of it", async () => {
    const { events, findings, results } = await audited(honest.map(storedAs));
    expect(findings).to.deep.equal([]);
    expect(events).to.equal(honest.length);
    for (const [rule, { checked, skipped }] of results) {
      // this journal has no lock and no round that ends; other tests have
      if (rule !== "C5" && rule !== "C3") expect(checked, rule).to.be.above(0);
      expect(skipped, rule).to.equal(0);
    }
  });

  for (const [what, expected, place, forge] of forgeries) {
    it(`finds ${what} when it was changed and all was chained again`, async () => {
      const { findings } = await audited(forged(forge));
      const here = findings.filter(({ offset }) => offset === transfer.offset);
      expect(
        [...new Set(here.map(({ rule }) => rule))],
        JSON.stringify(findings),
      ).to.include.members(expected);
      if (place === "node") expect(here.some(({ node }) => node !== undefined)).to.equal(true);
      for (const { offset } of findings) expect(offset).to.be.at.least(transfer.offset);
    });
  }

  it("finds an event that is there twice, swapped with the next, or has another text", async () => {
    const stored = honest.map(storedAs);
    const twice = [...stored, ...stored.slice(-1)];
    const rulesOf = async (events: typeof stored) => [
      ...new Set((await audited(events)).findings.map(({ rule }) => rule)),
    ];
    expect(await rulesOf(twice)).to.include("J3");
    const at = transfer.offset - 1;
    const swapped = stored.with(at, stored[at + 1] ?? fail()).with(at + 1, stored[at] ?? fail());
    expect(await rulesOf(swapped)).to.include.members(["R1"]);
    const spaced = stored.map((each, index) =>
      index === at ? { ...each, data: `${each.data.slice(0, -1)} }` } : each,
    );
    expect(await rulesOf(spaced)).to.deep.equal(["J4"]);
    const unread = stored.map((each, index) => (index === at ? { ...each, data: "{}" } : each));
    expect((await audited(unread)).findings[0]).to.include({ rule: "J4", offset: transfer.offset });
  });

  it("finds an event with metadata, and one that initializes the ledger again", async () => {
    const stored = honest.map(storedAs);
    const marked = stored.map((each, index) => (index === 3 ? { ...each, metadata: "{}" } : each));
    expect((await audited(marked)).findings).to.deep.equal([
      { rule: "J1", offset: 4, message: "it has metadata, but nodes write none" },
    ]);
    const id = "0199b1c2-0000-7000-8000-000000000001";
    const again = [...stored, { ...(stored[0] ?? fail()), id }];
    const { findings } = await audited(again);
    expect(findings.find(({ rule }) => rule === "J5")).to.deep.equal({
      rule: "J5",
      offset: again.length,
      message: "found a LedgerInitialized",
    });
  });

  it("finds a package with another model, and one that is used while it is not vetted", async () => {
    const { nodes } = transfer.event;
    const [packageId = ""] = nodes[createAt(transfer.event)]?.templateId.split(":") ?? [];
    const stored = honest.flatMap((each) => {
      const { event, offset } = each;
      if (event.type === "PackageRegistered" && event.packageId === packageId) {
        const model = { ...modelOf(event), name: "x" };
        return [storedAs({ ...each, event: { ...event, model } })];
      }
      if (event !== transfer.event) return [storedAs(each)];
      const changes = [{ packageId, isVetted: false }];
      const { recordTime } = event;
      const unvetted = { type: "PackagesVettingChanged", changes, recordTime } as const;
      const id = "0199b1c2-0000-7000-8000-000000000001";
      return [storedAs({ id, offset, event: unvetted }), storedAs(each)];
    });
    const { findings } = await audited(stored);
    const found = findings.filter(({ rule }) => rule === "R5");
    expect(found[0]?.message).to.equal(
      `the package ${packageId} has a model that does not match its id`,
    );
    expect(found[1]).to.include({ offset: transfer.offset + 1 });
    expect(found[1]?.message).to.equal(`the package ${packageId} is not vetted at that time`);
    expect(found[1]?.node).to.be.a("number");
  });

  it("finds a duplicate that names another command, or none", async () => {
    const rejectedWith = (context: Record<string, string>) =>
      honest.map((each) => {
        const { event } = each;
        if (event.type !== "CommandRejected") return storedAs(each);
        const error = { ...event.error, context: { ...event.error.context, ...context } };
        return storedAs({ ...each, event: { ...event, error } });
      });
    const r3 = async (events: ReadonlyArray<ReturnType<typeof storedAs>>) =>
      (await audited(events)).findings
        .filter(({ rule }) => rule === "R3")
        .map(({ message }) => message);
    expect((await r3(rejectedWith({ completion_offset: "3" }))).join()).to.match(
      /^it names offset 3 as the command it repeats, but that command has offset \d+$/,
    );
    const other = honest.map((each) =>
      storedAs(
        each.event.type === "CommandRejected"
          ? { ...each, event: { ...each.event, commandId: "once" } }
          : each,
      ),
    );
    expect(await r3(other)).to.deep.equal([
      "it is rejected as a duplicate, but its period contains no command with its change id",
    ]);
  });

  it("finds a right of another user, and a rejection that has another reason", async () => {
    const stored = honest.map((each) => {
      const { event } = each;
      if (event.type === "CommandRejected")
        return storedAs({ ...each, event: { ...event, error: { ...event.error, cause: "so" } } });
      if (event.type === "UserRightsGranted")
        return storedAs({ ...each, event: { ...event, userId: "mallory" } });
      return storedAs(each);
    });
    const { findings } = await audited(stored);
    expect(findings.map(({ rule }) => rule)).to.include.members(["R4", "R2"]);
  });

  it("finds a coin that operator and owner made outside any choice", async () => {
    const events = await honestJournal(async (t) => {
      const { alice } = await t.parties("alice");
      const [held] = await t.active(Amulet, { party: alice });
      if (held === undefined) throw new Error("alice has no coin");
      await t.create(Amulet, held.payload, { actAs: [alice, t.dso] });
    });
    const { findings } = await audited(events.map(storedAs));
    expect(findings).to.deep.equal([
      {
        rule: "C6",
        offset: events.length,
        node: 0,
        message: "a coin is made outside any choice",
      },
    ]);
  });

  it("finds a lock that was opened without a holder, or for another coin", async () => {
    const events = await honestJournal(async (t) => {
      const { alice, bob } = await t.parties("alice", "bob");
      const [held] = await t.active(Amulet, { party: alice });
      if (held === undefined) throw new Error("alice has no coin");
      const lock = { holders: [bob], expiresAt: new Date("2100-01-01T00:00:00Z") };
      const actAs = [alice, bob, t.dso];
      const { contractId } = await t.create(
        LockedAmulet,
        { amulet: held.payload, lock },
        { actAs },
      );
      await t.exercise(LockedAmulet_UnlockV2, contractId, {}, { actAs });
    });
    const c5 = async (forge: Forged): Promise<ReadonlyArray<string>> => {
      const stored = events.map((each) =>
        each === events.at(-1) && each.event.type === "TransactionCommitted"
          ? storedAs({ ...each, event: forge(each.event) })
          : storedAs(each),
      );
      const { findings, results } = await audited(stored);
      expect(results.get("C5")?.checked).to.equal(1);
      return findings.filter(({ rule }) => rule === "C5").map(({ message }) => message);
    };
    expect(await c5((event) => event)).to.deep.equal([]);
    const withoutBob = await c5((event) =>
      withNode(event, 0, {
        actingParties: exercised(event).actingParties.filter((party) => !party.startsWith("bob")),
      }),
    );
    expect(withoutBob.join()).to.match(
      /^a lock is opened without "bob::.*", its owner or a holder$/,
    );
    const another = await c5((event) => {
      const at = event.nodes.findIndex(({ kind }) => kind === "create");
      const node = event.nodes[at];
      const text = JSON.stringify(node?.kind === "create" ? node.payload : "");
      return withNode(event, at, { payload: JSON.parse(text.replace("87.5", "97.5")) });
    });
    expect(another.join()).to.match(/^the coin .*"87\.5.* was locked, but it becomes .*"97\.5.*$/);
  });

  it("finds a mint of another amount than its choice says", async () => {
    const minted = (event: TransactionCommitted): number =>
      event.nodes.findIndex(
        (node) => node.kind === "exercise" && node.choice === "AmuletRules_Mint",
      );
    const tap = transactionOf(honest, (event) => minted(event) >= 0);
    const node = tap.event.nodes[minted(tap.event)];
    const argument = JSON.parse(
      JSON.stringify(node?.kind === "exercise" ? node.argument : "").replace('"1.0', '"9.0'),
    );
    const stored = honest.map((each) =>
      each.offset === tap.offset
        ? storedAs({ ...each, event: withNode(tap.event, minted(tap.event), { argument }) })
        : storedAs(each),
    );
    const { findings } = await audited(stored);
    expect(findings.map(({ rule }) => rule)).to.include.members(["C1", "R1"]);
    expect(findings.find(({ rule }) => rule === "C1")?.message).to.equal(
      "1.0000000000 CC are minted or burned, but its choices say 9.0000000000",
    );
  });

  it("checks structure without code, and says what it cannot decide", async () => {
    const stored = forged((event) => withNode(event, exerciseAt(event), { result: {} }));
    const structure = await audited(stored, { level: "structure", packages: [] });
    expect(structure.findings).to.deep.equal([]);
    expect([...structure.results.keys()]).to.not.include("R1");
    const { results } = await audited(stored, { packages: [] });
    expect(results.get("R1")?.skipped).to.be.above(0);
    expect(results.get("R1")?.reasons.join()).to.match(
      /no code is loaded for the package splice-\S+ \(\w+\); name a module that exports it by --packages/,
    );
  });

  it("reports from one offset to another only", async () => {
    const stored = forged((event) => withNode(event, exerciseAt(event), { result: {} }));
    const later = await audited(stored, { from: transfer.offset + 1 });
    expect(later.findings.filter(({ offset }) => offset <= transfer.offset)).to.deep.equal([]);
    const earlier = await audited(stored, { to: transfer.offset - 1 });
    expect([earlier.findings, earlier.events]).to.deep.equal([[], transfer.offset - 1]);
  });
});

const modelOf = ({ model }: PackageRegistered): Readonly<Record<string, Json>> =>
  isJsonObject(model) ? model : fail();

const fail = (): never => {
  throw new Error("there is no such event");
};
