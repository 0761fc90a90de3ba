import type { PartyId } from "@tallystick/core";
import type { SubmitAs } from "@tallystick/node";

/** Who submits: a party, parties together, or all that `ledger.create` takes. */
export type Submitter = PartyId | ReadonlyArray<PartyId> | SubmitAs;

export const submitAs = (as: Submitter): SubmitAs => (isParties(as) ? { actAs: as } : as);

const isParties = (as: Submitter): as is PartyId | ReadonlyArray<PartyId> =>
  typeof as === "string" || Array.isArray(as);
