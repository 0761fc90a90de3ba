/** How the process ends; scripts may rely on these numbers. */
export const exitCode = {
  done: 0,
  /** Something unforeseen, a rejected request, or a stop that did not finish in time. */
  failed: 1,
  /** Wrong flags, environment or configuration file. */
  usage: 2,
  /** Another process holds the data. */
  dataInUse: 3,
  /** The port or address is not available. */
  addressTaken: 4,
  /** The journal is damaged or incomplete. */
  dataDamaged: 5,
  /** The journal is as it was written, and an event in it breaks a rule. */
  ruleViolated: 6,
  /** Nothing was found to be wrong, and not everything could be looked at. */
  inconclusive: 7,
  /** The journal contradicts a checkpoint that was signed, or a proof does not hold. */
  inconsistent: 8,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** What each means, as help text and documents say it. */
export const exitCodeTexts: ReadonlyArray<readonly [ExitCode, string]> = [
  [exitCode.done, "done, or stopped as asked"],
  [exitCode.failed, "failed or rejected, or a stop did not finish in time"],
  [exitCode.usage, "wrong flags, environment or configuration"],
  [exitCode.dataInUse, "the data is in use by another process"],
  [exitCode.addressTaken, "the port or address is not available"],
  [exitCode.dataDamaged, "the journal is damaged or incomplete"],
  [exitCode.ruleViolated, "audit: an event of the journal breaks a rule"],
  [exitCode.inconclusive, "audit: no error found, but not everything could be checked"],
  [exitCode.inconsistent, "audit: the journal contradicts a checkpoint, or a proof is invalid"],
];
