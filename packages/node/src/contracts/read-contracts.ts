import {
  contractNotFound,
  type ContractIdOf,
  type CompiledCatalog,
  invalidArgument,
  type LedgerError,
  ledgerError,
  plainValue,
  type Template,
  templateNameOf,
} from "@tallystick/core";
import type { Queries } from "@tallystick/views";
import type { CreatedEvent, Event, EventFormat } from "@tallystick/wire";
import { chain, type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import { placeOf } from "./commands-of-steps.js";
import type {
  ActiveAt,
  ContractChange,
  ContractOf,
  FollowFrom,
  SeenBy,
  TemplateContracts,
} from "../ledger/template-contracts.js";

export interface ContractSource {
  readonly catalog: () => CompiledCatalog;
  readonly queries: Queries;
  readonly ledgerEnd: () => number;
}

type Wanted<P, N extends string> = Template<P, never, N> | Template<P, unknown, N>;

/** Reads contracts with their payloads as values. */
export const readContracts = (
  source: ContractSource,
): Pick<TemplateContracts, "active" | "fetch" | "follow"> => ({
  active: async (template, wanted = {}) => active(source, template, wanted),
  fetch: async (template, contractId, wanted = {}) => fetch(source, template, contractId, wanted),
  follow: (template, from = {}) => follow(source, template, from),
});

/** The filter for a template, in every version of its package. */
const formatOf = (
  { catalog }: ContractSource,
  template: Wanted<unknown, string>,
  { party }: SeenBy,
): Either<LedgerError, EventFormat> =>
  pipe(
    placeOf({ catalog: catalog(), at: "" }, template),
    chain(() => partiesOf(party)),
    map((parties) => {
      const name = catalog().templateOf(template)?.package.name ?? "";
      const templateId = `#${name}:${template.name}`;
      const filters = {
        cumulative: [{ kind: "template" as const, templateId, includeCreatedEventBlob: false }],
      };
      return parties === undefined
        ? { filtersByParty: {}, filtersForAnyParty: filters }
        : { filtersByParty: Object.fromEntries(parties.map((each) => [each, filters])) };
    }),
  );

const partiesOf = (
  party: SeenBy["party"],
): Either<LedgerError, ReadonlyArray<string> | undefined> => {
  if (party === undefined) return right(undefined);
  const parties = typeof party === "string" ? [party] : party;
  return Array.isArray(parties) &&
    parties.length > 0 &&
    parties.every((each) => typeof each === "string" && each !== "")
    ? right(parties)
    : left(invalidArgument("expected a party id, or an array of at least one", "party"));
};

const contractOf = <P, N extends string>(
  template: Wanted<P, N>,
  event: CreatedEvent,
): Either<LedgerError, ContractOf<P, N>> => {
  const payload = plainValue(template.payload, event.createArgument);
  if (isLeft(payload)) {
    const found = `Contract ${event.contractId} of ${event.templateId}`;
    const wrong = `${payload.left.path.join(".")}: ${payload.left.reason}`;
    return left(
      ledgerError(
        "INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED",
        `${found} is not a ${template.name} of this version: ${wrong}`,
      ),
    );
  }
  const { templateId, signatories, observers, createdAt, offset } = event;
  // border: the contract is of this template
  const contractId = event.contractId as ContractIdOf<N>;
  return right({
    contractId,
    payload: payload.right,
    templateId,
    signatories,
    observers,
    createdAt,
    offset,
  });
};

const active = async <P, N extends string>(
  source: ContractSource,
  template: Wanted<P, N>,
  wanted: ActiveAt,
): Promise<Either<LedgerError, ReadonlyArray<ContractOf<P, N>>>> => {
  const eventFormat = formatOf(source, template, wanted);
  if (isLeft(eventFormat)) return eventFormat;
  const found: Array<ContractOf<P, N>> = [];
  const query = {
    activeAtOffset: wanted.at ?? source.ledgerEnd(),
    eventFormat: eventFormat.right,
  };
  for await (const entry of source.queries.activeContracts(query)) {
    if (isLeft(entry)) return entry;
    const contract = contractOf(template, entry.right.contractEntry.JsActiveContract.createdEvent);
    if (isLeft(contract)) return contract;
    found.push(contract.right);
  }
  return right(found);
};

const fetch = async <P, N extends string>(
  { catalog, queries }: ContractSource,
  template: Wanted<P, N>,
  contractId: ContractIdOf<N>,
  { party }: SeenBy,
): Promise<Either<LedgerError, ContractOf<P, N>>> => {
  if (typeof contractId !== "string") {
    const reason = `expected a contract id, found ${typeof contractId}`;
    return left(invalidArgument(reason, "contractId"));
  }
  const place = placeOf({ catalog: catalog(), at: "" }, template);
  if (isLeft(place)) return place;
  const parties = partiesOf(party);
  if (isLeft(parties)) return parties;
  const everything = { cumulative: [] };
  const eventFormat =
    parties.right === undefined
      ? { filtersByParty: {}, filtersForAnyParty: everything }
      : { filtersByParty: Object.fromEntries(parties.right.map((each) => [each, everything])) };
  const events = await queries.contractEvents({ contractId, eventFormat });
  if (isLeft(events)) {
    return events.left.code === "CONTRACT_EVENTS_NOT_FOUND"
      ? left(contractNotFound(contractId))
      : events;
  }
  const { created, archived } = events.right;
  const { createdEvent } = created;
  if (archived !== null) return left(contractNotFound(contractId));
  const packageName = catalog().templateOf(template)?.package.name;
  return templateNameOf(createdEvent.templateId) === template.name &&
    createdEvent.packageName === packageName
    ? contractOf(template, createdEvent)
    : left(
        ledgerError(
          "WRONGLY_TYPED_CONTRACT",
          `Contract ${contractId} is of ${createdEvent.templateId}, expected ${place.right}`,
        ),
      );
};

async function* follow<P, N extends string>(
  source: ContractSource,
  template: Wanted<P, N>,
  from: FollowFrom,
): AsyncGenerator<Either<LedgerError, ContractChange<P, N>>, void, undefined> {
  const eventFormat = formatOf(source, template, from);
  if (isLeft(eventFormat)) {
    yield eventFormat;
    return;
  }
  const updates = source.queries.updates({
    beginExclusive: from.after ?? source.ledgerEnd(),
    endInclusive: from.until,
    follow: from.until === undefined,
    updateFormat: {
      includeTransactions: {
        eventFormat: eventFormat.right,
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
      },
    },
  });
  for await (const item of updates) {
    if (isLeft(item)) {
      yield item;
      return;
    }
    const { update } = item.right;
    if (!("Transaction" in update)) continue;
    const { updateId, events } = update.Transaction.value;
    for (const event of events) {
      const change = changeOf(template, updateId, event);
      if (change !== undefined) yield change;
    }
  }
}

const changeOf = <P, N extends string>(
  template: Wanted<P, N>,
  updateId: string,
  event: Event,
): Either<LedgerError, ContractChange<P, N>> | undefined => {
  if ("CreatedEvent" in event) {
    return pipe(
      contractOf(template, event.CreatedEvent),
      map((contract) => ({
        kind: "created",
        offset: contract.offset,
        updateId,
        contractId: contract.contractId,
        contract,
      })),
    );
  }
  if (!("ArchivedEvent" in event)) return undefined;
  const { offset, contractId } = event.ArchivedEvent;
  return right({
    kind: "archived",
    offset,
    updateId,
    contractId,
  });
};
