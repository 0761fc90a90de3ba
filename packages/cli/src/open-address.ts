import type { EventStore } from "@tallystick/event-store";
import { openStore } from "@tallystick/node";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { isEmbedded } from "./store-address.js";

/** Opens the store of an address. Left: why it cannot be opened. */
export const openAddress = async (
  address: string,
  readOnly: boolean,
): Promise<Either<string, EventStore>> => {
  const config = { journal: address, sharedJournal: !isEmbedded(address) };
  const opened = await openStore({ data: undefined, stores: [], config, readOnly });
  return isLeft(opened) ? left(opened.left.message) : right(opened.right);
};
