import { junitText } from "./junit.js";
import { rules } from "../rules/rule.js";
import { type AuditOutcome, findingsOf, skippedOf, verdictOf } from "./audit-outcome.js";

const version = 1;

/** The report as one JSON object; the same input gives the same bytes. */
export const reportJson = (outcome: AuditOutcome): string => {
  const { stream, level, tool, chain, log } = outcome;
  const { journal, from, snapshot, views, wallet, notes } = chain;
  return JSON.stringify({
    v: version,
    verdict: verdictOf(outcome),
    level,
    tool,
    subject: {
      stream,
      participant: journal.participantId,
      events: journal.events,
      from,
      firstHash: journal.journalId,
      lastHash: journal.hash,
      prunedUpTo: journal.pruned?.said.offset,
    },
    files: { snapshot, views, wallet },
    notes,
    compared: outcome.contents?.compared,
    log: log === undefined ? undefined : { checkpoints: log.checkpoints, size: log.size },
    rules: Object.fromEntries(
      [...(outcome.rules?.results ?? [])].map(([rule, result]) => [
        rule,
        { text: rules[rule].text, ...result },
      ]),
    ),
    findings: findingsOf(outcome),
  });
};

/** The report as JUnit XML, one test case for each rule and one for hashes and files each. */
export const reportJunit = (outcome: AuditOutcome): string => {
  const findings = findingsOf(outcome);
  const skipped = skippedOf(outcome);
  const cases = ["J2", "D1", ...(outcome.rules?.results.keys() ?? [])];
  return junitText(
    outcome.stream,
    cases.map((rule) => ({
      kind: "audit",
      name: rule,
      failures: findings
        .filter((finding) => finding.rule === rule)
        .map(({ offset, node, message }) => ({
          message,
          place: `offset ${offset ?? "unknown"}${node === undefined ? "" : `, node ${node}`}`,
        })),
      skipped: skipped.find((each) => each.rule === rule)?.reason,
    })),
  );
};
