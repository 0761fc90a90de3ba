import type { ErrorCode } from "@tallystick/core";
import type { FollowerLag } from "./followers.js";

/** An answered request. */
export interface RequestSeen {
  /** Path of the endpoint with its parameters in braces; undefined when no endpoint was found. */
  readonly route: string | undefined;
  /** Method of the endpoint; undefined when no endpoint was found. */
  readonly method: string | undefined;
  /** Undefined when the caller disconnected before the answer. */
  readonly status: number | undefined;
  /** From the arrival of the headers to the finished answer. */
  readonly durationMs: number;
}

/** Metrics of the interface, cheap to read at any time. */
export interface HttpGauges {
  /** Websockets, open or being opened. */
  readonly webSockets: () => number;
  /** How far programs that follow the ledger are behind, at most 16. */
  readonly followers: () => ReadonlyArray<FollowerLag>;
}

/**
 * Called with what the interface does, for metrics; must be quick and must not throw. Its arguments
 * have few different values.
 */
export interface HttpObserver {
  /**
   * The interface is ready.
   *
   * @param gauges figures to read at any time
   */
  opened(gauges: HttpGauges): void;
  /**
   * A request was answered.
   *
   * @param request its path, its status and how long it took
   */
  answered(request: RequestSeen): void;
  /**
   * A request was rejected; with the code before redaction.
   *
   * @param code of the error
   */
  refused(code: ErrorCode): void;
}
