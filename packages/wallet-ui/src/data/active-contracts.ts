import { type Api, answerOf } from "./client.js";
import type { LedgerSchemas } from "./openapi.js";

/** Most contracts that are read. */
const mostContracts = 200;

/** The active contracts of a template that a party sees. */
export const activeContracts = async (
  api: Api,
  party: string,
  templateId: string,
): Promise<ReadonlyArray<LedgerSchemas["CreatedEvent"]>> => {
  const end = await answerOf(api.ledger.GET("/v2/state/ledger-end"));
  const TemplateFilter = { value: { templateId } };
  const filters = { cumulative: [{ identifierFilter: { TemplateFilter } }] };
  const entries = await answerOf(
    api.ledger.POST("/v2/state/active-contracts", {
      params: { query: { limit: mostContracts } },
      body: {
        activeAtOffset: end.offset ?? 0,
        eventFormat: { filtersByParty: { [party]: filters }, verbose: false },
      },
    }),
  );
  return entries.flatMap(({ contractEntry }) =>
    contractEntry !== undefined && "JsActiveContract" in contractEntry
      ? [contractEntry.JsActiveContract.createdEvent]
      : [],
  );
};
