import { messages } from "./messages.js";

const behindCode = "PARTICIPANT_DATA_ACCESSED_AFTER_LEDGER_END";

/** An answer that is no success, or none at all. */
export class ApiError extends Error {
  constructor(
    /** The status of the answer; 0 when there was none. */
    readonly status: number,
    /** The error code of the ledger; "" where the wallet answered. */
    readonly code: string,
    cause: string,
    /** By which the node's log has the request. */
    readonly traceId: string,
    /** Why the node refused, where it says so. */
    readonly explanation: string | undefined,
  ) {
    super(cause);
  }

  /** True when the node had not yet what its stream had told; the wallet's rows have no code. */
  get isBehind(): boolean {
    return [this.code, this.message].some((text) => text.startsWith(behindCode));
  }

  /** True when it is not known whether the request had an effect. */
  get isUnknown(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

const explanationHeader = "X-Tallystick-Explanation";

const textAt = (body: unknown, name: string): string | undefined => {
  if (typeof body !== "object" || body === null) return undefined;
  const value: unknown = Reflect.get(body, name);
  return typeof value === "string" ? value : undefined;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What the wallet puts in front of the words of a choice, or of the ledger. */
const ofLedger =
  /^[A-Z_]+\(\d+,\w+\): (?:Interpretation error: Error: (?:User failure: \S+ \(error category \d+\): )?)?/;

/**
 * The error of an answer: `{"error": …}` of the wallet, an error object of the ledger, or a plain
 * text.
 */
export const apiErrorOf = async (response: Response, traceId: string): Promise<ApiError> => {
  const text = await response.text();
  const body = parsed(text);
  const error = textAt(body, "error")?.replace(ofLedger, "");
  const cause = error ?? textAt(body, "cause") ?? text.slice(0, 500);
  return new ApiError(
    response.status,
    textAt(body, "code") ?? "",
    cause === "" ? messages.node.answered({ status: response.status }) : cause,
    textAt(body, "traceId") ?? traceId,
    response.headers.get(explanationHeader) ?? undefined,
  );
};

/** The error of a request that got no answer. */
export const noAnswer = (traceId: string): ApiError =>
  new ApiError(0, "", messages.node.unreachable, traceId, undefined);
