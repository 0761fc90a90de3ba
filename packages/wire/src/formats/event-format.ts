import { type LedgerError, missingField, type PartyId, type TemplateId } from "@tallystick/core";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import type { SchemaType } from "../types/schema-type.js";
import { oneOf } from "../types/setting-values.js";
import { givenByKind, type GivenByKind, givenObject } from "../types/settings-object.js";
import {
  absentOr,
  defaulted,
  enumerated,
  optional,
  required,
  type WireField,
} from "../types/wire-field.js";
import { wireIdentifier } from "../types/wire-identifier.js";
import { wirePartyId } from "../types/wire-ids.js";
import {
  wireBoolean,
  wireEmptyNamed,
  wireEnum,
  wireMapNamed,
  wireWrapped,
} from "../types/wire-kinds.js";
import {
  type Fields,
  wireArray,
  wireMapped,
  wireObject,
  type WireObject,
  wireString,
} from "../types/wire-type.js";
import { wireUnion } from "../types/wire-union.js";

const shapes = [
  "TRANSACTION_SHAPE_UNSPECIFIED",
  "TRANSACTION_SHAPE_ACS_DELTA",
  "TRANSACTION_SHAPE_LEDGER_EFFECTS",
] as const;

/** Which events of a transaction appear, by their names on the wire (ledger-api 2.5, 11). */
export type TransactionShape = (typeof shapes)[number];

type Always<A> = WireField<A> & { readonly presence: "default" | "required" };

/** How a format is written: as JSON of a request, or as an object of the embedding program. */
interface Form {
  readonly object: <F extends Fields>(
    name: string,
    fields: F,
    requiredInSchema?: ReadonlyArray<keyof F & string>,
  ) => SchemaType<WireObject<F>>;
  /** A field that requests may leave out. */
  readonly field: <A>(type: SchemaType<A>, fallback: A) => Always<A>;
  readonly identifier: SchemaType<TemplateId>;
  readonly party: SchemaType<PartyId>;
  readonly shape: Always<TransactionShape>;
  readonly filter: (kinds: FilterKinds) => SchemaType<IdentifierFilter>;
}

const no = defaulted(wireBoolean, false);

const filterKinds = ({ field, identifier }: Pick<Form, "field" | "identifier">) => ({
  empty: {},
  wildcard: { includeCreatedEventBlob: no },
  template: { templateId: field(identifier, ""), includeCreatedEventBlob: no },
  interface: {
    interfaceId: field(identifier, ""),
    includeInterfaceView: no,
    includeCreatedEventBlob: no,
  },
});

type FilterKinds = ReturnType<typeof filterKinds>;

/**
 * One entry of a `cumulative` list (ledger-api 2.6). Names are in package-name form,
 * `#name:Module:Entity`.
 */
export type IdentifierFilter = GivenByKind<FilterKinds>;

/** The formats of queries in one form. */
const formatsIn = (form: Form) => {
  const { object, field, party, shape } = form;
  const filters = object("Filters", {
    cumulative: field(wireArray(form.filter(filterKinds(form))), []),
  });
  const filtersByParty = wireMapNamed("Map_Filters", filters);
  const eventFormat = object("EventFormat", {
    filtersByParty: field(filtersByParty, {}),
    /** Applies to every party. */
    filtersForAnyParty: optional(filters),
    /** Accepted and without effect: JSON records always carry their field names. */
    verbose: optional(wireBoolean),
  });
  const transactionFormat = object(
    "TransactionFormat",
    { eventFormat: optional(eventFormat), transactionShape: shape },
    ["eventFormat", "transactionShape"],
  );
  const topologyFormat = object("TopologyFormat", {
    /** Which participants host which parties; no parties means all. Absent: none of these. */
    includeParticipantAuthorizationEvents: optional(
      object("ParticipantAuthorizationTopologyFormat", { parties: field(wireArray(party), []) }),
    ),
  });
  const updateFormat = object("UpdateFormat", {
    includeTransactions: optional(transactionFormat),
    includeReassignments: optional(eventFormat),
    includeTopologyEvents: optional(topologyFormat),
  });
  return { filters, filtersByParty, eventFormat, transactionFormat, topologyFormat, updateFormat };
};

