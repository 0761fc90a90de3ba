/** Something that is not as it was written. */
export interface Finding {
  /** What it was found in. */
  readonly where: "journal" | "snapshot" | "views";
  /** Of the event it concerns. */
  readonly offset?: number;
  readonly message: string;
}
