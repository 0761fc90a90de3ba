/** The user of a read, and its abort signal. */
export interface ReadFor {
  /**
   * The calling user. Users take turns, however much each of them reads. Default "": the node
   * itself.
   */
  readonly by?: string | undefined;
  /** Aborts the read. */
  readonly signal?: AbortSignal | undefined;
}

/** A read with its result in parts. */
export interface ReadInParts<A> extends ReadFor {
  /** Is called with each part in the step that read it; not with empty ones. */
  readonly take: (part: ReadonlyArray<A>) => void;
}
