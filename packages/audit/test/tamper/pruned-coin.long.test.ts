import { coinPackages } from "@tallystick/coin";
import { decodeLedgerEvent } from "@tallystick/core";
import { openLedger, orThrow } from "@tallystick/node";
import { expect } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { type AuditedJournal, lastOfType, pagesAfter } from "../../src/log/audited-journal.js";
import { auditRules } from "../../src/rules/audit-rules.js";
import { isOfPruning } from "../../src/rules/erased-data.js";
import { dayJournal } from "../rules/coin-day.js";
import { type HonestEvent, journalWith, storedAs } from "../rules/coin-journal.js";

/** What an event is: its type, and of a transaction the choices of its commands. */
const kindOf = ({ event }: HonestEvent): string =>
  event.type === "TransactionCommitted"
    ? event.nodes
        .map((node) => (node.kind === "exercise" ? node.choice : node.templateId.split(":").at(-1)))
        .join(" ")
    : event.type;

/** The first and the last offset of every kind, where a journal can be pruned. */
const offsetsOfKinds = (events: ReadonlyArray<HonestEvent>): ReadonlyArray<number> => {
  const offsets = new Set<number>();
  for (const kind of new Set(events.map(kindOf))) {
    const all = events.filter((each) => kindOf(each) === kind).map(({ offset }) => offset);
    for (const offset of [all[0], all.at(-1)])
      if (offset !== undefined && offset < events.length) offsets.add(offset);
  }
  return [...offsets].sort((a, b) => a - b);
};

describe("An audit of a pruned journal of the coin", function () {
  let honest: ReadonlyArray<HonestEvent> = [];

  before(async () => {
    honest = await dayJournal();
  });

  /** Whether all is erased that the last pruning of a journal erases. */
  const isErased = async (journal: AuditedJournal): Promise<boolean> => {
    const said = await lastOfType(journal, "JournalPruned");
    const event = decodeLedgerEvent(said?.type ?? "", said?.data ?? "", 1);
    let erased = 0;
    for await (const page of pagesAfter(journal, 0))
      erased += page.filter((each) => each.erased !== undefined).length;
    return isRight(event) && event.right.type === "JournalPruned" && event.right.erased === erased;
  };

  /** The journal, pruned up to some offsets one after the other. */
  const prunedAt = async (...offsets: ReadonlyArray<number>): Promise<AuditedJournal> => {
    const journal = await journalWith(honest.map(storedAs));
    const ledger = orThrow(
      await openLedger({ store: journal.store, packages: coinPackages, acceptClock: true }),
    );
    for (const offset of offsets) {
      orThrow(await ledger.prune(offset));
      while (!(await isErased(journal))) await new Promise((resume) => setTimeout(resume, 5));
    }
    await ledger.close();
    return journal;
  };

  const audited = async (journal: AuditedJournal) => {
    const report = await auditRules(journal, { level: "rules", packages: coinPackages });
    if (isLeft(report)) throw new Error(report.left.message);
    return report.right;
  };

  it("finds nothing, wherever it was pruned", async () => {
    const wrong: Array<string> = [];
    for (const offset of offsetsOfKinds(honest)) {
      const { findings, results } = await audited(await prunedAt(offset));
      for (const found of findings) wrong.push(`pruned at ${offset}: ${JSON.stringify(found)}`);
      const reasons = [...results.values()].flatMap((result) => result.reasons);
      wrong.push(...reasons.filter((reason) => !isOfPruning(reason)));
    }
    expect(wrong).to.deep.equal([]);
  });
});
