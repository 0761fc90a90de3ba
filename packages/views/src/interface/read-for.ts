/** For whom something is read, and until when. */
export interface ReadFor {
  /**
   * The user who asks. Users take turns, however much each of them asks for. Default "": the node
   * itself.
   */
  readonly by?: string | undefined;
  /** Once it is aborted nothing more is read. */
  readonly signal?: AbortSignal | undefined;
}

/** A read whose result is given part by part. */
export interface ReadInParts<A> extends ReadFor {
  /** Is called with each part in the step that read it; never with an empty one. */
  readonly take: (part: ReadonlyArray<A>) => void;
}
