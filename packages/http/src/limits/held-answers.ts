/** The connection on which something waits for its reader. */
interface WaitingConnection {
  destroy(): void;
}

/** What was written for readers that have not taken it yet, over all connections. */
export interface HeldAnswers {
  /**
   * So much waits on a connection. When that is too much over all of them, those that have waited
   * longest are cut off.
   *
   * @returns to be called when it waits no more
   */
  hold(connection: WaitingConnection, bytes: number): () => void;
  /** Bytes that wait. */
  held(): number;
}

/** Less than this is not counted, so that most answers cost nothing; bytes. */
export const smallAnswerBytes = 64 * 1024;

interface Held {
  readonly connection: WaitingConnection;
  readonly bytes: number;
}

/**
 * Nothing waits yet.
 *
 * @param maxBytes what may wait together; one alone may be larger
 * @param onCut is called when a connection is cut off, with the bytes that waited on it
 */
export const heldAnswers = (maxBytes: number, onCut: (bytes: number) => void): HeldAnswers => {
  // a set iterates in the order of insertion
  const waiting = new Set<Held>();
  let sum = 0;
  const release = (held: Held): void => {
    if (waiting.delete(held)) sum -= held.bytes;
  };
  const cutOldest = (): void => {
    for (const oldest of waiting) {
      if (sum <= maxBytes || waiting.size === 1) return;
      release(oldest);
      oldest.connection.destroy();
      onCut(oldest.bytes);
    }
  };
  return {
    held: () => sum,
    hold: (connection, bytes) => {
      if (bytes < smallAnswerBytes) return () => undefined;
      const held = { connection, bytes };
      waiting.add(held);
      sum += bytes;
      cutOldest();
      return () => release(held);
    },
  };
};
