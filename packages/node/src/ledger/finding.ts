/** Something that is not as it was written. */
export interface Finding {
  /**
   * What it was found in: the journal and its file, the archives of packages, the note of the last
   * acknowledged place next to the journal, the snapshot, views, or the views of wallets.
   */
  readonly where: "journal" | "archives" | "head" | "snapshot" | "views" | "wallet";
  /** Of the event it concerns. */
  readonly offset?: number;
  readonly message: string;
}
