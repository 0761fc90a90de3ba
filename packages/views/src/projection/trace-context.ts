import { hash } from "node:crypto";
import type { CommandRejected, TransactionCommitted } from "@tallystick/core";
import type { TraceContext } from "@tallystick/wire";

/** Where the hash begins in an update id, after the multihash prefix. */
const hashBegin = 4;
/** Hexadecimal digits of a trace id (W3C Trace Context). */
const traceIdDigits = 32;
const spanIdDigits = 16;

const contextOf = (digits: string): TraceContext => {
  const spanEnd = traceIdDigits + spanIdDigits;
  return {
    traceparent: `00-${digits.slice(0, traceIdDigits)}-${digits.slice(traceIdDigits, spanEnd)}-00`,
    tracestate: null,
  };
};

/** The trace context that a command came with. */
interface GivenTrace {
  readonly traceParent?: string | undefined;
  readonly traceState?: string | undefined;
}

const givenTrace = (event: GivenTrace): TraceContext | undefined => {
  const { traceParent: traceparent, traceState: tracestate = null } = event;
  return traceparent === undefined ? undefined : { traceparent, tracestate };
};

/** `traceOfSubmission` of one that was accepted. */
export const traceOfTransaction = (
  event: GivenTrace & { readonly updateId: string },
): TraceContext => givenTrace(event) ?? traceOfUpdate(event.updateId);

/**
 * The trace context of a submission (ledger-api 2.2): the one of its command, else one derived from
 * its outcome.
 */
export const traceOfSubmission = (
  event: TransactionCommitted | CommandRejected,
  offset: number,
): TraceContext =>
  event.type === "TransactionCommitted"
    ? traceOfTransaction(event)
    : (givenTrace(event) ?? traceOfRejection(event.submissionId, offset));

/**
 * The trace context of an update whose submitter named none (ledger-api 2.2). Clients rely on one,
 * so it is derived from the update id: the same in the completion and in the update, and on every
 * replay.
 * @param updateId a multihash in hexadecimal
 */
export const traceOfUpdate = (updateId: string): TraceContext =>
  contextOf(updateId.slice(hashBegin));

/**
 * The trace context of a rejected submission, which has no update id: derived from the ids of its
 * completion.
 */
export const traceOfRejection = (submissionId: string, offset: number): TraceContext =>
  contextOf(hash("sha256", JSON.stringify(["CommandRejected", offset, submissionId]), "hex"));
