import type { ErrorCode } from "@tallystick/core";

/** A request that was answered. */
export interface RequestSeen {
  /** Path of the endpoint with its parameters in braces; undefined when no endpoint was found. */
  readonly route: string | undefined;
  /** Method of the endpoint; undefined when no endpoint was found. */
  readonly method: string | undefined;
  /** Undefined when the caller went away before the answer. */
  readonly status: number | undefined;
  /** From the arrival of the headers to the finished answer. */
  readonly durationMs: number;
}

/** Figures of the interface that can be read at any time; each costs next to nothing. */
export interface HttpGauges {
  /** Connections that were taken over as websockets, or are being. */
  readonly webSockets: () => number;
}

/**
 * Called with what the interface does, for measurements; must be quick and must not throw. What it
 * gets takes few different values.
 */
export interface HttpObserver {
  /**
   * The interface is ready to serve.
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
   * A request was refused; the code is the one before redaction.
   *
   * @param code of the error
   */
  refused(code: ErrorCode): void;
}
