import { type NewEvent, readJson, type RecordedEvent } from "@tallystick/event-store";
import * as t from "io-ts";

/** What the last event of a lease's stream says: who the preferred writer is, if anyone. */
interface LeaseSaid {
  /** The node that holds the lease; undefined after it was given back. */
  readonly holder: string | undefined;
  /** Counts the holders so far. */
  readonly term: number;
}

const held = "WriterLeaseHeld";
const released = "WriterLeaseReleased";

/** The event that says so. A holder repeats it from time to time. */
export const leaseEvent = (
  id: string,
  node: string,
  term: number,
  isReleased: boolean,
): NewEvent => ({
  id,
  type: isReleased ? released : held,
  data: JSON.stringify({ v: 1, node, term }),
  metadata: "",
});

const Fields = t.type({ node: t.string, term: t.number });

/** Reads the last event of a lease's stream; of an unknown kind: the lease is free. */
export const leaseSaid = (last: Pick<RecordedEvent, "type" | "data"> | undefined): LeaseSaid => {
  const fields = last === undefined ? undefined : readJson(Fields, last.data);
  if (fields === undefined) return { holder: undefined, term: 0 };
  return { holder: last?.type === held ? fields.node : undefined, term: fields.term };
};
