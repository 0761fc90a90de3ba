import type { EventFormat } from "@tallystick/views";
import type { Demand } from "../auth/demand.js";

/** The rights to see what a format asks for: reading as each of its parties, or as any party for the filter that names none (ledger-api 9.4). */
export const formatRights = (format: EventFormat | undefined): ReadonlyArray<Demand> => {
  if (format === undefined) return [];
  const demands: Demand[] = Object.keys(format.filtersByParty).map((party) => ({
    kind: "read-as",
    party,
  }));
  if (format.filtersForAnyParty !== undefined) demands.push({ kind: "read-as-any" });
  return demands;
};
