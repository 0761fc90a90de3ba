import type { PartyId } from "@tallystick/core";

/** The log of a journal as the interface serves it: `LogService` of `@tallystick/audit`. */
export interface AuditLog {
  /** How far it is. */
  status(): {
    /** `refused`: the journal contradicts what was signed. */
    readonly state: "opening" | "signing" | "waiting" | "refused";
    /** Why it is waiting or rejected. */
    readonly reason: string | undefined;
    /** Events whose chain of hashes was verified. */
    readonly verifiedUpTo: number;
    /** The last checkpoint, a signed note. */
    readonly note: string | undefined;
    readonly verifierKey: string | undefined;
  };
  /** Calls `listener` when its status is another one. @returns ends that */
  onMoved(listener: () => void): () => void;
  /** A file that is published, by its path: `tile/0/000`. */
  published(path: string): Promise<Uint8Array | undefined>;
  /** Proves the nodes of an update that some parties see. */
  prove(
    update: { readonly updateId: string } | { readonly offset: number },
    parties: ReadonlyArray<PartyId> | "all",
  ): Promise<
    | { readonly kind: "proof"; readonly text: string }
    /** There is no such update, or the parties see nothing of it. */
    | { readonly kind: "unknown" }
    | { readonly kind: "unavailable"; readonly reason: string }
  >;
}
