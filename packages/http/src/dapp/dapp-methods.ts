import { base64Encode, isJsonObject, type PartyKey, type Submission } from "@tallystick/core";
import type { Turns } from "@tallystick/background";
import type { Ledger, Wallet } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import type { HttpIds } from "../sessions/http-ids.js";
import type { ServedEndpoint } from "../endpoints/endpoint.js";
import { type AboutCall, DappError, ledgerErrorOf } from "./dapp-error.js";
import { dappRead } from "./dapp-reads.js";
import type { DappSession, DappState, WantedAct } from "../sessions/dapp-state.js";
import { readJsonInTurns } from "../json/json-text.js";
import { readSubmission } from "./dapp-submission.js";

interface DappParts {
  readonly state: DappState;
  readonly ledger: Ledger;
  readonly wallet: Wallet;
  readonly endpoints: ReadonlyArray<ServedEndpoint>;
  readonly ids: HttpIds;
  /** Long JSON is read in them. */
  readonly turns: Turns;
}

interface DappCall {
  readonly method: string;
  readonly params: unknown;
  readonly origin: string;
  /** Where the pages of this wallet are, `http://127.0.0.1:7575`. */
  readonly base: string;
  readonly token: string | undefined;
  readonly session: DappSession | undefined;
  readonly address: string;
  readonly about: AboutCall;
}

/** The longest message to be signed; characters. */
const maxMessage = 10_000;

/**
 * What comes before every signed message, so that it can never be the hash of a transaction, which
 * has 32 bytes and begins otherwise.
 */
const messagePrefix = "Canton wallet message, not a transaction:\n";

/** The network as CAIP-2 names it: the beginning of its synchronizer's fingerprint. */
const networkId = ({ synchronizerId }: Ledger): string =>
  `canton:${(synchronizerId.split("::")[1] ?? "").slice(4, 36)}`;

const networkOf = ({ ledger }: DappParts, { base }: DappCall) => ({
  networkId: networkId(ledger),
  ledgerApi: base,
});

/** Length of an Ed25519 key, which ends its DER. */
const ed25519Bytes = 32;

/** A key as wallets show it, Base64: the 32 bytes of Ed25519, of other curves the DER. */
const keyText = (key: PartyKey | undefined): string => {
  if (key === undefined) return "";
  return key.keySpec === "SIGNING_KEY_SPEC_EC_CURVE25519"
    ? base64Encode(Buffer.from(key.publicKey, "base64").subarray(-ed25519Bytes))
    : key.publicKey;
};

const accountOf = ({ ledger }: DappParts, { party }: DappSession) => {
  const [hint = "", namespace = ""] = party.split("::");
  const external = ledger.party(party)?.external;
  return {
    primary: true,
    partyId: party,
    status: "allocated",
    hint,
    publicKey: keyText(external?.keys[0]),
    namespace,
    networkId: networkId(ledger),
    signingProviderId: external === undefined ? "participant" : "external",
  };
};

const connectionOf = ({ session }: DappCall) =>
  session === undefined
    ? { isConnected: false, isNetworkConnected: true, reason: "not connected" }
    : { isConnected: true, isNetworkConnected: true };

const statusOf = (parts: DappParts, call: DappCall) => ({
  provider: {
    id: "tallystick",
    providerType: "remote",
    url: `${call.base}/api/v0/dapp`,
    userUrl: `${call.base}/wallet/`,
  },
  connection: connectionOf(call),
  network: networkOf(parts, call),
  ...(call.session === undefined
    ? {}
    : { session: { accessToken: call.token, userId: call.session.party } }),
});

const connect = (parts: DappParts, call: DappCall) => {
  if (call.session !== undefined) return connectionOf(call);
  const wanted = parts.state.wantConnect(call.origin, call.address);
  return { ...connectionOf(call), userUrl: `${call.base}/wallet/connect?request=${wanted.id}` };
};

