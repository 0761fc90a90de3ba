import { type Api, answerOf } from "./client.js";
import type { LedgerSchemas } from "./openapi.js";

/** Most contracts that are read. */
const mostContracts = 200;

type Created = LedgerSchemas["CreatedEvent"];

const activeBy = async (
  api: Api,
  party: string,
  identifierFilter: LedgerSchemas["IdentifierFilter"],
): Promise<ReadonlyArray<Created>> => {
  const end = await answerOf(api.ledger.GET("/v2/state/ledger-end"));
  const filters = { cumulative: [{ identifierFilter }] };
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

/** The active contracts of a template that a party sees. */
export const activeContracts = (
  api: Api,
  party: string,
  templateId: string,
): Promise<ReadonlyArray<Created>> =>
  activeBy(api, party, { TemplateFilter: { value: { templateId } } });

/** The active contracts with an interface that a party sees, by their views. */
export const activeInterfaceViews = async (
  api: Api,
  party: string,
  interfaceId: string,
): Promise<ReadonlyArray<{ readonly contractId: string; readonly view: unknown }>> => {
  const value = { interfaceId, includeInterfaceView: true };
  const found = await activeBy(api, party, { InterfaceFilter: { value } });
  return found.flatMap(({ contractId, interfaceViews = [] }) =>
    interfaceViews.flatMap(({ viewValue }) =>
      viewValue === undefined || viewValue === null ? [] : [{ contractId, view: viewValue }],
    ),
  );
};
