import type { AuditReport } from "@tallystick/node";
import type { ContentsReport } from "../contents/check-contents.js";
import type { LogReport } from "../log/check-log.js";
import type { RulesReport } from "../rules/rules-walk.js";
import { isOfPruning } from "../rules/erased-data.js";
import { isOfImport } from "../rules/import-rule.js";
import type { AuditLevel, RuleId } from "../rules/rule.js";

/** Everything an audit found. */
export interface AuditOutcome {
  /** The stream of the journal. */
  readonly stream: string;
  readonly level: AuditLevel;
  /** The version of the program that checked. */
  readonly tool: string;
  /** Hashes, checksums and signatures of the journal and the files of its folder. */
  readonly chain: AuditReport;
  /** Absent at the level `chain`, and when the chain is damaged: what follows would say nothing. */
  readonly rules?: RulesReport | undefined;
  /** At the level `rules`: what the files of the folder say, beyond their checksums. */
  readonly contents?: ContentsReport | undefined;
  /** At the level `rules`, where there is a log: what its checkpoints and tiles say. */
  readonly log?: LogReport | undefined;
}

/** The result of an audit. */
export type Verdict = "holds" | "inconsistent" | "damaged" | "violated" | "inconclusive";

/** One thing that is wrong. */
export interface OutcomeFinding {
  /**
   * A rule, `J2` for what is damaged in the journal or contradicts a checkpoint, `D1` for what is
   * in files made of it.
   */
  readonly rule: RuleId | "J2" | "D1";
  /** Journal, snapshot, views and so on. */
  readonly where: string;
  readonly offset?: number | undefined;
  readonly node?: number | undefined;
  readonly message: string;
}

/** Everything that is wrong, in the order of levels. */
export const findingsOf = ({
  chain,
  rules,
  contents,
  log,
}: AuditOutcome): ReadonlyArray<OutcomeFinding> => [
  ...chain.findings.map(({ where, offset, message }) => ({
    rule: isDerived(where) ? ("D1" as const) : ("J2" as const),
    where,
    offset,
    message,
  })),
  ...(rules?.findings ?? []).map((finding) => ({ ...finding, where: "journal" })),
  ...(contents?.findings ?? []).map((finding) => ({ rule: "D1" as const, ...finding })),
  ...(log?.findings ?? []).map(({ kind, ...finding }) => ({
    rule: kind === "contradiction" ? ("J2" as const) : ("D1" as const),
    ...finding,
  })),
];

const isDerived = (where: string): boolean => ["snapshot", "views", "wallet"].includes(where);

/** Rules of which something could not be checked, each with why. */
export const skippedOf = ({
  rules,
  contents,
  log,
}: AuditOutcome): ReadonlyArray<{
  readonly rule: RuleId | "D1";
  readonly times: number;
  readonly reason: string;
}> => [
  ...[...(rules?.results ?? [])].flatMap(([rule, { skipped, reasons }]) =>
    reasons.map((reason) => ({ rule, times: skipped, reason })),
  ),
  ...[...(contents?.skipped ?? []), ...(log?.skipped ?? [])].map((reason) => ({
    rule: "D1" as const,
    times: 1,
    reason,
  })),
];

/**
 * The verdict; a contradiction to a checkpoint comes before damage, damage before violated rules,
 * and these before what could not be checked.
 */
export const verdictOf = (outcome: AuditOutcome): Verdict => {
  const { chain, log } = outcome;
  const inLog = new Set(log?.findings.map(({ kind }) => kind));
  if (inLog.has("contradiction")) return "inconsistent";
  if (chain.findings.length > 0 || inLog.has("damaged")) return "damaged";
  if (findingsOf(outcome).length > 0) return "violated";
  // a journal that was pruned, and says so with a signature, has no more than what is left
  const isChecked = skippedOf(outcome).every(
    ({ reason }) => isOfPruning(reason) || isOfImport(reason),
  );
  return chain.journal.events === 0 || !isChecked ? "inconclusive" : "holds";
};
