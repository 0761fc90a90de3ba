/** Damage that a check found. */
export interface Finding {
  /**
   * Where it was found: the journal and its file, the archives of packages, the record of the last
   * acknowledged event next to the journal, the snapshot, views, or the views of wallets.
   */
  readonly where: "journal" | "archives" | "head" | "snapshot" | "views" | "wallet";
  readonly offset?: number;
  readonly message: string;
}
