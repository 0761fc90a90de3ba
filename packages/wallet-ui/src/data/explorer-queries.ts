import type { UseQueryResult } from "@tanstack/react-query";
import { type Session, useSession } from "../session/session.js";
import { type Api, answerOf } from "./client.js";
import { ledgerEndOf } from "./ledger-end.js";
import type { LedgerSchemas, WalletSchemas } from "./openapi.js";
import { type Follows, usePartyQuery } from "./queries.js";
import type { Resource } from "../states/resources.js";

/** Whose eyes see: those of one party, or of all together. */
export type Perspective = { readonly party: string } | "all";

/** What a user may see of the ledger. */
export interface ReadingRights {
  /** May read as every party. */
  readonly isEverywhere: boolean;
  readonly isAdmin: boolean;
  /** Parties that the user may read as by a right of its own. */
  readonly parties: ReadonlyArray<string>;
}

const readingRightsOf = (rights: ReadonlyArray<LedgerSchemas["Right"]>): ReadingRights => {
  const kinds = rights.flatMap(({ kind }) => (kind === undefined || kind === null ? [] : [kind]));
  const parties = kinds.flatMap((kind) => {
    if ("CanActAs" in kind) return [kind.CanActAs.value.party];
    if ("CanReadAs" in kind) return [kind.CanReadAs.value.party];
    return [];
  });
  return {
    isEverywhere: kinds.some((kind) => "CanReadAsAnyParty" in kind),
    isAdmin: kinds.some((kind) => "ParticipantAdmin" in kind),
    parties: [...new Set(parties)].toSorted(),
  };
};

const everywhere: ReadingRights = { isEverywhere: true, isAdmin: true, parties: [] };

/** What a user may see. */
export const readingRights = async (
  api: Api,
  { kind, user }: Pick<Session, "kind" | "user">,
): Promise<ReadingRights> => {
  if (kind === "off") return everywhere;
  const params = { path: { "user-id": user } };
  const { rights = [] } = await answerOf(api.ledger.GET("/v2/users/{user-id}/rights", { params }));
  return readingRightsOf(rights);
};

/** What the user that is logged in may see. */
export const useReadingRights = (): UseQueryResult<ReadingRights> => {
  const { kind, user } = useSession();
  return usePartyQuery("console", { name: "own-rights", user }, (api) =>
    readingRights(api, { kind, user }),
  );
};

/** Which events of whom are wanted. */
export type EventFormat = LedgerSchemas["EventFormat"];

const filtersOf = (template: string): LedgerSchemas["Filters"] => ({
  cumulative: [
    {
      identifierFilter:
        template === ""
          ? { WildcardFilter: { value: {} } }
          : { TemplateFilter: { value: { templateId: template } } },
    },
  ],
});

/** What filters let through, with the eyes of a perspective. */
export const formatWith = (
  perspective: Perspective,
  filters: LedgerSchemas["Filters"],
): EventFormat =>
  perspective === "all"
    ? { filtersForAnyParty: filters, verbose: true }
    : { filtersByParty: { [perspective.party]: filters }, verbose: true };

/** All events of a template, or of all templates. */
export const eventFormatOf = (perspective: Perspective, template = ""): EventFormat =>
  formatWith(perspective, filtersOf(template));

/** Transactions with all their effects. */
export const transactionsIn = (
  eventFormat: EventFormat,
): NonNullable<LedgerSchemas["UpdateFormat"]["includeTransactions"]> => ({
  eventFormat,
  transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
});

const updateFormatOf = (perspective: Perspective): LedgerSchemas["UpdateFormat"] => ({
  includeTransactions: transactionsIn(eventFormatOf(perspective)),
  includeTopologyEvents: {
    includeParticipantAuthorizationEvents: {
      parties: perspective === "all" ? [] : [perspective.party],
    },
  },
});

export type Transaction = LedgerSchemas["JsTransaction"];

/** An update: a transaction, or parties that came or went. */
export type LedgerUpdate =
  | { readonly kind: "transaction"; readonly value: Transaction }
  | { readonly kind: "topology"; readonly value: LedgerSchemas["JsTopologyTransaction"] };

/** The update of an answer, if there is one. */
export const updateOf = ({
  update,
}: LedgerSchemas["JsGetUpdateResponse"]): ReadonlyArray<LedgerUpdate> => {
  if (update === undefined) return [];
  if ("Transaction" in update) return [{ kind: "transaction", value: update.Transaction.value }];
  if ("TopologyTransaction" in update)
    return [{ kind: "topology", value: update.TopologyTransaction.value }];
  return [];
};

/** Reads something of the ledger, and keeps what was there until it comes. */
export const useExplorerQuery = <A>(
  resource: Resource,
  params: Readonly<Record<string, unknown>>,
  read: (api: Api) => Promise<A>,
  follows: ReadonlyArray<Follows> = [],
): UseQueryResult<A> => usePartyQuery(resource, params, read, { keepPrevious: true, follows });

/** Between which offsets the ledger can be seen. */
interface LedgerSpan {
  readonly pruned: number;
  readonly end: number;
}

/** Where the ledger begins and ends now. */
export const useLedgerSpan = (): UseQueryResult<LedgerSpan> =>
  useExplorerQuery(
    "updates",
    { name: "span" },
    async (api) => {
      const [end, pruned] = await Promise.all([
        ledgerEndOf(api),
        answerOf(api.ledger.GET("/v2/state/latest-pruned-offsets")),
      ]);
      return { end, pruned: pruned.participantPrunedUpToInclusive ?? 0 };
    },
    ["ledger"],
  );

