import type { PartyId } from "@tallystick/core";
import {
  type AllocationAsked,
  allocationRequestInterfaces,
  requestLapsesAt,
} from "@tallystick/wallet";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Ledger } from "../../ledger/ledger.js";

/** Requests of a party that are looked at; more are left to a later reading. */
const maxAsked = 200;

/** Reads what apps ask a party to allocate. Empty where the ledger's views cannot be read now. */
export type ReadAsked = (party: PartyId) => Promise<ReadonlyArray<AllocationAsked>>;

/**
 * Reads the requests of named packages. Apps have templates of their own, so the ledger's views are
 * queried by interface.
 *
 * @returns undefined where none are named
 */
export const askedAllocations = (
  ledger: Pick<Ledger, "queries" | "ledgerEnd">,
  packageNames: ReadonlyArray<string>,
): ReadAsked | undefined => {
  if (packageNames.length === 0) return undefined;
  const names = new Set(packageNames);
  const cumulative = allocationRequestInterfaces.map(({ id: interfaceId }) => ({
    kind: "interface" as const,
    interfaceId,
    includeInterfaceView: true,
    includeCreatedEventBlob: false,
  }));
  return async (party) => {
    const asked: Array<AllocationAsked> = [];
    const eventFormat = { filtersByParty: { [party]: { cumulative } } };
    const query = { activeAtOffset: ledger.ledgerEnd(), eventFormat };
    const contracts = ledger.queries.activeContracts(query);
    for await (const contract of contracts) {
      if (isLeft(contract) || asked.length >= maxAsked) break;
      const { createdEvent } = contract.right.contractEntry.JsActiveContract;
      const { contractId, packageName, interfaceViews } = createdEvent;
      if (!names.has(packageName)) continue;
      const [found] = allocationRequestInterfaces.flatMap(({ version, name }) => {
        const shown = interfaceViews.find(({ interfaceId }) => interfaceId.endsWith(`:${name}`));
        const view = shown?.viewValue;
        return view === undefined || view === null ? [] : [{ version, view }];
      });
      const lapsesAt = found && requestLapsesAt(found.version, found.view, party);
      if (found !== undefined && lapsesAt !== undefined)
        asked.push({ contractId, version: found.version, lapsesAt });
    }
    return asked;
  };
};
