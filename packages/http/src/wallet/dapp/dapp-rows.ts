import { required, wireArray, wireObject, wireString } from "@tallystick/wire";
import type { TypeOf } from "io-ts";
import {
  type DappSession,
  type DappState,
  lifetimes,
  type PendingConnect,
} from "../../sessions/dapp-state.js";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { refused, walletRow } from "../rows/wallet-row.js";
import { requestRows } from "./dapp-requests.js";
import { IdPath, ours, path, timeOf } from "./dapp-shared.js";

const ConnectWire = wireObject("DappConnect", {
  id: required(wireString),
  origin: required(wireString),
  created_at: required(wireString),
  expires_at: required(wireString),
});

const connectToWire = ({ id, origin, createdAt }: PendingConnect): TypeOf<typeof ConnectWire> => ({
  id,
  origin,
  created_at: timeOf(createdAt),
  expires_at: timeOf(createdAt + lifetimes.pending),
});

const connectOf = (state: DappState, id: string): PendingConnect => {
  const connect = state.connect(id);
  if (connect === undefined)
    throw refused(404, "No page waits to be connected by this id; it may have taken too long.");
  return connect;
};

const connectRows: ReadonlyArray<Endpoint> = [
  walletRow({
    method: "GET",
    path: `${path}/connects/{id}`,
    summary: "A web page that wants to be connected, by its origin",
    description: ours,
    parameters: IdPath,
    response: ConnectWire,
    handle: ({ parameters: { id } }, { dapp }) => connectToWire(connectOf(dapp, id)),
  }),
  walletRow({
    method: "POST",
    path: `${path}/connects/{id}/approve`,
    summary: "Connect a web page to the party; the token is for that page alone",
    description: `The token is valid for the dApp interface and this origin only. ${ours}`,
    submits: false,
    parameters: IdPath,
    response: wireObject("DappConnected", {
      session_id: required(wireString),
      /** To be posted to this origin, and no other. */
      origin: required(wireString),
      token: required(wireString),
      party_id: required(wireString),
    }),
    errorStatuses: { 429: "Too many pages are connected" },
    handle: ({ parameters: { id }, caller }, { dapp, userId, party }) => {
      // a party that signs outside of the node may be one that the user only reads
      if (!caller.rights.canActAs(party)) throw refused(403, "The user may not act as the party.");
      const owner = { userId, party, hasEveryRight: caller.rights.everything };
      const made = dapp.approveConnect(connectOf(dapp, id), owner);
      if (made === undefined) throw refused(429, "Too many pages are connected.");
      const { token, session } = made;
      return { session_id: session.id, origin: session.origin, token, party_id: party };
    },
  }),
  walletRow({
    method: "POST",
    path: `${path}/connects/{id}/reject`,
    summary: "Do not connect a web page",
    description: ours,
    submits: false,
    parameters: IdPath,
    handle: ({ parameters: { id } }, { dapp }) => {
      dapp.rejectConnect(connectOf(dapp, id).id);
    },
  }),
];

const SessionWire = wireObject("DappSession", {
  id: required(wireString),
  origin: required(wireString),
  party_id: required(wireString),
  created_at: required(wireString),
  expires_at: required(wireString),
});

const sessionToWire = (session: DappSession): TypeOf<typeof SessionWire> => ({
  id: session.id,
  origin: session.origin,
  party_id: session.party,
  created_at: timeOf(session.createdAt),
  expires_at: timeOf(session.createdAt + lifetimes.session),
});

const sessionRows: ReadonlyArray<Endpoint> = [
  walletRow({
    method: "GET",
    path: `${path}/sessions`,
    summary: "The web pages that the user has connected, the oldest first",
    description: ours,
    response: wireObject("DappSessions", { sessions: required(wireArray(SessionWire)) }),
    handle: (_request, { dapp, userId }) => ({
      sessions: dapp.sessionsOf(userId).map(sessionToWire),
    }),
  }),
  walletRow({
    method: "DELETE",
    path: `${path}/sessions/{id}`,
    summary: "Revoke the connection of a web page",
    description: ours,
    submits: false,
    parameters: IdPath,
    handle: ({ parameters: { id } }, { dapp, userId }) => {
      const session = dapp.sessionsOf(userId).find((each) => each.id === id);
      if (session === undefined) throw refused(404, "No page is connected by this id.");
      dapp.revoke(session);
    },
  }),
];

/** The rows of the pages on which users connect web pages and approve what they want. */
export const dappRows: ReadonlyArray<Endpoint> = [...connectRows, ...sessionRows, ...requestRows];