const updatesPerPage = 30;

export interface UpdatesPage {
  readonly updates: ReadonlyArray<LedgerUpdate>;
  /** The offset to look back from for those before; undefined: there are none. */
  readonly olderAt: number | undefined;
}

/** The updates that can be seen at an offset. */
export const useUpdates = (
  perspective: Perspective,
  at: number | undefined,
): UseQueryResult<UpdatesPage> =>
  useExplorerQuery(
    "updates",
    { perspective, at },
    async (api) => {
      const page = await answerOf(
        api.ledger.POST("/v2/updates/get-updates-page", {
          body: {
            updateFormat: updateFormatOf(perspective),
            descendingOrder: true,
            maxPageSize: updatesPerPage,
            ...(at === undefined ? {} : { endOffsetInclusive: at }),
          },
        }),
      );
      const { updates = [], lowestPageOffsetExclusive: lowest, nextPageToken = "" } = page;
      const isLast = nextPageToken === "" || lowest <= 0;
      return { updates: updates.flatMap(updateOf), olderAt: isLast ? undefined : lowest };
    },
    at === undefined ? ["ledger"] : [],
  );

/** A transaction by the id of its update; undefined for what is no transaction. */
export const transactionById = async (
  api: Api,
  updateId: string,
  eventFormat: EventFormat,
): Promise<Transaction | undefined> => {
  const body = { updateId, updateFormat: { includeTransactions: transactionsIn(eventFormat) } };
  const [found] = updateOf(await answerOf(api.ledger.POST("/v2/updates/update-by-id", { body })));
  return found?.kind === "transaction" ? found.value : undefined;
};

/** An update by its id, or by its offset. */
export const useUpdate = (
  id: string,
  perspective: Perspective,
): UseQueryResult<LedgerUpdate | undefined> =>
  useExplorerQuery("updates", { id, perspective }, async (api) => {
    const updateFormat = updateFormatOf(perspective);
    const answer = /^\d{1,15}$/.test(id)
      ? api.ledger.POST("/v2/updates/update-by-offset", {
          body: { offset: Number(id), updateFormat },
        })
      : api.ledger.POST("/v2/updates/update-by-id", { body: { updateId: id, updateFormat } });
    return updateOf(await answerOf(answer))[0];
  });

export type CreatedEvent = LedgerSchemas["CreatedEvent"];

/** Contracts that were active at an offset. */
export interface ContractsAt {
  readonly contracts: ReadonlyArray<CreatedEvent>;
  readonly at: number;
  /** Whether there are more than are shown. */
  readonly hasMore: boolean;
}

const contractsPerPage = 200;

/** The contracts that were active at an offset: the first ones, as many as asked for. */
export const useContracts = (
  perspective: Perspective,
  at: number | undefined,
  template: string,
  pages: number,
): UseQueryResult<ContractsAt> =>
  useExplorerQuery("contracts", { perspective, at, template, pages }, async (api) => {
    const contracts: Array<CreatedEvent> = [];
    let pageToken: string | undefined;
    let offset = at;
    for (let count = 0; count < pages; count += 1) {
      const page: LedgerSchemas["JsGetActiveContractsPageResponse"] = await answerOf(
        api.ledger.POST("/v2/state/active-contracts-page", {
          body: {
            eventFormat: eventFormatOf(perspective, template),
            maxPageSize: contractsPerPage,
            ...(offset === undefined ? {} : { activeAtOffset: offset }),
            ...(pageToken === undefined ? {} : { pageToken }),
          },
        }),
      );
      offset = page.activeAtOffset;
      for (const { contractEntry } of page.activeContracts) {
        if (contractEntry !== undefined && "JsActiveContract" in contractEntry)
          contracts.push(contractEntry.JsActiveContract.createdEvent);
      }
      pageToken = page.nextPageToken === "" ? undefined : page.nextPageToken;
      if (pageToken === undefined) break;
    }
    return { contracts, at: offset ?? 0, hasMore: pageToken !== undefined };
  });

/** A contract, and its end if it has ended. */
export const useContract = (
  contractId: string,
  perspective: Perspective,
): UseQueryResult<LedgerSchemas["JsGetEventsByContractIdResponse"]> =>
  useExplorerQuery("contracts", { contractId, perspective }, (api) =>
    answerOf(
      api.ledger.POST("/v2/events/events-by-contract-id", {
        body: { contractId, eventFormat: eventFormatOf(perspective) },
      }),
    ),
  );

/** A submission that took no effect. */
export type Refused = WalletSchemas["RefusedSubmission"];

/** The latest submissions that took no effect. */
export const useRefusedSubmissions = (
  party: string,
  commandId: string,
  limit: number,
): UseQueryResult<ReadonlyArray<Refused>> =>
  useExplorerQuery(
    "console",
    { name: "refused-submissions", party, commandId, limit },
    async (api) => {
      const query = {
        limit,
        ...(party === "" ? {} : { party }),
        ...(commandId === "" ? {} : { command_id: commandId }),
      };
      const answer = await answerOf(
        api.wallet.GET("/v0/submissions/refused", { params: { query } }),
      );
      return answer.refused;
    },
    ["ledger", "node"],
  );
