import type { AuditReport } from "@tallystick/node";
import type { ContentsReport } from "../contents/check-contents.js";
import type { LogReport } from "../log/check-log.js";
import { isOfImport } from "../rules/import-rule.js";
import type { RulesReport } from "../rules/rules-walk.js";
import {
  type AuditOutcome,
  findingsOf,
  type OutcomeFinding,
  skippedOf,
  verdictOf,
} from "./audit-outcome.js";

const pruningLine = ({ journal }: AuditReport): ReadonlyArray<string> => {
  const { pruned } = journal;
  if (pruned === undefined) return [];
  const { said, erased } = pruned;
  const rest = erased < said.erased ? `, ${said.erased - erased} more at the next start` : "";
  return [`pruned: up to offset ${said.offset}, ${erased} events erased${rest}`];
};

const fileLine = (name: string, offset: number | undefined): ReadonlyArray<string> =>
  offset === undefined ? [] : [`${name}: complete up to offset ${offset}`];

const rulesLine = (rules: RulesReport | undefined): ReadonlyArray<string> => {
  if (rules === undefined) return [];
  const results = [...rules.results.values()];
  const checks = results.reduce((sum, { checked }) => sum + checked, 0);
  const violated = results.filter((each) => each.violated > 0).length;
  return [`rules: ${results.length}, of which ${violated} are violated; ${checks} checks`];
};

const contentsLine = (contents: ContentsReport | undefined): ReadonlyArray<string> => {
  const files = Object.entries(contents?.compared ?? {});
  return files.length === 0
    ? []
    : [`compared: ${files.map(([name, offset]) => `${name} up to offset ${offset}`).join(", ")}`];
};

const logLine = (log: LogReport | undefined): ReadonlyArray<string> =>
  log === undefined
    ? []
    : [`log: ${log.checkpoints} checkpoints, the last covers ${log.size} events`];

const findingLine = ({ rule, where, offset, node, message }: OutcomeFinding): string => {
  const place = [
    where,
    ...(offset === undefined ? [] : [`offset ${offset}`]),
    ...(node === undefined ? [] : [`node ${node}`]),
  ].join(", ");
  return `${rule} ${place}: ${message}`;
};

const verdictThatHolds = (skipped: ReturnType<typeof skippedOf>): string => {
  if (skipped.length === 0) return "verdict: holds";
  return skipped.every(({ reason }) => isOfImport(reason))
    ? "verdict: holds, except for imported contracts and parties"
    : "verdict: holds, except for pruned data";
};

const verdictLine = (outcome: AuditOutcome): string => {
  const verdict = verdictOf(outcome);
  const findings = findingsOf(outcome).length;
  switch (verdict) {
    case "holds":
      return verdictThatHolds(skippedOf(outcome));
    case "inconclusive":
      return outcome.chain.journal.events === 0
        ? "verdict: inconclusive: no event was read"
        : "verdict: inconclusive: no error found, but not everything could be checked";
    default:
      return `verdict: ${verdict}: ${findings} findings`;
  }
};

/** The report for people, line by line; the verdict is the last. */
export const reportLines = (outcome: AuditOutcome): ReadonlyArray<string> => {
  const { stream, chain, rules, contents, log } = outcome;
  const { journal, from, snapshot, views, wallet, notes } = chain;
  const read =
    from === undefined || journal.events === 0
      ? `${journal.events} events`
      : `offsets ${from} to ${journal.events}`;
  return [
    `journal: ${stream}, ${read}, chain hash ${journal.hash}`,
    `participant: ${journal.participantId}`,
    ...pruningLine(chain),
    ...fileLine("snapshot", snapshot),
    ...fileLine("views", views),
    ...fileLine("wallet", wallet),
    ...rulesLine(rules),
    ...contentsLine(contents),
    ...logLine(log),
    ...notes.map((note) => `note: ${note}`),
    ...skippedOf(outcome).map(
      ({ rule, times, reason }) => `${rule} not checked, ${times}: ${reason}`,
    ),
    ...findingsOf(outcome).map(findingLine),
    verdictLine(outcome),
  ];
};