/** The session, whose user must still be able to act for its party. */
const sessionOf = ({ ledger, state }: DappParts, { session }: DappCall): DappSession => {
  if (session === undefined)
    throw new DappError("unauthorized", "Not connected: call connect, and have it approved");
  if (session.hasEveryRight) return session;
  const rights = ledger.userRights(session.userId);
  const may =
    !isLeft(rights) &&
    ledger.user(session.userId)?.isDeactivated === false &&
    rights.right.some((right) => right.kind === "CanActAs" && right.party === session.party);
  if (may) return session;
  state.revoke(session);
  throw new DappError("unauthorized", "The user can no longer act for the party; connect again");
};

const wanted = (parts: DappParts, call: DappCall, session: DappSession, act: WantedAct) => {
  const request = parts.state.want(session, act);
  if (request === undefined)
    throw new DappError("limit", "Too many requests of this page are waiting for its user");
  const page = `${call.base}/wallet/approve/${request.id}`;
  return { request, userUrl: `${page}?messageId=${request.id}` };
};

const prepareExecute = (parts: DappParts, call: DappCall) => {
  const session = sessionOf(parts, call);
  const submission: Submission = readSubmission(call.params, session, parts.ids.uuid());
  const checked = parts.ledger.validate(submission);
  if (isLeft(checked)) throw ledgerErrorOf("invalidParams", checked.left, call.about);
  const { userUrl } = wanted(parts, call, session, { kind: "execute", submission });
  const { commandId } = submission;
  parts.state.emit(session, "txChanged", { status: "pending", commandId });
  return { userUrl };
};

const signMessage = (parts: DappParts, call: DappCall) => {
  const session = sessionOf(parts, call);
  const message = isJsonObject(call.params) ? call.params.message : undefined;
  if (typeof message !== "string" || message.length > maxMessage) {
    throw new DappError(
      "invalidParams",
      `message: expected a text of up to ${maxMessage} characters`,
    );
  }
  const payload = messagePrefix + message;
  const { userUrl, request } = wanted(parts, call, session, { kind: "sign-message", payload });
  parts.state.emit(session, "messageSignature", { status: "pending", messageId: request.id });
  return { userUrl };
};

const textsOf = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isJsonObject(value) ? value : {}).flatMap(([name, each]) =>
      typeof each === "string" || typeof each === "number" ? [[name, String(each)] as const] : [],
    ),
  );

const ledgerApi = async (parts: DappParts, call: DappCall): Promise<unknown> => {
  const session = sessionOf(parts, call);
  const { params } = call;
  if (!isJsonObject(params) || typeof params.resource !== "string")
    throw new DappError("invalidParams", "resource: expected a path such as /v2/state/ledger-end");
  const method = typeof params.requestMethod === "string" ? params.requestMethod : "get";
  const { body } = params;
  return dappRead(
    parts,
    {
      method: method.toUpperCase(),
      path: params.resource,
      query: textsOf(params.query),
      body: typeof body === "string" ? await parsed(parts.turns, session, body) : body,
    },
    session,
    call.about,
  );
};

const parsed = async (turns: Turns, { origin }: DappSession, text: string): Promise<unknown> => {
  const read = await readJsonInTurns(Buffer.from(text), turns, origin);
  if (isLeft(read)) throw new DappError("invalidParams", "body: expected JSON");
  return read.right;
};

const methods: Readonly<Record<string, (parts: DappParts, call: DappCall) => unknown>> = {
  connect,
  disconnect: (parts, { session }) => {
    if (session !== undefined) parts.state.revoke(session);
    return null;
  },
  isConnected: (_parts, call) => connectionOf(call),
  status: statusOf,
  getActiveNetwork: networkOf,
  listAccounts: (parts, call) => [accountOf(parts, sessionOf(parts, call))],
  getPrimaryAccount: (parts, call) => accountOf(parts, sessionOf(parts, call)),
  prepareExecute,
  // the page waits for the event that follows
  prepareExecuteAndWait: prepareExecute,
  signMessage,
  ledgerApi,
};

/** Answers a call. Throws `DappError`. */
export const dappCall = async (parts: DappParts, call: DappCall): Promise<unknown> => {
  const method = Object.hasOwn(methods, call.method) ? methods[call.method] : undefined;
  if (method === undefined)
    throw new DappError("unknownMethod", `There is no method ${call.method.slice(0, 100)}`);
  const { params } = call;
  const one: unknown = Array.isArray(params) ? params[0] : params;
  return await method(parts, { ...call, params: one });
};
