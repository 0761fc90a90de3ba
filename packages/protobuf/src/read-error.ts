/** Why bytes are not the message they should be. */
export interface ReadError {
  /**
   * `malformed`: no protocol buffer of this type. `content`: one with a part missing or with a
   * value that is not allowed. `too large`: beyond a limit of the reader.
   */
  readonly kind: "malformed" | "content" | "too large";
  /** Which message and field, what was found, what is expected. */
  readonly message: string;
}

/** Carries a read error out of nested messages; never leaves `decodeMessage`. */
export class UnreadableMessage extends Error {
  readonly kind: ReadError["kind"];

  constructor(kind: ReadError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Ends the reading with an error. */
export const unreadable = (kind: ReadError["kind"], message: string): never => {
  throw new UnreadableMessage(kind, message);
};
