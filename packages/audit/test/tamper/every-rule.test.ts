import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Amulet, coinPackages, LockedAmulet, LockedAmulet_UnlockV2 } from "@tallystick/coin";
import type { LedgerEvent, TransactionCommitted, TransactionNode } from "@tallystick/core";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { OutcomeFinding } from "../../src/report/audit-outcome.js";
import { auditRules } from "../../src/rules/audit-rules.js";
import { type RuleId, rules } from "../../src/rules/rule.js";
import { audited, copyOf, fileIn, flipByte, honestFolder, inDatabase } from "./tampered-folder.js";
import { dayJournal } from "../rules/coin-day.js";
import { type HonestEvent, journalWith, storedAs } from "../rules/coin-journal.js";
import { onboard, ping } from "../rules/external-wallet.js";

type Stored = Parameters<typeof journalWith>[0][number];
type Id = RuleId | "J2" | "D1";

/** A change that a forger makes, and where it must be found. */
interface Corruption {
  readonly events: ReadonlyArray<Stored>;
  readonly offset: number;
}

const fail = (what: string): never => {
  throw new Error(`there is no ${what}`);
};

/** Every invariant that an audit has by its reference, section 4. */
const invariants =
  "J1 J2 J3 J4 J5 T1 T2 T3 X1 X2 X3 X4 X5 X6 X7 R1 R2 R3 R4 R5 C1 C2 C3 C4 C5 C6 C7 D1 G1".split(
    " ",
  );

