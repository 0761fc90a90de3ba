import * as t from "io-ts";
import { CommandError, usageError } from "../command-error.js";
import { CreatedEvent, eventFormat, templateOf } from "./event-wire.js";
import { allPages, type NodeConnection } from "./node-connection.js";
import { ownParties, partiesNamed } from "./parties.js";
import type { Shown } from "./table-text.js";

const Page = t.type(
  {
    activeContracts: t.array(
      t.type({
        contractEntry: t.type({ JsActiveContract: t.type({ createdEvent: CreatedEvent }) }),
      }),
    ),
    nextPageToken: t.string,
  },
  "a page of active contracts",
);

interface ContractFlags {
  readonly party?: ReadonlyArray<string> | undefined;
  readonly template?: ReadonlyArray<string> | undefined;
  readonly at?: string | undefined;
}

const offsetOf = (text: string | undefined): object => {
  if (text === undefined) return {};
  if (!/^\d{1,15}$/.test(text)) throw usageError("--at: expected an offset");
  return { activeAtOffset: Number(text) };
};

export const listContracts = async (
  node: NodeConnection,
  { party = [], template, at }: ContractFlags,
): Promise<Shown> => {
  const offset = offsetOf(at);
  const parties =
    party.length === 0 ? (await ownParties(node)).readAs : await partiesNamed(node, party);
  if (parties.length === 0) {
    throw new CommandError(
      `${node.user} may not act or read as any party; "tallystick party allocate" makes one`,
    );
  }
  const wanted = { ...offset, eventFormat: eventFormat(parties, template) };
  const entries = await allPages(async (token) => {
    const body = token === "" ? wanted : { ...wanted, pageToken: token };
    const path = "/v2/state/active-contracts-page";
    const page = await node.ask(Page, { method: "POST", path, body });
    return [page.activeContracts, page.nextPageToken];
  });
  const found = entries.map(({ contractEntry }) => contractEntry.JsActiveContract.createdEvent);
  const rows = found.map((event) => [
    templateOf(event),
    event.contractId,
    JSON.stringify(event.createArgument),
  ]);
  return { json: found, columns: ["TEMPLATE", "CONTRACT", "PAYLOAD"], rows };
};
