import type { LedgerError } from "@tallystick/core";
import type { ActiveContract, FoundUpdate } from "@tallystick/wire";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { ActiveContractsPage, UpdatesPage } from "../interface/queries.js";
import type { ReadInParts } from "../interface/read-for.js";

type PageRead<A, End> = (parts: ReadInParts<A>) => Promise<Either<LedgerError, End>>;

class KeptParts<A> {
  readonly kept: Array<A> = [];
  readonly take = (part: ReadonlyArray<A>): void => void this.kept.push(...part);
}

export const wholeUpdatesPage = async (
  read: PageRead<FoundUpdate, Omit<UpdatesPage, "updates">>,
): Promise<Either<LedgerError, UpdatesPage>> => {
  const parts = new KeptParts<FoundUpdate>();
  const end = await read(parts);
  return isLeft(end) ? end : right({ updates: parts.kept, ...end.right });
};

/** A page of active contracts in one piece. */
export const wholeContractsPage = async (
  read: PageRead<ActiveContract, Omit<ActiveContractsPage, "activeContracts">>,
): Promise<Either<LedgerError, ActiveContractsPage>> => {
  const parts = new KeptParts<ActiveContract>();
  const end = await read(parts);
  return isLeft(end) ? end : right({ activeContracts: parts.kept, ...end.right });
};
