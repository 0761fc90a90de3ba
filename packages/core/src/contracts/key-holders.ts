import type { ContractId } from "../values/ids.js";

// Several active contracts may hold one key (daml-lf B.9). The ids are kept as one text, which for
// the usual single holder is the id itself.

/** The holders of a key, the newest first. */
export const holdersIn = (holders: string | undefined): ReadonlyArray<ContractId> =>
  holders === undefined || holders === "" ? [] : holders.split(" ");

/** The holders with a further one. */
export const withHolder = (holders: string | undefined, contractId: ContractId): string =>
  holders === undefined || holders === "" ? contractId : `${contractId} ${holders}`;

/** The holders without one; undefined when none is left. */
export const withoutHolder = (
  holders: string | undefined,
  contractId: ContractId,
): string | undefined => {
  if (holders === undefined || holders === contractId) return undefined;
  const rest = holdersIn(holders).filter((each) => each !== contractId);
  return rest.length === 0 ? undefined : rest.join(" ");
};