const requestFilter = (kinds: FilterKinds): SchemaType<IdentifierFilter> => {
  const ofIdentifier = wireUnion("IdentifierFilter", {
    Empty: wireEmptyNamed("Empty1"),
    InterfaceFilter: wireWrapped(
      "InterfaceFilter",
      wireObject("InterfaceFilter1", kinds.interface, ["interfaceId"]),
    ),
    TemplateFilter: wireWrapped(
      "TemplateFilter",
      wireObject("TemplateFilter1", kinds.template, ["templateId"]),
    ),
    WildcardFilter: wireWrapped("WildcardFilter", wireObject("WildcardFilter1", kinds.wildcard)),
  });
  return wireMapped(
    wireObject("CumulativeFilter", { identifierFilter: optional(ofIdentifier) }),
    ({ identifierFilter: filter }): IdentifierFilter => {
      if (filter === undefined || "Empty" in filter) return { kind: "empty" };
      if ("WildcardFilter" in filter) return { kind: "wildcard", ...filter.WildcardFilter.value };
      if ("TemplateFilter" in filter) return { kind: "template", ...filter.TemplateFilter.value };
      return { kind: "interface", ...filter.InterfaceFilter.value };
    },
  );
};

const requested = formatsIn({
  object: wireObject,
  field: defaulted,
  identifier: wireIdentifier,
  party: wirePartyId,
  shape: enumerated(wireEnum("TransactionShape", ...shapes), "TRANSACTION_SHAPE_UNSPECIFIED"),
  filter: requestFilter,
});

/** The formats as a program gives them to a function; unknown fields are rejected. */
export const givenFormats = formatsIn({
  object: givenObject,
  field: required,
  identifier: wireString,
  party: wireString,
  shape: required(oneOf(...shapes)),
  filter: (kinds) => givenByKind("IdentifierFilter", kinds),
});

/**
 * The events requested for one party; the entries are or-ed. No entry, or only empty ones, means
 * everything without blobs (ledger-api 11).
 */
export interface Filters extends TypeOf<typeof requested.filters> {}

/** The parties and events requested, in the current encoding (ledger-api 2.6). */
export const EventFormatWire = requested.eventFormat;
/** The parties and events requested (ledger-api 2.6). */
export interface EventFormat extends TypeOf<typeof EventFormatWire> {}

/**
 * The same in its older encoding, where `verbose` is a field of its own (ledger-api 2.6).
 */
export const TransactionFilterWire = wireObject("TransactionFilter", {
  filtersByParty: absentOr(requested.filtersByParty, {}),
  filtersForAnyParty: optional(requested.filters),
});

/** The requested events of transactions, and their shape (ledger-api 2.5). */
export const TransactionFormatWire = requested.transactionFormat;
/**
 * The requested form of transactions. An unspecified shape or a missing event format is rejected
 * with MISSING_FIELD (ledger-api 3.4).
 */
export interface TransactionFormat extends TypeOf<typeof TransactionFormatWire> {}

/** The requested changes of the topology (ledger-api 2.5). */
export interface TopologyFormat extends TypeOf<typeof requested.topologyFormat> {}

/** The requested kinds of update (ledger-api 2.5). */
export const UpdateFormatWire = requested.updateFormat;
/**
 * The requested kinds of update; an absent part omits its kind (ledger-api 2.5). One ledger has one
 * synchronizer, so reassignments never occur.
 */
export interface UpdateFormat extends TypeOf<typeof UpdateFormatWire> {}

/** Everything, for one party: the usual format for callers of the library. */
export const everythingFor = (...parties: ReadonlyArray<PartyId>): EventFormat => ({
  filtersByParty: Object.fromEntries(parties.map((party) => [party, { cumulative: [] }])),
});

/**
 * Checks an update format of a request. Left MISSING_FIELD for transactions without an event format
 * (ledger-api 3.4).
 */
export const checkedUpdateFormat = (format: UpdateFormat): Either<LedgerError, UpdateFormat> =>
  format.includeTransactions !== undefined && format.includeTransactions.eventFormat === undefined
    ? left(missingField("event_format"))
    : right(format);
