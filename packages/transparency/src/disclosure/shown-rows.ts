import type { DisclosureRow } from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type ProofError, proofError } from "../notes/proof-error.js";
import { parse } from "fp-ts/lib/Json.js";
import * as t from "io-ts";
import type { Disclosure } from "./disclosure.js";

/** Which event a proof is of. */
export interface ShownEvent {
  readonly offset: number;
  readonly type: string;
  /** Microseconds since 1970, by the clock of the operator. */
  readonly recordTime: number;
  /** Of a transaction. */
  readonly updateId?: string;
  /** Rows that the event has; those that are not shown stay unknown but for their number. */
  readonly rowCount: number;
  /** The rows that are shown. */
  readonly rows: ReadonlyArray<DisclosureRow>;
}

const eventRow = t.intersection([
  t.type({ offset: t.number, type: t.string, rows: t.number, recordTime: t.number }),
  t.partial({ updateId: t.string }),
]);

const firstNode = 3;

const nameAt = (type: string, index: number): string => {
  if (index < 2) return index === 0 ? "chain" : "event";
  switch (type) {
    case "TransactionCommitted":
      return index < firstNode ? "submission" : `node ${index - firstNode}`;
    case "CommandRejected":
      return index < firstNode ? "submission" : "error";
    default:
      return "data";
  }
};

/**
 * What the rows of a disclosure say, once they lead to the log. Left: they contradict each other or
 * the place in the log.
 */
export const shownEvent = ({
  offset,
  rowCount,
  rows,
}: Disclosure): Either<ProofError, ShownEvent> => {
  const json = parse(rows.find(({ name }) => name === "event")?.text ?? "");
  const read = isLeft(json) ? json : eventRow.decode(json.right);
  if (isLeft(read)) return proofError('expected the row "event" with what event it is');
  const { type, recordTime, updateId } = read.right;
  if (read.right.offset !== offset || read.right.rows !== rowCount) {
    return proofError(
      `the row "event" says offset ${read.right.offset} and ${read.right.rows} rows, ` +
        `the proof offset ${offset} and ${rowCount} rows`,
    );
  }
  const wrong = rows.find(({ name, index }) => name !== nameAt(type, index));
  if (wrong !== undefined) {
    return proofError(
      `row ${wrong.index} of ${type} is "${nameAt(type, wrong.index)}", found "${wrong.name}"`,
    );
  }
  const shown = rows.map(({ name, text }) => ({ name, text }));
  const event = { offset, type, recordTime, rowCount, rows: shown };
  return right(updateId === undefined ? event : { ...event, updateId });
};
