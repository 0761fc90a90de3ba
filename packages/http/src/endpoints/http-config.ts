import type { AuthConfig, JwksConfig } from "../auth/auth-config.js";
import { defaultRateLimits, type RateLimitConfig } from "../limits/rate-limits.js";

/** Settings of the websockets. */
export interface WebSocketConfig {
  /** Websockets served at once; further ones are refused. */
  readonly maxSockets: number;
  /** Websockets of one user at once; further ones are refused. */
  readonly maxSocketsPerUser: number;
  /** Longest frame a client may send; it is closed with code 1009 for a longer one. */
  readonly maxFrameBytes: number;
  /**
   * Kept for a reader that is slower than its stream, which waits for it then; the last frame may
   * go beyond it.
   */
  readonly maxBufferedBytes: number;
  /** The request must have come within this time after the upgrade. */
  readonly requestTimeoutMs: number;
  /**
   * How often a peer must give a sign of life; one that gave none since the last time is cut
   * off.
   */
  readonly pingIntervalMs: number;
}

/** What the server shows and signs with in TLS, as PEM. */
export interface TlsConfig {
  /** The certificate, and after it those of its issuers. */
  readonly certificate: string;
  readonly key: string;
}

/** Settings of the HTTP server. */
export interface HttpConfig {
  /** Address to listen on. */
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Further ports of the same address, where the same is served. */
  readonly alsoPorts: ReadonlyArray<number>;
  /** Undefined: clear text. */
  readonly tls?: TlsConfig | undefined;
  readonly auth: AuthConfig;
  /**
   * Origins whose pages may read answers, `https://wallet.example.com`. Undefined: those of this
   * machine where only this machine is served, else none.
   */
  readonly corsOrigins?: ReadonlyArray<string> | undefined;
  /** What is to differ from `defaultJwksConfig`. */
  readonly jwks: Partial<JwksConfig>;
  /**
   * A token for the JSON Ledger API must end within so long from now; 0: whenever it will, or
   * never.
   */
  readonly maxTokenLifeMs: number;
  readonly rateLimits: RateLimitConfig;
  /** Longest request body that is read. */
  readonly maxBodyBytes: number;
  /**
   * Bodies that are received or worked on may take so much together, and at least `maxBodyBytes`;
   * small ones are always taken.
   */
  readonly maxHeldBodyBytes: number;
  /** Reads of one user that run at once: lists, pages and whatever else may read much. */
  readonly maxReadsPerUser: number;
  /** The same of all users. */
  readonly maxReads: number;
  /**
   * Answers and frames that wait for their readers may take so much together; beyond it the
   * connections are cut on which they have waited longest. So may the answers of long reads that
   * are being made or wait, those of one user half of it; further ones are not made.
   */
  readonly maxHeldAnswerBytes: number;
  /** Connections at once, websockets included; further ones are closed as they come. */
  readonly maxConnections: number;
  /** Longest request line and headers together. */
  readonly maxHeaderBytes: number;
  /**
   * A request must have arrived whole within this time, and then be answered within the same time:
   * later it is 504 REQUEST_TIME_OUT.
   */
  readonly requestTimeoutMs: number;
  /** A list with more elements is answered with 413 (ledger-api 12). */
  readonly maxListElements: number;
  /** An open-ended list ends after this long without a new element (ledger-api 12). */
  readonly listIdleTimeoutMs: number;
  /** Parties a user without an admin right may allocate for itself (ledger-api 2.10). */
  readonly maxSelfAllocatedParties: number;
  /** How long a request may wait for the offset it names in `X-Tallystick-Min-Offset`. */
  readonly minOffsetTimeoutMs: number;
  /** Requests still running this long after `close` are cut off. */
  readonly closeTimeoutMs: number;
  readonly webSocket: WebSocketConfig;
  /** Milliseconds since the Unix epoch, for the expiry of tokens. */
  readonly now: () => number;
}

/** Settings of which some are left to their defaults. */
export type HttpSettings = Partial<Omit<HttpConfig, "webSocket" | "rateLimits">> & {
  readonly webSocket?: Partial<WebSocketConfig> | undefined;
  readonly rateLimits?: Partial<RateLimitConfig> | undefined;
};

const mebibyte = 1024 * 1024;

/**
 * The settings that hold where nothing else is said: the limits of ledger-api 12, and the
 * development login on a loopback address.
 */
export const defaultHttpConfig: HttpConfig = {
  host: "127.0.0.1",
  port: 7575,
  alsoPorts: [],
  auth: { kind: "development" },
  jwks: {},
  maxTokenLifeMs: 24 * 60 * 60 * 1_000,
  rateLimits: defaultRateLimits,
  maxBodyBytes: 10 * mebibyte,
  maxHeldBodyBytes: 256 * mebibyte,
  maxReadsPerUser: 64,
  maxReads: 1_024,
  maxHeldAnswerBytes: 256 * mebibyte,
  maxConnections: 10_000,
  maxHeaderBytes: 32 * 1024,
  requestTimeoutMs: 20_000,
  maxListElements: 200,
  listIdleTimeoutMs: 500,
  maxSelfAllocatedParties: 0,
  minOffsetTimeoutMs: 5_000,
  closeTimeoutMs: 10_000,
  webSocket: {
    maxSockets: 2_000,
    maxSocketsPerUser: 1_000,
    maxFrameBytes: mebibyte,
    maxBufferedBytes: 256 * 1024,
    requestTimeoutMs: 20_000,
    pingIntervalMs: 30_000,
  },
  now: Date.now,
};

/**
 * The settings that hold when these are given.
 *
 * @param settings those that differ from `defaultHttpConfig`
 */
export const httpConfigOf = (settings: HttpSettings): HttpConfig => ({
  ...defaultHttpConfig,
  ...settings,
  rateLimits: { ...defaultRateLimits, ...settings.rateLimits },
  webSocket: { ...defaultHttpConfig.webSocket, ...settings.webSocket },
});
