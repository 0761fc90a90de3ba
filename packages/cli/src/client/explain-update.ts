import { writeFile } from "node:fs/promises";
import { askedUpdate, type PictureFilters, type PictureSource } from "@tallystick/core/picture";
import * as t from "io-ts";
import { usageError } from "../command-error.js";
import { wordText } from "../commands/misuse.js";
import { isUpdateId } from "../offset-flag.js";
import { hasStatus, type NodeConnection } from "./node-connection.js";
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

const formatOf = (parties: ReadonlyArray<string>, filters: PictureFilters): object =>
  // no parties: whoever may read as all sees all
  parties.length === 0
    ? { filtersForAnyParty: filters, verbose: false }
    : {
        filtersByParty: Object.fromEntries(parties.map((party) => [party, filters])),
        verbose: false,
      };

const transactionShape = "TRANSACTION_SHAPE_LEDGER_EFFECTS";

/** An update as parties see it. */
const sourceOf = (
  node: NodeConnection,
  updateId: string,
  parties: ReadonlyArray<string>,
): PictureSource => ({
  events: async (filters) => {
    const eventFormat = formatOf(parties, filters);
    const updateFormat = { includeTransactions: { eventFormat, transactionShape } };
    const { update } = await node.ask(Update, {
      method: "POST",
      path: "/v2/updates/update-by-id",
      body: { updateId, updateFormat },
    });
    return update.Transaction.value.events;
  },
  contracts: async (contractIds, filters) => {
    const { contracts } = await node.ask(Contracts, {
      method: "POST",
      path: "/v2/events/events-by-contract-ids",
      body: { contractIds, eventFormat: formatOf(parties, filters) },
    });
    return contracts.map(({ created }) => created.createdEvent);
  },
  isRefusal: (thrown) => hasStatus(thrown, 404),
});

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
  if (!isUpdateId(updateId)) {
    throw usageError(
      `UPDATE-ID: expected 1220 and 64 hexadecimal digits, found ${wordText(updateId)}`,
    );
  }
  const parties =
    party.length === 0 ? (await ownParties(node)).readAs : await partiesNamed(node, party);
  const drawn = await askedUpdate(sourceOf(node, updateId, parties));
  if (svg !== undefined) await writeFile(svg, svgOf(drawn, `Update ${updateId}`));
  return {
    json: { updateId, ...pictureData(drawn) },
    columns: [],
    rows: [],
    lines: [`update ${updateId}`, ...pictureLines(drawn)].map(plainText),
  };
};
