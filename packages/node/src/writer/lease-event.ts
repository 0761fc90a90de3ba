import { type NewEvent, readJson, type RecordedEvent } from "@tallystick/event-store";
import * as t from "io-ts";

/** The content of a lease's last event: the preferred writer, if there is one. */
interface LeaseSaid {
  /** The node that holds the lease; undefined after it was released. */
  readonly holder: string | undefined;
  /** Counts the holders so far. */
  readonly term: number;
}

const held = "WriterLeaseHeld";
const released = "WriterLeaseReleased";

/** The event of a lease. A holder repeats it from time to time. */
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

/** Reads the last event of a lease's stream; for unknown kinds the lease is free. */
export const leaseSaid = (last: Pick<RecordedEvent, "type" | "data"> | undefined): LeaseSaid => {
  const fields = last === undefined ? undefined : readJson(Fields, last.data);
  if (fields === undefined) return { holder: undefined, term: 0 };
  return { holder: last?.type === held ? fields.node : undefined, term: fields.term };
};
