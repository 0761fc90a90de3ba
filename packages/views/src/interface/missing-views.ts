/** Of which contracts the views are missing in some texts, in the order of the gaps. */
export interface MissingViews {
  readonly offsets: ReadonlyArray<number>;
  readonly nodeIds: ReadonlyArray<number>;
  readonly contractIds: ReadonlyArray<string>;
  /** As JSON. */
  readonly payloads: ReadonlyArray<string>;
  /** Of each: the index of its kind. */
  readonly kindOf: ReadonlyArray<number>;
  readonly kinds: ReadonlyArray<{
    readonly templateId: string;
    readonly interfaceIds: ReadonlyArray<string>;
  }>;
}
