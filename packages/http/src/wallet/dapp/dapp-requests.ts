import type { PartyId, Submission } from "@tallystick/core";
import { type Ledger, orThrow } from "@tallystick/node";
import { describePreparedTransaction, descriptionLines } from "@tallystick/signing";
import {
  oneOf,
  optional,
  required,
  wireArray,
  wireInt64,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import type { Caller } from "../../auth/authenticator.js";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { type DappState, lifetimes, type PendingRequest } from "../../sessions/dapp-state.js";
import { where } from "../rows/value-codecs.js";
import { refused, walletRow, type WalletServices } from "../rows/wallet-row.js";
import { signsOutside, toSign } from "../rows/wallet-to-sign.js";
import { triedBy } from "../rows/wallet-to-try.js";
import { IdPath, ours, path, timeOf } from "./dapp-shared.js";

/** A signature, or the fingerprint of its key. */
const shortBase64 = where(
  "short text",
  wireString,
  (text) => text !== "" && text.length <= 500,
  "1 to 500 characters",
);

const RequestWire = wireObject("DappRequest", {
  id: required(wireString),
  kind: required(oneOf("execute", "sign-message")),
  origin: required(wireString),
  party_id: required(wireString),
  created_at: required(wireString),
  expires_at: required(wireString),
  command_id: optional(wireString),
  /** What the transaction would do, in lines. */
  description: optional(wireArray(wireString)),
  /** Why the ledger would refuse it. */
  would_fail: optional(wireString),
  /** The whole text to be signed, with what comes before the message. */
  payload: optional(wireString),
});

/** What the transaction would do; nothing is recorded. */
const described = async (
  ledger: Ledger,
  { wanted }: PendingRequest,
): Promise<{ readonly description?: ReadonlyArray<string>; readonly would_fail?: string }> => {
  if (wanted.kind !== "execute") return {};
  const prepared = await ledger.prepareSubmission({ submission: wanted.submission });
  if (isLeft(prepared)) return { would_fail: prepared.left.cause };
  const words = describePreparedTransaction(prepared.right.preparedTransaction);
  return isLeft(words) ? {} : { description: descriptionLines(words.right) };
};

const requestToWire = async (
  ledger: Ledger,
  request: PendingRequest,
): Promise<TypeOf<typeof RequestWire>> => {
  const { id, wanted, session, createdAt } = request;
  return {
    id,
    kind: wanted.kind,
    origin: session.origin,
    party_id: session.party,
    created_at: timeOf(createdAt),
    expires_at: timeOf(createdAt + lifetimes.pending),
    ...(wanted.kind === "execute"
      ? { command_id: wanted.submission.commandId }
      : { payload: wanted.payload }),
    ...(await described(ledger, request)),
  };
};

/** A request of the user's pages, for whose party the user may act. */
const requestOf = (
  state: DappState,
  { userId, caller, id }: { readonly userId: string; readonly caller: Caller; readonly id: string },
): PendingRequest => {
  const request = state.requestsOf(userId).find((each) => each.id === id);
  if (request === undefined || !caller.rights.canActAs(request.session.party))
    throw refused(404, "Nothing waits by this id; it may have taken too long.");
  return request;
};

/** Ends a request without doing it. */
const reject = (state: DappState, request: PendingRequest): void => {
  const { session, wanted, id } = request;
  if (!state.take(request)) return;
  if (wanted.kind === "execute") {
    const { commandId } = wanted.submission;
    state.emit(session, "txChanged", { status: "failed", commandId, reason: "rejected" });
    return;
  }
  state.emit(session, "messageSignature", { status: "failed", messageId: id });
};

interface Executed {
  readonly update_id: string;
  readonly completion_offset: number;
}

/** Tells the page that its transaction took effect, and with whose signature. */
const tellExecuted = (
  state: DappState,
  { session }: PendingRequest,
  commandId: string,
  by: { readonly signature: string; readonly signedBy: string },
  done: { readonly updateId: string; readonly completionOffset: number },
): Executed => {
  const signed = { ...by, party: session.party };
  state.emit(session, "txChanged", { status: "signed", commandId, payload: signed });
  state.emit(session, "txChanged", { status: "executed", commandId, payload: done });
  return { update_id: done.updateId, completion_offset: done.completionOffset };
};

/** Submits what a page has prepared, as its user. */
const execute = async (
  ledger: Ledger,
  state: DappState,
  request: PendingRequest,
  submission: Submission,
): Promise<Executed> => {
  const { commandId } = submission;
  const valid = ledger.validate(submission);
  const outcome = isLeft(valid) ? valid : await ledger.submitAndWait(valid.right);
  if (isLeft(outcome)) {
    const { code, cause } = outcome.left;
    state.emit(request.session, "txChanged", { status: "failed", commandId, reason: code });
    throw refused(409, `${code}: ${cause}`);
  }
  const byNode = { signature: "", signedBy: ledger.participantId };
  return tellExecuted(state, request, commandId, byNode, outcome.right);
};

/** The signature of a party that signed a transaction itself. */
const signatureAt = async (
  ledger: Ledger,
  offset: number,
  party: PartyId,
): Promise<{ readonly signature: string; readonly signedBy: string }> => {
  const transaction = orThrow(await ledger.transactionAt(offset));
  const found = transaction?.external?.signatures.find((each) => each.party === party);
  return { signature: found?.signature ?? "", signedBy: found?.signedBy ?? "" };
};

/**
 * Answers what the party of a page signs; once it has signed and that took effect, ends the
 * request and tells the page.
 */
const executeSigned = async (
  { dapp, ledger, wallet }: WalletServices,
  request: PendingRequest,
  submission: Submission,
): Promise<Executed> => {
  const { party } = request.session;
  const { commandId } = submission;
  const done = orThrow(await wallet.outcome(commandId));
  if (done === undefined) throw await toSign(ledger, submission);
  if (!dapp.take(request)) throw refused(404, "Nothing waits by this id.");
  const { updateId, offset: completionOffset } = done;
  const by = await signatureAt(ledger, completionOffset, party);
  return tellExecuted(dapp, request, commandId, by, { updateId, completionOffset });
};

/** The rows of what web pages want to be approved. */
export const requestRows: ReadonlyArray<Endpoint> = [
  walletRow({
    method: "GET",
    path: `${path}/requests`,
    summary: "What the user's web pages want to be approved, the oldest first",
    description: ours,
    response: wireObject("DappRequests", { requests: required(wireArray(RequestWire)) }),
    handle: async ({ caller }, { dapp, ledger, userId }) => ({
      requests: await Promise.all(
        dapp
          .requestsOf(userId)
          .filter(({ session }) => caller.rights.canActAs(session.party))
          .map((request) => requestToWire(ledger, request)),
      ),
    }),
  }),
  walletRow({
    method: "GET",
    path: `${path}/requests/{id}`,
    summary: "One request of a web page, with what it would do",
    description: ours,
    parameters: IdPath,
    response: RequestWire,
    handle: ({ parameters: { id }, caller }, { dapp, ledger, userId }) =>
      requestToWire(ledger, requestOf(dapp, { userId, caller, id })),
  }),
  walletRow({
    method: "POST",
    path: `${path}/requests/{id}/approve`,
    external: "signed",
    summary: "Execute what a web page has prepared, once",
    description: `A party that signs outside of the node must be the one of the request, which asks to prepare. ${ours}`,
    parameters: IdPath,
    response: wireObject("DappExecuted", {
      update_id: required(wireString),
      completion_offset: required(wireInt64),
    }),
    errorStatuses: { 409: "The ledger refuses it" },
    handle: async ({ parameters: { id }, caller }, services) => {
      const { dapp, ledger, userId, wallet, party, isTried } = services;
      const request = requestOf(dapp, { userId, caller, id });
      const { wanted, session } = request;
      if (wanted.kind !== "execute") {
        throw refused(
          400,
          "A message is signed by the party's key: POST …/sign has the signature.",
        );
      }
      if (isTried) throw await triedBy(ledger, wanted.submission);
      if (ledger.party(session.party)?.external !== undefined) {
        if (party !== session.party) throw refused(400, `${signsOutside} It is ${session.party}.`);
        return executeSigned(services, request, wanted.submission);
      }
      if (!dapp.take(request)) throw refused(404, "Nothing waits by this id.");
      const done = await execute(ledger, dapp, request, wanted.submission);
      await wallet.upToDate();
      return done;
    },
  }),
  walletRow({
    method: "POST",
    path: `${path}/requests/{id}/sign`,
    summary: "Give a web page the signature of its message",
    description: `The key signs the whole payload, which cannot be the hash of a transaction. ${ours}`,
    submits: false,
    parameters: IdPath,
    body: wireObject("DappSignature", {
      signature: required(shortBase64),
      signed_by: required(shortBase64),
    }),
    handle: ({ parameters: { id }, body, caller }, { dapp, userId }) => {
      const request = requestOf(dapp, { userId, caller, id });
      if (request.wanted.kind !== "sign-message")
        throw refused(400, "A transaction is approved, not signed here.");
      if (!dapp.take(request)) throw refused(404, "Nothing waits by this id.");
      dapp.emit(request.session, "messageSignature", {
        status: "signed",
        messageId: id,
        signature: body.signature,
        signedBy: body.signed_by,
        payload: request.wanted.payload,
      });
    },
  }),
  walletRow({
    method: "POST",
    path: `${path}/requests/{id}/reject`,
    summary: "Do not do what a web page wants",
    description: ours,
    submits: false,
    parameters: IdPath,
    handle: ({ parameters: { id }, caller }, { dapp, userId }) =>
      reject(dapp, requestOf(dapp, { userId, caller, id })),
  }),
];