describe("Every rule of an audit", () => {
  const place = mkdtempSync(join(tmpdir(), "every-rule-"));
  let honest: ReadonlyArray<HonestEvent> = [];

  before(async () => {
    honest = await dayJournal(async (t) => {
      const { alice, bob } = await t.parties("alice", "bob");
      await ping(t.ledger, await onboard(t.ledger, "ext"), "signed");
      const [held = fail("coin")] = await t.active(Amulet, { party: alice });
      const lock = { holders: [bob], expiresAt: new Date("2100-01-01T00:00:00Z") };
      const actAs = [alice, bob, t.dso];
      const { contractId } = await t.create(
        LockedAmulet,
        { amulet: held.payload, lock },
        { actAs },
      );
      await t.exercise(LockedAmulet_UnlockV2, contractId, {}, { actAs });
    });
    await honestFolder(join(place, "honest"), 0);
  });
  after(() => rmSync(place, { recursive: true, force: true }));

  const transactionWith = (
    isIt: (node: TransactionNode) => boolean,
  ): { readonly offset: number; readonly event: TransactionCommitted } => {
    for (const { event, offset } of honest)
      if (event.type === "TransactionCommitted" && event.nodes.some(isIt)) return { event, offset };
    return fail("such transaction");
  };
  const offsetOf = (type: LedgerEvent["type"]): number =>
    honest.find(({ event }) => event.type === type)?.offset ?? fail(type);
  const at = (offset: number): HonestEvent => honest[offset - 1] ?? fail("event");

  /** The journal with another event at an offset. */
  const changed = (offset: number, change: (event: LedgerEvent) => object): Corruption => ({
    offset,
    events: honest.map((each) =>
      each.offset === offset
        ? storedAs({ ...each, event: Object.assign({}, each.event, change(each.event)) })
        : storedAs(each),
    ),
  });
  const stored = (offset: number, change: (event: Stored) => Stored): Corruption => ({
    offset,
    events: honest.map((each) =>
      each.offset === offset ? change(storedAs(each)) : storedAs(each),
    ),
  });
  /** The first transaction with a node, that node and others changed as text. */
  const nodes = (
    isIt: (node: TransactionNode) => boolean,
    change: (nodes: TransactionCommitted["nodes"], index: number) => TransactionCommitted["nodes"],
  ): Corruption => {
    const { offset, event } = transactionWith(isIt);
    return changed(offset, () => ({ nodes: change(event.nodes, event.nodes.findIndex(isIt)) }));
  };
  const node = (
    isIt: (node: TransactionNode) => boolean,
    change: (text: string) => string,
  ): Corruption =>
    nodes(isIt, (all, index) => {
      const text = JSON.stringify(all[index]);
      const other = change(text);
      if (other === text) fail("change");
      return all.with(index, JSON.parse(other));
    });
  const choice =
    (name: string) =>
    (each: TransactionNode): boolean =>
      each.kind === "exercise" && each.choice === name;
  const create =
    (template: string) =>
    (each: TransactionNode): boolean =>
      each.kind === "create" && each.templateId.endsWith(template);
  const paid = (each: TransactionNode): boolean =>
    choice("AmuletRules_Transfer")(each) && JSON.stringify(each).includes("balanceChanges");
  const transfer = () => transactionWith(choice("AmuletRules_Transfer"));
  const hour = 3_600_000_000;
  const zoe = "zoe::1220";

  /** One corruption for each rule; `J2` and `D1` are of files. */
  const corruptions: Readonly<Record<Exclude<Id, "J2" | "D1">, () => Corruption>> = {
    J1: () => stored(4, (event) => ({ ...event, metadata: "{}" })),
    J3: () => stored(9, (event) => ({ ...event, id: at(8).id })),
    J4: () => stored(9, (event) => ({ ...event, data: `${event.data} ` })),
    J5: () => ({
      offset: honest.length + 1,
      events: [
        ...honest.map(storedAs),
        { ...storedAs(at(1)), id: "0199b1c2-0000-7000-8000-000000000001" },
      ],
    }),
    T1: () => changed(transfer().offset, ({ recordTime }) => ({ recordTime: recordTime - hour })),
    T2: () =>
      changed(transfer().offset, () => ({ effectiveAt: transfer().event.recordTime + hour })),
    T3: () =>
      changed(transfer().offset, () => ({ effectiveAt: transfer().event.recordTime - hour })),
    X1: () => nodes(choice("AmuletRules_Transfer"), (all) => all.slice(0, -1)),
    X2: () => node(create(":Amulet"), (text) => text.replace('"initialAmount":"', "$&9")),
    X3: () =>
      node(choice("AmuletRules_Transfer"), (text) =>
        text.replace(/"contractId":"00../, '"contractId":"00ff'),
      ),
    X4: () =>
      node(choice("AmuletRules_Transfer"), (text) =>
        text.replace('"actingParties":[', `$&"${zoe}",`),
      ),
    X5: () => changed(transfer().offset, () => ({ readAs: undefined })),
    X6: () =>
      nodes(create(":Amulet"), (all) =>
        all.map((each) =>
          each.kind === "create" ? { ...each, key: { value: "k", maintainers: [zoe] } } : each,
        ),
      ),
    X7: () => changed(transfer().offset, () => ({ updateId: `1220${"0".repeat(64)}` })),
    X8: () => {
      const offset =
        honest.find(({ data }) => data.includes('"signed"'))?.offset ?? fail("signature");
      return changed(offset, () => ({ external: undefined }));
    },
    G1: () => changed(offsetOf("ConfigurationApplied"), () => ({ ledgerTimeSkewMicros: -1 })),
    R1: () =>
      node(choice("AmuletRules_Transfer"), (text) => text.replace(/"result":\{/, '$&"more":"1",')),
    R2: () => {
      const user = honest.find(({ event }) => event.type === "UserRightsGranted") ?? fail("right");
      return changed(user.offset, () => ({ userId: "mallory" }));
    },
    R3: () => changed(transfer().offset, () => ({ deduplicationPeriod: { kind: "empty" } })),
    R4: () => {
      const offset = offsetOf("CommandRejected");
      const { event } = at(offset);
      if (event.type !== "CommandRejected") return fail("rejection");
      return changed(offset, () => ({ error: { ...event.error, cause: "because" } }));
    },
    R5: () => {
      const amulet = honest.find(
        ({ event }) => event.type === "PackageRegistered" && event.name === "splice-amulet",
      );
      const { offset, event } = amulet ?? fail("package");
      if (event.type !== "PackageRegistered") return fail("package");
      return changed(offset, () => ({ model: { ...Object(event.model), name: "x" } }));
    },
    C1: () => node(create(":Amulet"), (text) => text.replace('"initialAmount":"', "$&9")),
    C2: () =>
      node(paid, (text) =>
        text.replace('"inputAppRewardAmount":"0.', '"inputAppRewardAmount":"5.'),
      ),
    C3: () => node(create(":UnclaimedReward"), (text) => text.replace('"amount":"', '"amount":"9')),
    C4: () =>
      node(paid, (text) => text.replace(/("changeToInitialAmountAsOfRoundZero":"-?)\d/, "$17")),
    C5: () =>
      nodes(choice("LockedAmulet_UnlockV2"), (all, index) => {
        const opened = all[index];
        if (opened?.kind !== "exercise") return fail("exercise");
        const actingParties = opened.actingParties.filter((party) => !party.startsWith("bob"));
        return all.with(index, { ...opened, actingParties });
      }),
    C6: () => {
      // a transfer without the choice is a coin that is made beside all
      const { offset, event } = transfer();
      const coin = event.nodes.find(create(":Amulet")) ?? fail("coin");
      return changed(offset, () => ({ nodes: [{ ...coin, nodeId: 0 }] }));
    },
    C7: () =>
      nodes(choice("AmuletRules_Transfer"), (all) => {
        const index = all.findIndex(create(":Amulet"));
        const text = JSON.stringify(all[index]).replace(/"dso":"[^"]*"/, '"dso":"other::1220"');
        return all.with(index, JSON.parse(text));
      }),
  };

  const ruled = async (events: ReadonlyArray<Stored>) => {
    const report = await auditRules(await journalWith(events), {
      level: "rules",
      packages: coinPackages,
    });
    if (isLeft(report)) throw new Error(report.left.message);
    return report.right;
  };

  it("is checked in the honest journal, and holds", async () => {
    const { findings, results } = await ruled(honest.map(storedAs));
    // the lock of the test is made outside any choice, which operator and owner can do
    const { offset } = transactionWith(choice("LockedAmulet_UnlockV2"));
    expect(findings.map((each) => `${each.rule} ${each.offset}`)).to.deep.equal([
      `C6 ${offset - 1}`,
    ]);
    expect([...results.keys()].sort()).to.deep.equal(Object.keys(rules).sort());
    for (const [rule, { checked, skipped }] of results) {
      expect(checked, rule).to.be.above(0);
      expect(skipped, rule).to.equal(0);
    }
  });

  it("is in the reference, and in the table of the documents", () => {
    const known = [...Object.keys(corruptions), "J2", "D1"];
    // X8 is of external parties, which came later
    expect(known.sort()).to.deep.equal([...invariants, "X8"].sort());
    const page = readFileSync(new URL("../../../../../docs/auditing.md", import.meta.url), "utf8");
    const documented = [...page.matchAll(/^\| ([A-Z]\d) \|/gm)].map(([, id]) => id ?? "");
    expect(documented.sort()).to.deep.equal(known.sort());
  });

  for (const [rule, corrupt] of Object.entries(corruptions)) {
    it(`${rule} finds what breaks it`, async () => {
      const { events, offset } = corrupt();
      const { findings } = await ruled(events);
      const found = findings.filter((each) => each.rule === rule);
      expect(found[0], JSON.stringify(findings.slice(0, 5))).to.include({ offset });
      expect(found[0]?.message).to.be.a("string").that.is.not.equal("");
    });
  }

  it("J2 finds a byte that was changed in the journal", async () => {
    const copy = copyOf(join(place, "honest"));
    inDatabase(copy, (db) => {
      db.exec("UPDATE event SET hash = replace(hash, substr(hash, 1, 1), 'x') WHERE position = 20");
    });
    const { findings } = await audited(copy);
    expect(findings[0]).to.include({ rule: "J2", where: "journal" });
    expect(findings.map(placeIn).join()).to.match(/\b20\b/);
  });

  it("D1 finds a byte that was changed in a snapshot", async () => {
    const copy = copyOf(join(place, "honest"));
    flipByte(fileIn(join(copy, "snapshot"), /\.run$/));
    const { findings } = await audited(copy);
    expect(findings[0]).to.include({ rule: "D1", where: "snapshot" });
  });
});

const placeIn = ({ offset, message }: OutcomeFinding): string => `${offset} ${message}`;
