import type { PartyId, TemplateId } from "@tallystick/core";
import type { MissingViews } from "./missing-views.js";
import type { TransactionShape } from "@tallystick/wire";

/** A format without blobs for another thread: what it wants of the templates asked for so far. */
export interface PassedFormat {
  /** Equal only for equal `bytes`. */
  readonly key: string;
  readonly bytes: Uint8Array;
}

/** The next contracts of a read of active contracts, as texts. */
export interface ContractsPart {
  readonly kind: "contracts";
  readonly format: PassedFormat;
  readonly activeAt: number;
  /** Number of the contract after which to begin. */
  readonly after: number;
  readonly most: number | undefined;
  /** See `BoundTokens`; undefined: entries have no token. */
  readonly bound: string | undefined;
}

/** The next updates of a range of offsets, as texts. */
export interface UpdatesPart {
  readonly kind: "updates";
  readonly format: PassedFormat;
  readonly shape: Exclude<TransactionShape, "TRANSACTION_SHAPE_UNSPECIFIED">;
  /** See `ResolvedUpdateFormat`. */
  readonly topology: { readonly parties: ReadonlySet<PartyId> } | undefined;
  readonly after: number;
  readonly upTo: number;
  readonly descending: boolean;
  /** The most offsets. */
  readonly limit: number;
}

/** A part of an answer. */
export type ReadPart = ContractsPart | UpdatesPart;

/** What a thread is asked. */
export interface PartRequest {
  readonly part: ReadPart;
  readonly participantId: string;
  readonly synchronizerId: string;
  /** How often the views were emptied: a thread then opens their file again. */
  readonly emptied: number;
}

/** What a thread has read. */
export interface ReadTexts {
  /** JSON. */
  readonly texts: ReadonlyArray<string>;
  /** Views that are missing in them; undefined: none. */
  readonly missing: MissingViews | undefined;
  /** Of each text: the number of its contract, or its offset. */
  readonly numbers: ReadonlyArray<number>;
  /** Where to continue; undefined: there are no more contracts. */
  readonly reached: number | undefined;
  /** Estimated size of the data read; bytes. */
  readonly bytes: number;
}

/** What it answers. */
export type PartAnswer =
  | ({ readonly kind: "read" } & ReadTexts)
  /** To be asked again, with what the format wants of this template. */
  | { readonly kind: "unknown"; readonly templateId: TemplateId }
  /** To be read in the main thread, which then meets the same error. */
  | { readonly kind: "failed" };

/** The file of views. */
export interface ReadFile {
  readonly path: string;
  /** Hash of the journal's first event. */
  readonly journal: string;
}

/** Threads that read views and journal; see `answerReads` for their module. */
export interface ReadThreads {
  /**
   * Undefined: no thread can answer now.
   *
   * @param by the calling user: users take turns
   */
  ask(request: PartRequest, by: string): Promise<PartAnswer | undefined>;
  /** Ends them; open requests get undefined. */
  close(): Promise<void>;
}
