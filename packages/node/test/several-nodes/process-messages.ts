// What the test and the processes of its nodes say to each other.

/** A command that a node is to submit, or a question about what it has. */
export type ToNode =
  | { readonly kind: "submit"; readonly commandId: string }
  | { readonly kind: "digest"; readonly offset: number };

/** What a node says. */
export type FromNode =
  | { readonly kind: "ready"; readonly ledgerEnd: number }
  | { readonly kind: "accepted"; readonly commandId: string; readonly offset: number }
  /** `isDefinite`: the command certainly has no effect. */
  | {
      readonly kind: "refused";
      readonly commandId: string;
      readonly code: string;
      readonly isDefinite: boolean;
    }
  | { readonly kind: "digest"; readonly ledgerEnd: number; readonly text: string }
  /** It cannot say what it sees. */
  | { readonly kind: "failed"; readonly reason: string };
