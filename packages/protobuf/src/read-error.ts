/** Why bytes are not the message they should be. */
export interface ReadError {
  /**
   * `malformed`: not a protocol buffer of this type. `content`: a part is missing, or a value is
   * not allowed. `too large`: beyond a limit of the reader.
   */
  readonly kind: "malformed" | "content" | "too large";
  /** Which message and field, what was found, what is expected. */
  readonly message: string;
}

/** Carries a read error out of nested messages; `decodeMessage` catches it. */
export class UnreadableMessage extends Error {
  readonly kind: ReadError["kind"];

  constructor(kind: ReadError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/**
 * Ends the reading of a message.
 *
 * @throws {UnreadableMessage} which `decodeMessage` catches
 */
export const unreadable = (kind: ReadError["kind"], message: string): never => {
  throw new UnreadableMessage(kind, message);
};
