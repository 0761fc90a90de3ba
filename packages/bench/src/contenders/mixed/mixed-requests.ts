import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { everythingFor } from "@tallystick/wire";
import { WebSocket } from "ws";
import { mixed } from "../../sizes.js";
import { pingCommands } from "../../workload.js";
import type { Answer, HttpCaller } from "../http-caller.js";
import { updatesOf } from "../ledger.js";

/** A user of the day, as its requests see it. */
export interface MixedUser {
  readonly party: string;
  readonly token: string;
}

/** What users ask of the server at a moment. */
export interface MixedServer {
  readonly url: string;
  readonly caller: HttpCaller;
}

/** One request of a user; a rejection is an error of the server. */
type MixedRequest = (server: MixedServer, user: MixedUser) => Promise<unknown>;

const expectDone = ({ status, json }: Answer): void => {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`);
};

const posted = async (
  { caller }: MixedServer,
  { token }: MixedUser,
  path: string,
  body: unknown,
): Promise<void> => expectDone(await caller.post(path, token, body));

/** A Ping. */
export const submit: MixedRequest = (server, user) => {
  const { commands, ...others } = pingCommands(user.party, randomUUID());
  const js = commands.map(({ kind, ...fields }) => ({ [kind]: fields }));
  const { userId: _userId, ...submission } = others;
  return posted(server, user, "/v2/commands/submit-and-wait", { ...submission, commands: js });
};

const { pageSize } = mixed;

const ledgerEnd = async ({ caller }: MixedServer, { token }: MixedUser): Promise<number> => {
  const answer = await caller.get("/v2/state/ledger-end", token);
  expectDone(answer);
  const { json } = answer;
  const offset: unknown =
    json !== null && typeof json === "object" ? Reflect.get(json, "offset") : 0;
  return Number(offset);
};

const activeContracts: MixedRequest = async (server, user) => {
  const activeAtOffset = await ledgerEnd(server, user);
  const eventFormat = everythingFor(user.party);
  await posted(server, user, `/v2/state/active-contracts?limit=${pageSize}`, {
    activeAtOffset,
    eventFormat,
  });
};

const tap: MixedRequest = (server, user) =>
  posted(server, user, "/v0/wallet/tap", { amount: "1.0" });

const got = async ({ caller }: MixedServer, { token }: MixedUser, path: string): Promise<void> =>
  expectDone(await caller.get(path, token));

const balance: MixedRequest = (server, user) => got(server, user, "/v0/wallet/balance");

const history: MixedRequest = (server, user) =>
  posted(server, user, "/v0/wallet/transactions", { page_size: pageSize });

const updates: MixedRequest = async (server, user) => {
  const end = await ledgerEnd(server, user);
  await posted(server, user, `/v2/updates?limit=${pageSize}`, updatesOf(user.party, 0, end));
};

/** A stream that a user opens, reads the first frame of, and leaves. */
const stream: MixedRequest = async ({ url }, { party, token }) => {
  const socket = new WebSocket(`${url.replace("http", "ws")}/v2/updates`, {
    headers: { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
  });
  try {
    await once(socket, "open");
    const first = once(socket, "message");
    socket.send(JSON.stringify({ ...updatesOf(party, 0, 0), endInclusive: null }));
    await first;
  } finally {
    socket.terminate();
  }
};

/** What users do: how often in a hundred requests, and what. */
export const mixedKinds = {
  submit: { share: 60, requests: [submit] },
  read: { share: 20, requests: [activeContracts] },
  wallet: { share: 10, requests: [tap, balance] },
  list: { share: 10, requests: [updates, history, stream] },
} satisfies Readonly<
  Record<string, { readonly share: number; readonly requests: ReadonlyArray<MixedRequest> }>
>;

export type MixedKind = keyof typeof mixedKinds;
