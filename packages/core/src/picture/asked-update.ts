import type { DrawnTransaction } from "./drawn-transaction.js";
import {
  contractInJson,
  type CreatedJson,
  drawnInJson,
  type EventJson,
  usedBefore,
} from "./events-in-json.js";
import { holdingInterfaces } from "./holding-view.js";

/** All contracts, with their views as holdings, in an event format of the JSON Ledger API. */
const filtersWith = (interfaces: ReadonlyArray<string>) => ({
  cumulative: [
    { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: false } } } },
    ...interfaces.map((interfaceId) => ({
      identifierFilter: {
        InterfaceFilter: { value: { interfaceId, includeInterfaceView: true } },
      },
    })),
  ],
});

/** What an event format says of each party. */
export type PictureFilters = ReturnType<typeof filtersWith>;

/** How a ledger is asked for an update over its JSON interface. */
export interface PictureSource {
  /** The events of the update, in the shape of ledger effects. */
  events(filters: PictureFilters): Promise<ReadonlyArray<EventJson>>;
  /** The creations of contracts, as far as the reader may see them. */
  contracts(
    contractIds: ReadonlyArray<string>,
    filters: PictureFilters,
  ): Promise<ReadonlyArray<CreatedJson>>;
  /** Whether an error may be that the ledger does not know an interface. */
  isRefusal(thrown: unknown): boolean;
}

/** Contracts that are looked up at most, as many as a node takes at once. */
const mostContracts = 1_000;

/** Both interfaces of holdings, the older one alone, none: ledgers refuse what they do not know. */
const attempts: ReadonlyArray<ReadonlyArray<string>> = [
  holdingInterfaces,
  holdingInterfaces.slice(1),
  [],
];

const askedWith = async (
  source: PictureSource,
  filters: PictureFilters,
): Promise<DrawnTransaction> => {
  const events = await source.events(filters);
  const used = usedBefore(events).slice(0, mostContracts);
  const contracts = used.length === 0 ? [] : await source.contracts(used, filters);
  return drawnInJson(events, contracts.map(contractInJson));
};

/**
 * An update as a picture needs it, with the holdings that the ledger knows as such. Rejects as the
 * source does.
 */
export const askedUpdate = async (source: PictureSource): Promise<DrawnTransaction> => {
  let refused: unknown;
  for (const interfaces of attempts) {
    try {
      return await askedWith(source, filtersWith(interfaces));
    } catch (thrown) {
      if (!source.isRefusal(thrown)) throw thrown;
      refused = thrown;
    }
  }
  throw refused;
};
