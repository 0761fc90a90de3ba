import type { StoreError } from "@tallystick/event-store";

/**
 * The text of an error of the store, with what to do.
 *
 * @param error of the store
 */
export const storeMessage = (error: StoreError): string => {
  switch (error.kind) {
    case "wrong-expected-revision":
      return `the stream ${error.stream} is at ${error.actual}, not at ${error.expected}`;
    case "unavailable":
      return `the store is unavailable: ${error.reason}`;
    case "too-large":
      return `the events are ${error.actualBytes} bytes; the store accepts at most ${error.maxBytes} in one append`;
    case "invalid":
      return `the store rejected the events: ${error.reason}`;
    case "damaged":
      return (
        `the journal is damaged at offset ${error.revision + 1} (position ${error.position}): ` +
        `${error.reason}; restore it from a copy`
      );
    case "lost-tail":
      return (
        `the journal ends at position ${error.foundPosition}, but position ${error.acknowledgedPosition} ` +
        `was acknowledged: ${error.reason}; restore the newest copy. Without one, --accept-journal-end N continues ` +
        "without the lost events, where N is the offset at which the journal ends"
      );
    case "in-use":
      return `the data is in use: ${error.reason}`;
    case "closed":
      return "the store is closed";
  }
};
