import * as t from "io-ts";
import { usageError } from "../command-error.js";
import { allPages, type NodeConnection } from "./node-connection.js";
import { partiesNamed, partyNamed } from "./parties.js";
import type { Shown } from "./table-text.js";

const User = t.type({ id: t.string, primaryParty: t.string, isDeactivated: t.boolean }, "a user");
type User = t.TypeOf<typeof User>;
const Users = t.type({ users: t.array(User), nextPageToken: t.string }, "a page of users");
const Created = t.type({ user: User }, "the new user");

const Right = t.type({ kind: t.UnknownRecord }, "a right");
const Granted = t.type({ newlyGrantedRights: t.array(Right) }, "the rights that are new");

interface RightFlags {
  readonly "act-as"?: ReadonlyArray<string> | undefined;
  readonly "read-as"?: ReadonlyArray<string> | undefined;
  readonly admin?: boolean | undefined;
}

const rightsOf = async (
  node: NodeConnection,
  flags: RightFlags,
): Promise<ReadonlyArray<object>> => {
  const ofParties = async (kind: string, texts: ReadonlyArray<string> = []) => {
    const parties = await partiesNamed(node, texts);
    return parties.map((party) => ({ kind: { [kind]: { value: { party } } } }));
  };
  return [
    ...(await ofParties("CanActAs", flags["act-as"])),
    ...(await ofParties("CanReadAs", flags["read-as"])),
    ...(flags.admin === true ? [{ kind: { ParticipantAdmin: { value: {} } } }] : []),
  ];
};

const columns = ["USER", "PRIMARY PARTY", "ACTIVE"];

const rowOf = ({ id, primaryParty, isDeactivated }: User): ReadonlyArray<string> => [
  id,
  primaryParty,
  isDeactivated ? "no" : "yes",
];

export const listUsers = async (node: NodeConnection): Promise<Shown> => {
  const found = await allPages(async (token) => {
    const query = token === "" ? "" : `?pageToken=${encodeURIComponent(token)}`;
    const page = await node.ask(Users, { method: "GET", path: `/v2/users${query}` });
    return [page.users, page.nextPageToken];
  });
  return { json: found, columns, rows: found.map(rowOf) };
};

export const createUser = async (
  node: NodeConnection,
  id: string,
  flags: RightFlags & { readonly "primary-party"?: string | undefined },
): Promise<Shown> => {
  const primary = flags["primary-party"];
  const party = primary === undefined ? {} : { primaryParty: await partyNamed(node, primary) };
  const body = { user: { id, ...party }, rights: await rightsOf(node, flags) };
  const { user } = await node.ask(Created, { method: "POST", path: "/v2/users", body });
  return { json: user, columns, rows: [rowOf(user)] };
};

/** A right in words: its kind, and the party it is about. */
const rightRow = ({ kind }: t.TypeOf<typeof Right>): ReadonlyArray<string> => {
  const [[name, value] = ["", undefined]] = Object.entries(kind);
  const OfParty = t.type({ value: t.type({ party: t.string }) });
  return [name, OfParty.is(value) ? value.value.party : ""];
};

export const grantRights = async (
  node: NodeConnection,
  userId: string,
  flags: RightFlags,
): Promise<Shown> => {
  const rights = await rightsOf(node, flags);
  if (rights.length === 0) throw usageError("user grant: expected --act-as, --read-as or --admin");
  const path = `/v2/users/${encodeURIComponent(userId)}/rights`;
  const body = { userId, rights };
  const { newlyGrantedRights } = await node.ask(Granted, { method: "POST", path, body });
  const columns = ["NEW RIGHT", "PARTY"];
  return { json: newlyGrantedRights, columns, rows: newlyGrantedRights.map(rightRow) };
};
