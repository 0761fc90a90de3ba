import type { PartyId } from "@tallystick/core";
import type { EventFormat, TopologyFormat, UpdateFormat } from "@tallystick/wire";
import type { RequiredRight } from "./required-right.js";

/** The right to read as each of some parties; without parties, as any (ledger-api 9.4). */
export const readRights = (parties: ReadonlyArray<PartyId>): ReadonlyArray<RequiredRight> =>
  parties.length === 0
    ? [{ kind: "read-as-any" }]
    : parties.map((party) => ({ kind: "read-as", party }));

/**
 * The rights for a format: reading as each of its parties, or as any party for the filter that
 * names none (ledger-api 9.4).
 */
export const formatRights = (format: EventFormat | undefined): ReadonlyArray<RequiredRight> => {
  if (format === undefined) return [];
  const required: RequiredRight[] = Object.keys(format.filtersByParty).map((party) => ({
    kind: "read-as",
    party,
  }));
  if (format.filtersForAnyParty !== undefined) required.push({ kind: "read-as-any" });
  return required;
};

const topologyRights = (format: TopologyFormat | undefined): ReadonlyArray<RequiredRight> => {
  const authorizations = format?.includeParticipantAuthorizationEvents;
  return authorizations === undefined ? [] : readRights(authorizations.parties);
};

/** The rights for each kind of update in a format (ledger-api 9.4). */
export const updateFormatRights = (format: UpdateFormat): ReadonlyArray<RequiredRight> => [
  ...formatRights(format.includeTransactions?.eventFormat),
  ...formatRights(format.includeReassignments),
  ...topologyRights(format.includeTopologyEvents),
];
