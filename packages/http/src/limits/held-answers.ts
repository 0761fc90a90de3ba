interface WaitingConnection {
  destroy(): void;
}

/** Answers that their readers have not received yet, over all connections. */
export interface HeldAnswers {
  /**
   * Adds waiting bytes of a connection. When the total is too large, the connections that have
   * waited longest are cut.
   *
   * @returns to be called when they are sent
   */
  hold(connection: WaitingConnection, bytes: number): () => void;
  /** Waiting bytes. */
  held(): number;
}

/** Smaller answers are not counted, so that most take no time; bytes. */
export const smallAnswerBytes = 64 * 1024;

interface Held {
  readonly connection: WaitingConnection;
  readonly bytes: number;
}

/**
 * An empty count.
 *
 * @param maxBytes the most waiting bytes; a single answer may be larger
 * @param onCut is called when a connection is cut, with its waiting bytes
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
