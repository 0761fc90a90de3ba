/** Times and sizes of the adapter. */
export interface ClientLimits {
  /**
   * Most bytes of an append (id, type, metadata and data); default 1 MiB, what servers take without
   * settings.
   */
  readonly maxAppendBytes: number;
  /**
   * Time limit for one attempt to append, in milliseconds; default 5,000: servers give up after
   * 2 to 3 seconds.
   */
  readonly appendTimeoutMs: number;
  /** How long an append of unknown outcome is retried, in milliseconds; default 30,000. */
  readonly appendGiveUpMs: number;
  /** How long a read may receive nothing, in milliseconds; default 5,000. */
  readonly readStallMs: number;
  /** How long a read is retried, in milliseconds; default 15,000. */
  readonly readGiveUpMs: number;
  /**
   * How often a silent subscription reads the stream for new events, in milliseconds; default
   * 10,000.
   */
  readonly idleCheckMs: number;
  /** How long the settings of a stream are cached, in milliseconds; default 60,000. */
  readonly settingsCheckMs: number;
}

/** The default times and sizes. */
export const DEFAULT_CLIENT_LIMITS: ClientLimits = {
  maxAppendBytes: 1024 * 1024,
  appendTimeoutMs: 5_000,
  appendGiveUpMs: 30_000,
  readStallMs: 5_000,
  readGiveUpMs: 15_000,
  idleCheckMs: 10_000,
  settingsCheckMs: 60_000,
};
