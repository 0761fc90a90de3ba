/** What is wrong with a file of views that was read to be checked. */
export interface ViewsFileError {
  /**
   * `other-version`: it is whole for all that is known, but another version of the program made it.
   */
  readonly kind: "damaged" | "other-version";
  /** What was found and, for another version, what was expected. */
  readonly message: string;
}
