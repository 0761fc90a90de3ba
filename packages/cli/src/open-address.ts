import type { EventStore } from "@tallystick/event-store";
import { openStore } from "@tallystick/node";
import { CommandError, orThrow } from "./command-error.js";
import { exitCode } from "./exit-code.js";
import { isEmbedded } from "./store-address.js";

/**
 * Opens the store of an address.
 *
 * @param flag what names the store in an error; none for a store that no flag names
 * @throws {CommandError} why it cannot be opened
 */
export const openAddress = async (
  address: string,
  readOnly: boolean,
  flag?: string,
): Promise<EventStore> => {
  const config = { journal: address, sharedJournal: !isEmbedded(address) };
  const opened = await openStore({ data: undefined, stores: [], config, readOnly });
  return orThrow(
    opened,
    ({ kind, message }) =>
      new CommandError(
        flag === undefined ? message : `${flag}: ${message}`,
        kind === "config" ? exitCode.usage : exitCode.failed,
      ),
  );
};
