export { checkContents, type ContentsReport } from "./contents/check-contents.js";
export { AuditError, type AuditedJournal, lastEventOf } from "./log/audited-journal.js";
export { checkLog, type LogReport } from "./log/check-log.js";
export { offsetOfUpdate } from "./log/find-update.js";
export { JournalLog, type ShownRows } from "./log/journal-log.js";
export { LogFolder } from "./log/log-folder.js";
export { openedByPolicy, openedNote } from "./log/opened-note.js";
export { defaultDomain, isLogDomain, originOf } from "./log/log-origin.js";
export { nodeOfRow, nodesSeenBy } from "./log/shown-rows.js";
export { LogKeeper } from "./service/log-keeper.js";
export {
  type LogKeeping,
  LogService,
  type LogServiceParts,
  type LogStatus,
  type ProofAnswer,
} from "./service/log-service.js";
export { auditRules } from "./rules/audit-rules.js";
export type { RulesAudit, RulesReport } from "./rules/rules-walk.js";
export {
  type AuditLevel,
  auditLevels,
  type RuleFinding,
  type RuleId,
  type RuleResult,
  rules,
} from "./rules/rule.js";
export {
  type AuditOutcome,
  type OutcomeFinding,
  type Verdict,
  verdictOf,
} from "./report/audit-outcome.js";
export { type JunitCase, junitText } from "./report/junit.js";
export { reportJson, reportJunit } from "./report/report-data.js";
export { reportLines } from "./report/report-text.js";
export {
  balanceColumns,
  balanceRows,
  balancesAt,
  csvText,
  type PastBalance,
  type PastBalances,
  shownUnits,
} from "./travel/balances.js";
export { bisect, type BrokenClaim, type ClaimOutcome } from "./travel/bisect.js";
export { type Claim, type ClaimError, claimOf, type ClaimedContract } from "./travel/claim.js";
export { changesBetween, type ChangesBetween } from "./travel/changes-between.js";
export { compareJournals, type JournalDifference } from "./travel/compare-journals.js";
export {
  decideAt,
  type PastCommand,
  type PastCommandError,
  type PastDecision,
  type UserAuthority,
} from "./travel/decide-at.js";
export { decisionCase, decisionData, decisionLines } from "./travel/decision-words.js";
export { exportColumns, exportedLines, exportedRows, type ExportRange } from "./travel/export.js";
export { explain, type Explained, type Explanation } from "./travel/explain.js";
export type {
  Again,
  Asked,
  DecidedBy,
  Story,
  StoryContract,
} from "./story/story.js";
export {
  storiesData,
  storiesJson,
  storiesJunit,
  storiesVerdict,
  type StoryVerdict,
} from "./story/story-data.js";
export { storyLines } from "./story/story-text.js";
export {
  type PastSupply,
  type Supply,
  supplyAt,
  supplyColumns,
  supplyRows,
  unexplained,
} from "./travel/supply.js";
export { contractsOf, type Moment, type PastState, stateAt } from "./travel/state-at.js";
export { type Watch, type WatchEnd, watchJournal } from "./watch/watch-journal.js";
export { checkWhole } from "./watch/whole-check.js";
export { Witness } from "./witness/witness-folder.js";
