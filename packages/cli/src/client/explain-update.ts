import { writeFile } from "node:fs/promises";
import {
  contractInJson,
  drawnInJson,
  type DrawnTransaction,
  holdingRequests,
  usedBefore,
} from "@tallystick/core/picture";
import * as t from "io-ts";
import { CommandError } from "../command-error.js";
import type { NodeConnection } from "./node-connection.js";
import { ownParties, partiesNamed } from "./parties.js";
import { pictureData, pictureLines, svgOf } from "./picture-words.js";
import { plainText, type Shown } from "./table-text.js";

const texts = t.array(t.string);

const Created = t.intersection([
  t.type({
    nodeId: t.number,
    contractId: t.string,
    templateId: t.string,
    signatories: texts,
    witnessParties: texts,
  }),
  t.partial({ observers: texts, interfaceViews: t.array(t.partial({ viewValue: t.unknown })) }),
]);

const Exercised = t.intersection([
  t.type({
    nodeId: t.number,
    lastDescendantNodeId: t.number,
    contractId: t.string,
    templateId: t.string,
    choice: t.string,
    consuming: t.boolean,
    actingParties: texts,
    witnessParties: texts,
  }),
  t.partial({ interfaceId: t.union([t.string, t.null]) }),
]);

const Update = t.type(
  {
    update: t.type({
      Transaction: t.type({
        value: t.type({
          updateId: t.string,
          events: t.array(
            t.union([t.type({ CreatedEvent: Created }), t.type({ ExercisedEvent: Exercised })]),
          ),
        }),
      }),
    }),
  },
  "a transaction",
);

const Contracts = t.type(
  { contracts: t.array(t.type({ created: t.type({ createdEvent: Created }) })) },
  "contracts",
);

const formatOf = (parties: ReadonlyArray<string>, interfaces: ReadonlyArray<string>): object => {
  const filters = [
    { WildcardFilter: { value: { includeCreatedEventBlob: false } } },
    ...interfaces.map((interfaceId) => ({
      InterfaceFilter: { value: { interfaceId, includeInterfaceView: true } },
    })),
  ];
  const cumulative = filters.map((identifierFilter) => ({ identifierFilter }));
  // no parties: whoever may read as all sees all
  return parties.length === 0
    ? { filtersForAnyParty: { cumulative }, verbose: false }
    : {
        filtersByParty: Object.fromEntries(parties.map((party) => [party, { cumulative }])),
        verbose: false,
      };
};

/** Contracts that are looked up at most, as many as the node takes at once. */
const mostContracts = 1_000;

const drawnUpdate = async (
  node: NodeConnection,
  updateId: string,
  eventFormat: object,
): Promise<DrawnTransaction> => {
  const transactionShape = "TRANSACTION_SHAPE_LEDGER_EFFECTS";
  const updateFormat = { includeTransactions: { eventFormat, transactionShape } };
  const { update } = await node.ask(Update, {
    method: "POST",
    path: "/v2/updates/update-by-id",
    body: { updateId, updateFormat },
  });
  const { events } = update.Transaction.value;
  const contractIds = usedBefore(events).slice(0, mostContracts);
  const { contracts } = await node.ask(Contracts, {
    method: "POST",
    path: "/v2/events/events-by-contract-ids",
    body: { contractIds, eventFormat },
  });
  return drawnInJson(
    events,
    contracts.map(({ created }) => contractInJson(created.createdEvent)),
  );
};

/** The update with the holdings that the ledger knows as such. */
const drawnWithHoldings = async (
  node: NodeConnection,
  updateId: string,
  parties: ReadonlyArray<string>,
): Promise<DrawnTransaction> => {
  let refused: unknown;
  for (const interfaces of holdingRequests) {
    try {
      return await drawnUpdate(node, updateId, formatOf(parties, interfaces));
    } catch (thrown) {
      if (!(thrown instanceof CommandError)) throw thrown;
      refused = thrown;
    }
  }
  throw refused;
};

interface ExplainFlags {
  readonly party?: ReadonlyArray<string> | undefined;
  readonly svg?: string | undefined;
}

/** Says what an update consumed and made, as parties see it; `--svg` draws it too. */
export const explainUpdate = async (
  node: NodeConnection,
  updateId: string,
  { party = [], svg }: ExplainFlags,
): Promise<Shown> => {
  const parties =
    party.length === 0 ? (await ownParties(node)).readAs : await partiesNamed(node, party);
  const drawn = await drawnWithHoldings(node, updateId, parties);
  if (svg !== undefined) await writeFile(svg, svgOf(drawn, `Update ${updateId}`));
  return {
    json: { updateId, ...pictureData(drawn) },
    columns: [],
    rows: [],
    lines: [`update ${updateId}`, ...pictureLines(drawn)].map(plainText),
  };
};
