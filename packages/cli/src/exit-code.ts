/** How the process ends; scripts may rely on these numbers. */
export const exitCode = {
  done: 0,
  /** Something unforeseen, or a stop that did not finish in time. */
  failed: 1,
  /** Wrong flags, environment or configuration file. */
  usage: 2,
  /** Another process holds the data. */
  dataInUse: 3,
  /** The port or address is not to be had. */
  addressTaken: 4,
  /** The journal is damaged or incomplete. */
  dataDamaged: 5,
  /** Nothing was found to be wrong, and not everything could be looked at. */
  inconclusive: 7,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
