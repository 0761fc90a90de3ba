import * as t from "io-ts";
import { CommandError } from "../command-error.js";
import { allPages, type NodeConnection } from "./node-connection.js";
import type { Shown } from "./table-text.js";

const PartyDetails = t.type({ party: t.string, isLocal: t.boolean }, "a party");
const Parties = t.type(
  { partyDetails: t.array(PartyDetails), nextPageToken: t.string },
  "a page of parties",
);
const Allocated = t.type({ partyDetails: PartyDetails }, "the new party");

const OfParty = t.type({ value: t.type({ party: t.string }) });
const Rights = t.type(
  {
    rights: t.array(
      t.type(
        {
          kind: t.partial({
            CanActAs: OfParty,
            CanReadAs: OfParty,
            CanReadAsAnyParty: t.UnknownRecord,
          }),
        },
        "a right",
      ),
    ),
  },
  "the rights of a user",
);

const partiesOf = (node: NodeConnection, prefix: string) =>
  allPages(async (token) => {
    const query = new URLSearchParams({
      ...(prefix === "" ? {} : { "filter-party": prefix }),
      ...(token === "" ? {} : { pageToken: token }),
    });
    const page = await node.ask(Parties, {
      method: "GET",
      path: `/v2/parties?${query.toString()}`,
    });
    return [page.partyDetails, page.nextPageToken];
  });

interface OwnParties {
  readonly actAs: ReadonlyArray<string>;
  /** Those that it may act or read as. */
  readonly readAs: ReadonlyArray<string>;
  /** Whether it may read as any party, those of no right included. */
  readonly readsAny: boolean;
}

/** The parties that the caller may act or read as. */
export const ownParties = async (node: NodeConnection): Promise<OwnParties> => {
  const path = `/v2/users/${encodeURIComponent(node.user)}/rights`;
  const { rights } = await node.ask(Rights, { method: "GET", path });
  const actAs = rights.flatMap(({ kind }) => kind.CanActAs?.value.party ?? []);
  const readAs = rights.flatMap(({ kind }) => kind.CanReadAs?.value.party ?? []);
  const readsAny = rights.some(({ kind }) => kind.CanReadAsAnyParty !== undefined);
  return { actAs, readAs: [...new Set([...actAs, ...readAs])], readsAny };
};

/**
 * The party of an id, or of its hint where only one begins with it: `alice` for `alice::1220...`.
 *
 * @throws {CommandError} no party has this hint, or several
 */
export const partyNamed = async (node: NodeConnection, text: string): Promise<string> => {
  if (text.includes("::")) return text;
  const found = await partiesOf(node, `${text}::`).catch((thrown: unknown) => {
    if (!(thrown instanceof CommandError)) throw thrown;
    throw new CommandError(
      `${text}: expected a full party id, because the name cannot be looked up: ${thrown.message}`,
    );
  });
  const [only, other] = found;
  if (only !== undefined && other === undefined) return only.party;
  throw new CommandError(
    only === undefined
      ? `the node has no party ${text}; "tallystick party list" lists its parties`
      : `${found.length} parties are named ${text}; expected the full id of one`,
  );
};

export const partiesNamed = (
  node: NodeConnection,
  texts: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => Promise.all(texts.map((text) => partyNamed(node, text)));

export const listParties = async (node: NodeConnection): Promise<Shown> => {
  const found = await partiesOf(node, "");
  const rows = found.map(({ party, isLocal }) => [party, isLocal ? "yes" : "no"]);
  return { json: found, columns: ["PARTY", "LOCAL"], rows };
};

export const allocateParty = async (
  node: NodeConnection,
  partyIdHint: string,
  userId = node.user,
): Promise<Shown> => {
  const body = { partyIdHint, userId };
  const { partyDetails } = await node.ask(Allocated, { method: "POST", path: "/v2/parties", body });
  const rows = [
    ["party", partyDetails.party],
    ["user with actAs", userId],
  ];
  return { json: partyDetails, columns: [], rows };
};
