import { coinPackages } from "@tallystick/coin";
import {
  contractIdParts,
  prunedSubmission,
  prunedText,
  type TransactionCommitted,
} from "@tallystick/core";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { auditRules } from "../../src/rules/audit-rules.js";
import { ErasedData } from "../../src/rules/erased-data.js";
import {
  type HonestEvent,
  honestJournal,
  journalWith,
  storedAs,
  transferOf,
} from "./coin-journal.js";

describe("Data that a pruning erased", () => {
  let honest: ReadonlyArray<HonestEvent> = [];
  let transfer: { readonly offset: number; readonly event: TransactionCommitted };

  before(async () => {
    honest = await honestJournal();
    transfer = transferOf(honest);
  });

  /** The journal with the data of one submission erased, as a crash leaves it in between. */
  const without = (erased: number) =>
    honest.map((each) => {
      const { event, offset, data } = each;
      if (offset !== erased || event.type !== "TransactionCommitted") return storedAs(each);
      const needs = { isKept: () => true, forgottenUpTo: honest.length };
      const pruned = prunedText(prunedSubmission(event, offset, data.length, needs));
      return { id: each.id, type: event.type, data: pruned };
    });

  const audited = async (events: Parameters<typeof journalWith>[0]) => {
    const audit = { level: "rules", packages: coinPackages } as const;
    const report = await auditRules(await journalWith(events), audit);
    if (isLeft(report)) throw new Error(report.left.message);
    return report.right;
  };

  /** Where a coin was made that the transfer consumes. */
  const usedOffset = (): number => {
    const used = transfer.event.nodes.find(
      (node) => node.kind === "exercise" && node.templateId.endsWith(":Splice.Amulet:Amulet"),
    );
    return contractIdParts(used?.contractId ?? "")?.offset ?? 0;
  };

  it("is no violation of what used it, which is not decided again", async () => {
    const { findings, results } = await audited(without(usedOffset()));
    expect(findings).to.deep.equal([]);
    const reasons = results.get("R1")?.reasons ?? [];
    expect(reasons).to.include("pruning erased data that the transaction depends on");
    expect(reasons).to.include("pruning erased the data");
    expect(results.get("R3")?.reasons.join()).to.include("a later pruning erased");
  });

  it("leaves all else to be checked", async () => {
    const forged = without(usedOffset()).map((each, at) => {
      const { event, offset } = honest[at] ?? { event: undefined, offset: 0 };
      if (event?.type !== "TransactionCommitted" || offset !== honest.length - 1) return each;
      const id = honest[at]?.id ?? "";
      return storedAs({ id, offset, event: { ...event, effectiveAt: event.effectiveAt + 1 } });
    });
    const { findings } = await audited(forged);
    expect(findings.map(({ offset }) => offset)).to.include(honest.length - 1);
  });

  it("is settled by the event that says up to where the journal was pruned", () => {
    const erased = new ErasedData();
    const type = "TransactionCommitted";
    const pruned = { type: "SubmissionPruned", recordTime: 0, length: 1 } as const;
    const said = {
      type: "JournalPruned",
      hash: "",
      erased: 2,
      kept: 0,
      residue: "",
      lastErased: 4,
      forgottenUpTo: 0,
      signature: "",
      recordTime: 0,
    } as const;
    expect(erased.isUnsettled).to.equal(false);
    erased.take(pruned, 3, type);
    erased.take(pruned, 4, type);
    expect(erased.isUnsettled).to.equal(true);
    erased.take({ ...said, offset: 3, forgottenUpTo: 4 }, 5, said.type);
    expect(erased.isUnsettled).to.equal(true);
    // a later one forgot what this one says is remembered
    erased.take({ ...said, offset: 4, forgottenUpTo: 3 }, 6, said.type);
    expect(erased.isUnsettled).to.equal(true);
    erased.take({ ...said, offset: 4, forgottenUpTo: 4 }, 7, said.type);
    expect(erased.isUnsettled).to.equal(false);
  });
});
