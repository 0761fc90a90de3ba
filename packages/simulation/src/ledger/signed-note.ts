import type { VerifierKey } from "@tallystick/transparency";

export interface SignedNote {
  readonly node: number;
  readonly note: string;
  readonly key: VerifierKey;
  readonly size: number;
  /** The chain hash of the last event that it covers, when it was signed. */
  readonly hash: string | undefined;
}
