import type { EventStore, StoreError } from "@tallystick/event-store";
import { type OpenError, openStore } from "@tallystick/node";
import { CommandError, orThrow } from "./command-error.js";
import { type ExitCode, exitCode } from "./exit-code.js";
import { isEmbedded } from "./store-address.js";

/** How a command ends by an error of a store. */
export const storeErrorCode = ({ kind }: StoreError): ExitCode => {
  switch (kind) {
    case "in-use":
      return exitCode.dataInUse;
    case "damaged":
    case "lost-tail":
      return exitCode.dataDamaged;
    case "wrong-expected-revision":
    case "unavailable":
    case "too-large":
    case "invalid":
    case "closed":
      return exitCode.failed;
  }
};

const codeOf = (error: OpenError): ExitCode => {
  if (error.kind === "config") return exitCode.usage;
  return error.kind === "store" ? storeErrorCode(error.error) : exitCode.failed;
};

/**
 * Opens the store of an address.
 *
 * @param flag what names the store in an error; none for a store that no flag names
 * @param notice is called with what opening it has to say
 * @throws {CommandError} why it cannot be opened
 */
export const openAddress = async (
  address: string,
  readOnly: boolean,
  flag?: string,
  notice?: (message: string) => void,
): Promise<EventStore> => {
  const config = { journal: address, sharedJournal: !isEmbedded(address) };
  const ofNotice = notice === undefined ? {} : { notice };
  return orThrow(
    await openStore({ data: undefined, stores: [], config, readOnly, ...ofNotice }),
    (error) =>
      new CommandError(
        flag === undefined ? error.message : `${flag}: ${error.message}`,
        codeOf(error),
      ),
  );
};
