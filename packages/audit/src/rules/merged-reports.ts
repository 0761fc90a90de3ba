import {
  keptFindings,
  keptReasons,
  type RuleFinding,
  type RuleId,
  type RuleResult,
} from "./rule.js";
import type { RulesReport } from "./rules-walk.js";

const nothing: RuleResult = { checked: 0, violated: 0, skipped: 0, reasons: [] };

const isOfId = ({ rule }: RuleFinding): number => (rule === "J3" ? 1 : 0);

/** The report of a whole journal, of those of its ranges in order. */
export const mergedReports = (reports: ReadonlyArray<RulesReport>): RulesReport => {
  const results = new Map<RuleId, RuleResult>();
  const kept = new Map<RuleId, number>();
  const findings: Array<RuleFinding> = [];
  for (const report of reports) {
    for (const [rule, result] of report.results) {
      const before = results.get(rule) ?? nothing;
      const reasons = [...new Set([...before.reasons, ...result.reasons])].slice(0, keptReasons);
      results.set(rule, {
        checked: before.checked + result.checked,
        violated: before.violated + result.violated,
        skipped: before.skipped + result.skipped,
        reasons,
      });
    }
    for (const finding of report.findings) {
      const count = (kept.get(finding.rule) ?? 0) + 1;
      kept.set(finding.rule, count);
      if (count <= keptFindings) findings.push(finding);
    }
  }
  // the last one has those of event ids, wherever they are
  findings.sort((a, b) => a.offset - b.offset || isOfId(b) - isOfId(a));
  return { events: Math.max(...reports.map(({ events }) => events)), results, findings };
};
