import {
  type Catalog,
  invalidArgument,
  isPartyIdString,
  type LedgerError,
  missingField,
  type PartyId,
  type TemplateId,
  textSentence,
} from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type {
  EventFormat,
  Filters,
  IdentifierFilter,
  TransactionFormat,
  TransactionShape,
} from "@tallystick/wire";

/** The requested parts of the events of one template. */
export interface Interest {
  readonly createdEventBlob: boolean;
  /** Interfaces whose views are requested, in the order of the request; package-id form. */
  readonly viewedInterfaces: ReadonlyArray<string>;
  /** Interfaces through which the template was requested, with or without views. */
  readonly matchedInterfaces: ReadonlyArray<string>;
}

/** The requesters of events of one template, and the requested parts. */
export interface TemplateInterest {
  readonly byParty: ReadonlyMap<string, Interest>;
  readonly anyParty: Interest | undefined;
  /** Every party of the format, whatever it wants; undefined when the format means all parties. */
  readonly requested: ReadonlySet<PartyId> | undefined;
}

/** An event format, with its names resolved by the catalog. */
export interface ResolvedFormat {
  /** The parties with their own filters. */
  readonly parties: ReadonlySet<PartyId>;
  /** True when a filter applies to every party. */
  readonly anyParty: boolean;
  /** True when no blobs are requested: answers can be cut out of the journal's text. */
  readonly isCut: boolean;
  /**
   * Interest in a template given in package-id form. Templates registered after the format was
   * resolved are found too (ledger-api 11).
   */
  readonly interestIn: (templateId: TemplateId) => TemplateInterest;
  /** What `interestIn` has returned so far, by template. */
  readonly known: ReadonlyMap<TemplateId, TemplateInterest>;
}

export interface ResolvedTransactionFormat {
  readonly format: ResolvedFormat;
  readonly shape: Exclude<TransactionShape, "TRANSACTION_SHAPE_UNSPECIFIED">;
}

const checkReference = (
  filter: IdentifierFilter,
  catalog: Catalog,
): Either<LedgerError, ReadonlyArray<string>> => {
  switch (filter.kind) {
    case "empty":
    case "wildcard":
      return right([]);
    case "template":
      return catalog.templatesMatching(filter.templateId);
    case "interface":
      return catalog.interfacesMatching(filter.interfaceId);
  }
};

const asksForBlobs = ({ cumulative }: Filters): boolean =>
  cumulative.some((filter) => filter.kind !== "empty" && filter.includeCreatedEventBlob);

const matching = (found: Either<LedgerError, ReadonlyArray<string>>): ReadonlyArray<string> =>
  isLeft(found) ? [] : found.right;

const isEverything = (filters: Filters): boolean =>
  filters.cumulative.every((filter) => filter.kind === "empty");

// Called once for each template and requester, so the names are resolved again to include new
// packages.
const interestOf = (
  filters: Filters,
  templateId: TemplateId,
  catalog: Catalog,
): Interest | undefined => {
  let matched = isEverything(filters);
  let createdEventBlob = false;
  const viewed = new Set<string>();
  const through = new Set<string>();
  const implemented = catalog.interfacesOf(templateId);
  for (const filter of filters.cumulative) {
    if (filter.kind === "empty") continue;
    const interfaces =
      filter.kind === "interface"
        ? matching(catalog.interfacesMatching(filter.interfaceId)).filter((id) =>
            implemented.includes(id),
          )
        : [];
    const matches =
      filter.kind === "wildcard" ||
      (filter.kind === "template"
        ? matching(catalog.templatesMatching(filter.templateId)).includes(templateId)
        : interfaces.length > 0);
    if (!matches) continue;
    matched = true;
    createdEventBlob ||= filter.includeCreatedEventBlob;
    for (const id of interfaces) {
      through.add(id);
      if (filter.kind === "interface" && filter.includeInterfaceView) viewed.add(id);
    }
  }
  return matched
    ? { createdEventBlob, viewedInterfaces: [...viewed], matchedInterfaces: [...through] }
    : undefined;
};

const templateInterest = (
  format: EventFormat,
  templateId: TemplateId,
  catalog: Catalog,
  requested: ReadonlySet<PartyId> | undefined,
): TemplateInterest => {
  const byParty = new Map<string, Interest>();
  for (const [party, filters] of Object.entries(format.filtersByParty)) {
    const interest = interestOf(filters, templateId, catalog);
    if (interest !== undefined) byParty.set(party, interest);
  }
  const any = format.filtersForAnyParty;
  return {
    byParty,
    requested,
    anyParty: any === undefined ? undefined : interestOf(any, templateId, catalog),
  };
};

/**
 * Checks an event format against the catalog (ledger-api 3.4, 11). Left INVALID_ARGUMENT when
 * neither a party nor the any-party filter is given, INVALID_FIELD for a name in package-id form,
 * PACKAGE_NAMES_NOT_FOUND, NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME,
 * NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME.
 */
export const resolveEventFormat = (
  format: EventFormat,
  catalog: Catalog,
): Either<LedgerError, ResolvedFormat> => {
  const parties = Object.keys(format.filtersByParty);
  const any = format.filtersForAnyParty;
  if (parties.length === 0 && any === undefined) {
    return left(
      invalidArgument("filtersByParty and filtersForAnyParty cannot be empty simultaneously"),
    );
  }
  const malformed = parties.find((party) => !isPartyIdString(party));
  if (malformed !== undefined) {
    const sentence = textSentence("Party", malformed);
    return left(invalidArgument("expected a party id", "filtersByParty", { sentence }));
  }
  const everyFilters = [...Object.values(format.filtersByParty), ...(any ? [any] : [])];
  for (const filters of everyFilters) {
    for (const filter of filters.cumulative) {
      const found = checkReference(filter, catalog);
      if (isLeft(found)) return found;
    }
  }
  const all = new Set(parties);
  const requested = any === undefined ? all : undefined;
  const known = new Map<TemplateId, TemplateInterest>();
  // most contracts have the template of the one before
  let last: { readonly templateId: TemplateId; readonly interest: TemplateInterest } | undefined;
  const interestIn = (templateId: TemplateId): TemplateInterest => {
    if (last?.templateId === templateId) return last.interest;
    let interest = known.get(templateId);
    if (interest === undefined) {
      interest = templateInterest(format, templateId, catalog, requested);
      known.set(templateId, interest);
    }
    last = { templateId, interest };
    return interest;
  };
  const isCut = !everyFilters.some(asksForBlobs);
  return right({ parties: all, anyParty: any !== undefined, isCut, interestIn, known });
};

/**
 * The same for a transaction format; Left also MISSING_FIELD for a missing event format or an
 * unspecified shape (ledger-api 3.4).
 */
export const resolveTransactionFormat = (
  format: TransactionFormat,
  catalog: Catalog,
): Either<LedgerError, ResolvedTransactionFormat> => {
  if (format.eventFormat === undefined) return left(missingField("event_format"));
  if (format.transactionShape === "TRANSACTION_SHAPE_UNSPECIFIED")
    return left(missingField("transaction_shape"));
  const resolved = resolveEventFormat(format.eventFormat, catalog);
  return isLeft(resolved)
    ? resolved
    : right({ format: resolved.right, shape: format.transactionShape });
};

/**
 * Validates a transaction format by the rules of {@link resolveTransactionFormat}, before the
 * transaction is submitted.
 */
export const transactionFormatError = (
  format: TransactionFormat,
  catalog: Catalog,
): LedgerError | undefined => {
  const resolved = resolveTransactionFormat(format, catalog);
  return isLeft(resolved) ? resolved.left : undefined;
};
