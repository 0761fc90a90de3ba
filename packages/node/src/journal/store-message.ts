import type { StoreFailure } from "@tallystick/event-store";

/** What a failure of the store means to a person, and what to do. */
export const storeMessage = (failure: StoreFailure): string => {
  switch (failure.kind) {
    case "wrong-expected-revision":
      return `the stream ${failure.stream} stands at ${failure.actual}, not at ${failure.expected}`;
    case "unavailable":
      return `the store is unavailable: ${failure.reason}`;
    case "too-large":
      return `the events take ${failure.actualBytes} bytes; the store takes ${failure.maxBytes} at once`;
    case "invalid":
      return `the store refused the events: ${failure.reason}`;
    case "damaged":
      return (
        `the journal is damaged at offset ${failure.revision + 1} (position ${failure.position}): ` +
        `${failure.reason}; restore it from a copy`
      );
    case "lost-tail":
      return (
        `the journal ends at position ${failure.foundPosition}, but position ${failure.acknowledgedPosition} ` +
        `was acknowledged: ${failure.reason}; put the newest copy back. Without one, move the .head file beside the ` +
        "journal away to go on with what is left"
      );
    case "in-use":
      return `the data is in use: ${failure.reason}`;
    case "closed":
      return "the store is closed";
  }
};
