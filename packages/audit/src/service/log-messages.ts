import type { AuditError } from "../log/audited-journal.js";
import type { ShownParties } from "../log/shown-rows.js";

/** Which journal and log a thread works on. */
export interface LogPlace {
  readonly address: string;
  readonly stream: string;
  readonly folder: string;
  /** The first part of the name of a new log. */
  readonly domain: string;
}

export type LogRequest =
  /** To take in some of what the journal has more. */
  | { readonly kind: "extend" }
  /** To sign what was taken in. */
  | { readonly kind: "sign" }
  /** To prove what of an update some parties see. */
  | {
      readonly kind: "prove";
      readonly update: { readonly updateId: string } | { readonly offset: number };
      readonly parties: ShownParties;
    };

export type LogAnswer =
  | {
      readonly kind: "extended";
      /**
       * `reading`: the journal is still being read for the log. `keyless`: it was read, and has no
       * disclosure key.
       */
      readonly step: "reading" | "keyless" | "taken";
      readonly size: number;
    }
  | {
      readonly kind: "signed";
      readonly note: string;
      /** Events that it covers. */
      readonly size: number;
      readonly verifierKey: string;
    }
  | { readonly kind: "proof"; readonly text: string }
  /** There is no such update, or no row that the parties see. */
  | { readonly kind: "unknown" }
  /** No checkpoint covers the update yet. */
  | { readonly kind: "uncovered"; readonly offset: number; readonly size: number }
  | {
      readonly kind: "failed";
      /** See `AuditError`; undefined of anything else. */
      readonly reason: AuditError["kind"] | undefined;
      readonly message: string;
    };
