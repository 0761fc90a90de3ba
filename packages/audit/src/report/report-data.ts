import { rules } from "../rules/rule.js";
import { type AuditOutcome, findingsOf, skippedOf, verdictOf } from "./audit-outcome.js";

const version = 1;

/** The report as one JSON object; the same input gives the same bytes. */
export const reportJson = (outcome: AuditOutcome): string => {
  const { stream, level, tool, chain } = outcome;
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
    rules: Object.fromEntries(
      [...(outcome.rules?.results ?? [])].map(([rule, result]) => [
        rule,
        { text: rules[rule].text, ...result },
      ]),
    ),
    findings: findingsOf(outcome),
  });
};

/** A text in XML. */
export const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\u{FFFD}")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** The report as JUnit XML, one test case for each rule and one for hashes and files each. */
export const reportJunit = (outcome: AuditOutcome): string => {
  const findings = findingsOf(outcome);
  const skipped = skippedOf(outcome);
  const cases = ["J2", "D1", ...(outcome.rules?.results.keys() ?? [])];
  const lines = cases.map((rule) => {
    const failures = findings.filter((finding) => finding.rule === rule);
    const unchecked = skipped.filter((each) => each.rule === rule);
    const inner = [
      ...failures.map(({ offset, node, message }) => {
        const place = `offset ${offset ?? "unknown"}${node === undefined ? "" : `, node ${node}`}`;
        return `<failure message="${escaped(message)}">${place}</failure>`;
      }),
      ...(failures.length > 0 ? [] : unchecked.slice(0, 1)).map(
        ({ reason }) => `<skipped message="${escaped(reason)}"/>`,
      ),
    ];
    return `  <testcase classname="audit" name="${rule}">${inner.join("")}</testcase>`;
  });
  const failed = cases.filter((rule) => findings.some((finding) => finding.rule === rule)).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escaped(outcome.stream)}" tests="${cases.length}" failures="${failed}">`,
    ...lines,
    "</testsuite>",
  ].join("\n");
};
