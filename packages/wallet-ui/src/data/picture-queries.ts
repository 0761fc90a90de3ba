import { askedUpdate, type DrawnTransaction, type PictureSource } from "@tallystick/core/picture";
import type { UseQueryResult } from "@tanstack/react-query";
import { ApiError } from "./api-error.js";
import { type Api, answerOf } from "./client.js";
import {
  type CreatedEvent,
  eventFormatOf,
  formatWith,
  type Perspective,
  transactionById,
  transactionsIn,
  updateOf,
  useExplorerQuery,
} from "./explorer-queries.js";
import type { LedgerSchemas } from "./openapi.js";

const sourceOf = (api: Api, updateId: string, perspective: Perspective): PictureSource => ({
  events: async (filters) =>
    (await transactionById(api, updateId, formatWith(perspective, filters)))?.events ?? [],
  contracts: async (contractIds, filters) => {
    const eventFormat = formatWith(perspective, filters);
    const body = { contractIds: [...contractIds], eventFormat };
    const { contracts } = await answerOf(
      api.ledger.POST("/v2/events/events-by-contract-ids", { body }),
    );
    return contracts.flatMap(({ created }) =>
      created === undefined || created === null ? [] : [created.createdEvent],
    );
  },
  isRefusal: (thrown) => thrown instanceof ApiError && thrown.status === 404,
});

/** A transaction with what its picture needs: who sees its nodes, and what its contracts are. */
export const useDrawnUpdate = (
  updateId: string,
  perspective: Perspective,
): UseQueryResult<DrawnTransaction> =>
  useExplorerQuery("updates", { name: "picture", updateId, perspective }, (api) =>
    askedUpdate(sourceOf(api, updateId, perspective)),
  );

/** What happened to a contract in an update. */
export interface LifeEvent {
  readonly offset: number;
  readonly recordTime: string;
  readonly choice: string;
  readonly consuming: boolean;
  readonly actingParties: ReadonlyArray<string>;
}

/** The exercises on a contract, as far as they were looked for. */
export interface ContractLife {
  readonly events: ReadonlyArray<LifeEvent>;
  /** True when there may be more. */
  readonly isCut: boolean;
}

const lifePageSize = 200;
/** Pages of updates that are looked through for one contract. */
const mostLifePages = 5;

/**
 * The exercises on a contract: those of the updates between its creation and its end.
 *
 * @param template all versions of its template, by the name of the package
 */
export const useContractLife = (
  { contractId, offset }: CreatedEvent,
  template: string,
  archivedAt: number | undefined,
  perspective: Perspective,
): UseQueryResult<ContractLife> =>
  useExplorerQuery(
    "contracts",
    { name: "life", contractId, perspective, archivedAt },
    async (api) => {
      const events: Array<LifeEvent> = [];
      let pageToken: string | undefined;
      for (let page = 0; page < mostLifePages; page += 1) {
        const answer: LedgerSchemas["JsGetUpdatesPageResponse"] = await answerOf(
          api.ledger.POST("/v2/updates/get-updates-page", {
            body: {
              updateFormat: {
                includeTransactions: transactionsIn(eventFormatOf(perspective, template)),
              },
              beginOffsetExclusive: offset - 1,
              maxPageSize: lifePageSize,
              ...(archivedAt === undefined ? {} : { endOffsetInclusive: archivedAt }),
              ...(pageToken === undefined ? {} : { pageToken }),
            },
          }),
        );
        events.push(...(answer.updates ?? []).flatMap((each) => exercisesIn(each, contractId)));
        pageToken = answer.nextPageToken === "" ? undefined : answer.nextPageToken;
        if (pageToken === undefined) break;
      }
      return { events, isCut: pageToken !== undefined };
    },
  );

const exercisesIn = (
  answer: LedgerSchemas["JsGetUpdateResponse"],
  contractId: string,
): ReadonlyArray<LifeEvent> =>
  updateOf(answer).flatMap((update) =>
    update.kind !== "transaction"
      ? []
      : update.value.events.flatMap((event) => {
          if (!("ExercisedEvent" in event)) return [];
          const { choice, consuming, actingParties } = event.ExercisedEvent;
          const { offset, recordTime } = update.value;
          return event.ExercisedEvent.contractId === contractId
            ? [{ offset, recordTime, choice, consuming, actingParties }]
            : [];
        }),
  );
