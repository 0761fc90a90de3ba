// Sequences of calls with what a genuine EventStoreDB 23.10.6 answered, in the form of
// the recording. Streams begin with `@`, which is a prefix of its own for each sequence.

/** An event of an append; `id` is a name that stands for a UUID. */
export interface RecordedEventInit {
  readonly id: string;
  readonly type: string;
  readonly ct: string;
  readonly data: string;
  /** Bytes instead of the text of `data`. */
  readonly hex?: string;
  readonly meta?: string;
  /** The UUID is sent in capitals. */
  readonly upper?: boolean;
  /** The UUID is sent as two halves. */
  readonly structured?: boolean;
}

/** What a call expects of its stream. */
export type RecordedExpectation = number | "none" | "any" | "exists";

/** Where a read begins; `pos` counts the successful appends before it. */
export type RecordedFrom = number | "start" | "end" | { readonly pos: number };

/** A filter of a read of all streams. */
export interface RecordedFilter {
  readonly by: "stream" | "type";
  readonly regex?: string;
  readonly prefix?: ReadonlyArray<string>;
  readonly max?: number;
  readonly mult: number;
}

/** One append of a batch call. */
export interface RecordedAppend {
  readonly stream: string;
  readonly exp: RecordedExpectation;
  readonly events: ReadonlyArray<RecordedEventInit>;
  readonly parts?: number;
  readonly deadlineMs?: number;
}

/** One call; those that begin with `o` are made by the official client. */
export interface RecordedCall {
  readonly op:
    | "append"
    | "batch"
    | "delete"
    | "tombstone"
    | "read"
    | "readAll"
    | "sub"
    | "subAll"
    | "oAppend"
    | "oRead"
    | "oReadAll"
    | "oDelete"
    | "oTombstone"
    | "oSetMeta"
    | "oGetMeta";
  readonly stream?: string;
  readonly exp?: RecordedExpectation;
  readonly events?: ReadonlyArray<RecordedEventInit>;
  readonly appends?: ReadonlyArray<RecordedAppend>;
  readonly from?: RecordedFrom;
  readonly count?: number;
  readonly dir?: 0 | 1;
  readonly compat?: number;
  readonly uuid?: string;
  readonly links?: boolean;
  readonly filter?: RecordedFilter;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A sequence and its answers; the last one is all of its events in the order of $all. */
export interface RecordedSequence {
  readonly seed: number;
  readonly ops: ReadonlyArray<RecordedCall>;
  readonly answers: ReadonlyArray<unknown>;
}
