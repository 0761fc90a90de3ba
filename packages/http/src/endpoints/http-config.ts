import { systemTimers, type Timers } from "@tallystick/background";
import { type HttpIds, systemIds } from "../sessions/http-ids.js";
import type { AuthConfig, JwksConfig } from "../auth/auth-config.js";
import { defaultTimestampLeeway, type TimestampLeeway } from "../auth/token-times.js";
import type { BrowserLogin } from "../auth/browser-login.js";
import { defaultRateLimits, type RateLimitConfig } from "../limits/rate-limits.js";

/** Settings of the websockets. */
export interface WebSocketConfig {
  /** The most open websockets; further ones are rejected. */
  readonly maxSockets: number;
  /** The most open websockets of one user; further ones are rejected. */
  readonly maxSocketsPerUser: number;
  /** Longest frame a client may send; it is closed with code 1009 for a longer one. */
  readonly maxFrameBytes: number;
  /** Buffered for a slow reader, which the stream then waits for; the last frame may exceed it. */
  readonly maxBufferedBytes: number;
  /** The request must arrive within this time after the upgrade. */
  readonly requestTimeoutMs: number;
  /** Interval of heartbeats; a peer that was silent since the last one is disconnected. */
  readonly pingIntervalMs: number;
}

/** Whether clients need a certificate. */
export type ClientAuth = "required" | "optional";

/** The certificate and key of TLS, as PEM. */
export interface TlsConfig {
  /** The certificate, and after it those of its issuers. */
  readonly certificate: string;
  readonly key: string;
  /**
   * Certificates of those who issue certificates to clients; a client without one of theirs is
   * refused. Undefined: clients need none.
   */
  readonly clientCa?: string | undefined;
  /**
   * With `clientCa`: "optional" serves a client without a certificate too; one that presents a
   * certificate of another issuer is refused. Default "required".
   */
  readonly clientAuth?: ClientAuth | undefined;
}

/** Settings of the HTTP server. */
export interface HttpConfig {
  /** Address to listen on. */
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Further ports of the same address that serve the same. */
  readonly alsoPorts: ReadonlyArray<number>;
  /** Undefined: clear text. */
  readonly tls?: TlsConfig | undefined;
  readonly auth: AuthConfig;
  /** How people log in to the browser wallet where `auth` has services; undefined: not at all. */
  readonly browserLogin?: BrowserLogin | undefined;
  /**
   * Origins whose pages may read answers, `https://wallet.example.com`. Undefined: origins on this
   * machine if only this machine is served, else none.
   */
  readonly corsOrigins?: ReadonlyArray<string> | undefined;
  /** Overrides of `defaultJwksConfig`. */
  readonly jwks: Partial<JwksConfig>;
  /** A token for the JSON Ledger API must expire within this time from now; 0: no limit. */
  readonly maxTokenLifeMs: number;
  /** How far the clocks of issuers may be off. */
  readonly jwtTimestampLeeway: TimestampLeeway;
  readonly rateLimits: RateLimitConfig;
  /** Longest request body that is read. */
  readonly maxBodyBytes: number;
  /**
   * Total size of bodies being received or processed, at least `maxBodyBytes`; small ones are
   * always accepted.
   */
  readonly maxHeldBodyBytes: number;
  /** Concurrent long reads of one user: lists, pages and the like. */
  readonly maxReadsPerUser: number;
  /** Reads of all users at once. */
  readonly maxReads: number;
  /**
   * Total size of answers and frames that wait for their readers; beyond it the connections are cut
   * that have waited longest. Also the total size of long reads' answers, those of one user half of
   * it; further reads are rejected.
   */
  readonly maxHeldAnswerBytes: number;
  /** The most open connections, websockets included; further ones are closed immediately. */
  readonly maxConnections: number;
  /** Longest request line and headers together. */
  readonly maxHeaderBytes: number;
  /**
   * A request must arrive completely within this time, and then be answered within the same time:
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
  /** Requests still running this long after `close` are aborted. */
  readonly closeTimeoutMs: number;
  readonly webSocket: WebSocketConfig;
  /** Milliseconds since the Unix epoch, for the expiry of tokens. */
  readonly now: () => number;
  /** Elapsed time, and what is called back as it passes: timeouts, heartbeats, rate limits. */
  readonly timers: Timers;
  /** Ids and secrets that the interface draws. */
  readonly ids: HttpIds;
}

/** Settings, some left to their defaults. */
export type HttpSettings = Partial<
  Omit<HttpConfig, "webSocket" | "rateLimits" | "jwtTimestampLeeway">
> & {
  readonly jwtTimestampLeeway?: Partial<TimestampLeeway> | undefined;
  readonly webSocket?: Partial<WebSocketConfig> | undefined;
  readonly rateLimits?: Partial<RateLimitConfig> | undefined;
};

const mebibyte = 1024 * 1024;

/**
 * The default settings: the limits of ledger-api 12, and the development login on a loopback
 * address.
 */
export const defaultHttpConfig: HttpConfig = {
  host: "127.0.0.1",
  port: 7575,
  alsoPorts: [],
  auth: { kind: "development" },
  jwks: {},
  maxTokenLifeMs: 24 * 60 * 60 * 1_000,
  jwtTimestampLeeway: defaultTimestampLeeway,
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
  now: () => systemTimers.wallMs(),
  timers: systemTimers,
  ids: systemIds,
};

/**
 * The settings, with defaults filled in.
 *
 * @param settings those that differ from `defaultHttpConfig`
 */
export const httpConfigOf = (settings: HttpSettings): HttpConfig => ({
  ...defaultHttpConfig,
  ...settings,
  jwtTimestampLeeway: { ...defaultTimestampLeeway, ...settings.jwtTimestampLeeway },
  rateLimits: { ...defaultRateLimits, ...settings.rateLimits },
  webSocket: { ...defaultHttpConfig.webSocket, ...settings.webSocket },
});
