import { type LedgerError, ledgerError } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";

/** PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER for a synchronizer this node is not connected to; "" or none leaves the choice to the node. */
export const synchronizerError = (
  synchronizerId: string | undefined,
  ledger: Ledger,
): LedgerError | undefined =>
  synchronizerId === undefined || synchronizerId === "" || synchronizerId === ledger.synchronizerId
    ? undefined
    : ledgerError(
        "PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER",
        `This node is connected to ${ledger.synchronizerId}, not to the synchronizer ${synchronizerId.slice(0, 100)}; name that one or none.`,
        { field: "synchronizerId" },
      );
