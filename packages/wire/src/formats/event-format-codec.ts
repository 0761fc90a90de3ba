import { wirePartyId } from "../types/wire-ids.js";
import { type LedgerError, missingField } from "@tallystick/core";
import type {
  EventFormat,
  Filters,
  IdentifierFilter,
  TransactionFormat,
  UpdateFormat,
} from "./event-format.js";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import {
  wireBoolean,
  wireEmptyNamed,
  wireEnum,
  wireMapNamed,
  wireWrapped,
} from "../types/wire-kinds.js";
import { wireIdentifier } from "../types/wire-identifier.js";
import { wireArray, wireObject } from "../types/wire-type.js";
import { absentOr, defaulted, enumerated, optional } from "../types/wire-field.js";
import { wireUnion } from "../types/wire-union.js";

const WildcardFilter = wireObject("WildcardFilter1", {
  includeCreatedEventBlob: defaulted(wireBoolean, false),
});

const TemplateFilter = wireObject(
  "TemplateFilter1",
  {
    templateId: defaulted(wireIdentifier, ""),
    includeCreatedEventBlob: defaulted(wireBoolean, false),
  },
  ["templateId"],
);

const InterfaceFilter = wireObject(
  "InterfaceFilter1",
  {
    interfaceId: defaulted(wireIdentifier, ""),
    includeInterfaceView: defaulted(wireBoolean, false),
    includeCreatedEventBlob: defaulted(wireBoolean, false),
  },
  ["interfaceId"],
);

const IdentifierFilterWire = wireUnion("IdentifierFilter", {
  Empty: wireEmptyNamed("Empty1"),
  InterfaceFilter: wireWrapped("InterfaceFilter", InterfaceFilter),
  TemplateFilter: wireWrapped("TemplateFilter", TemplateFilter),
  WildcardFilter: wireWrapped("WildcardFilter", WildcardFilter),
});

const FiltersWire = wireObject("Filters", {
  cumulative: defaulted(
    wireArray(wireObject("CumulativeFilter", { identifierFilter: optional(IdentifierFilterWire) })),
    [],
  ),
});

const FiltersByPartyWire = wireMapNamed("Map_Filters", FiltersWire);

const partyFilters = {
  filtersByParty: defaulted(FiltersByPartyWire, {}),
  filtersForAnyParty: optional(FiltersWire),
};

/** The parties and events requested, in the current encoding (ledger-api 2.6). */
export const EventFormatWire = wireObject("EventFormat", {
  ...partyFilters,
  verbose: defaulted(wireBoolean, false),
});

/**
 * The same in its older encoding, where `verbose` is a field of its own (ledger-api 2.6).
 */
export const TransactionFilterWire = wireObject("TransactionFilter", {
  ...partyFilters,
  filtersByParty: absentOr(FiltersByPartyWire, {}),
});

/** The requested events of transactions, and their shape (ledger-api 2.5). */
export const TransactionFormatWire = wireObject(
  "TransactionFormat",
  {
    eventFormat: optional(EventFormatWire),
    transactionShape: enumerated(
      wireEnum(
        "TransactionShape",
        "TRANSACTION_SHAPE_UNSPECIFIED",
        "TRANSACTION_SHAPE_ACS_DELTA",
        "TRANSACTION_SHAPE_LEDGER_EFFECTS",
      ),
      "TRANSACTION_SHAPE_UNSPECIFIED",
    ),
  },
  ["eventFormat", "transactionShape"],
);

const TopologyFormatWire = wireObject("TopologyFormat", {
  includeParticipantAuthorizationEvents: optional(
    wireObject("ParticipantAuthorizationTopologyFormat", {
      parties: defaulted(wireArray(wirePartyId), []),
    }),
  ),
});

/** The requested kinds of update (ledger-api 2.5). */
export const UpdateFormatWire = wireObject("UpdateFormat", {
  includeTransactions: optional(TransactionFormatWire),
  includeReassignments: optional(EventFormatWire),
  includeTopologyEvents: optional(TopologyFormatWire),
});

type PartyFilters = TypeOf<typeof TransactionFilterWire>;

const identifierFilter = (
  filter: TypeOf<typeof IdentifierFilterWire> | undefined,
): IdentifierFilter => {
  if (filter === undefined || "Empty" in filter) return { kind: "empty" };
  if ("WildcardFilter" in filter) return { kind: "wildcard", ...filter.WildcardFilter.value };
  if ("TemplateFilter" in filter) return { kind: "template", ...filter.TemplateFilter.value };
  return { kind: "interface", ...filter.InterfaceFilter.value };
};

const filters = ({ cumulative }: TypeOf<typeof FiltersWire>): Filters => ({
  cumulative: cumulative.map((each) => identifierFilter(each.identifierFilter)),
});

/** The event format of either encoding. */
export const eventFormatOf = (wireFilters: PartyFilters, verbose = false): EventFormat => ({
  filtersByParty: Object.fromEntries(
    Object.entries(wireFilters.filtersByParty).map(([party, each]) => [party, filters(each)]),
  ),
  ...(wireFilters.filtersForAnyParty === undefined
    ? {}
    : { filtersForAnyParty: filters(wireFilters.filtersForAnyParty) }),
  verbose,
});

/** The transaction format of a request. */
export const transactionFormatOf = (
  format: TypeOf<typeof TransactionFormatWire>,
): TransactionFormat => ({
  transactionShape: format.transactionShape,
  ...(format.eventFormat === undefined
    ? {}
    : { eventFormat: eventFormatOf(format.eventFormat, format.eventFormat.verbose) }),
});

/**
 * The update format of the current encoding. Left MISSING_FIELD for transactions without an event
 * format or a shape (ledger-api 3.4).
 */
export const updateFormatOf = (
  format: TypeOf<typeof UpdateFormatWire>,
): Either<LedgerError, UpdateFormat> => {
  const { includeTransactions, includeReassignments, includeTopologyEvents } = format;
  if (includeTransactions !== undefined && includeTransactions.eventFormat === undefined)
    return left(missingField("event_format"));
  return right({
    ...(includeTransactions?.eventFormat === undefined
      ? {}
      : {
          includeTransactions: {
            eventFormat: eventFormatOf(includeTransactions.eventFormat),
            transactionShape: includeTransactions.transactionShape,
          },
        }),
    ...(includeReassignments === undefined
      ? {}
      : { includeReassignments: eventFormatOf(includeReassignments) }),
    ...(includeTopologyEvents === undefined ? {} : { includeTopologyEvents }),
  });
};
