import type { EventStore } from "@tallystick/event-store";
import { openStore } from "@tallystick/node";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type ExitCode, exitCode } from "./exit-code.js";
import { isEmbedded } from "./store-address.js";

/** Why a store cannot be opened, and how the process ends for it. */
export interface OpenAddressError {
  readonly message: string;
  readonly code: ExitCode;
}

/** Opens the store of an address. Left: why it cannot be opened. */
export const openAddress = async (
  address: string,
  readOnly: boolean,
): Promise<Either<OpenAddressError, EventStore>> => {
  const config = { journal: address, sharedJournal: !isEmbedded(address) };
  const opened = await openStore({ data: undefined, stores: [], config, readOnly });
  if (!isLeft(opened)) return right(opened.right);
  const { kind, message } = opened.left;
  return left({ message, code: kind === "config" ? exitCode.usage : exitCode.failed });
};
