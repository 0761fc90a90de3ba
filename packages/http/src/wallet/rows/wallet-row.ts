import { type LedgerError, ledgerError } from "@tallystick/core";
import type { Ledger, Wallet } from "@tallystick/node";
import { installOf } from "@tallystick/wallet";
import { pathText, type WireReadable } from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type Answer, jsonAnswer, jsonContentType } from "../../answers/answer.js";
import { messageAnswer, walletFamily } from "./wallet-family.js";
import type { Caller } from "../../auth/authenticator.js";
import {
  type AnswerRead,
  type Endpoint,
  type EndpointDescription,
  type RawInput,
  type ResponseKind,
  nothing,
  readOf,
} from "../../endpoints/endpoint.js";
import { writeJsonText } from "../../json/json-text.js";

/** Why the wallet does not do something. */
export interface WalletError {
  readonly status: number;
  readonly message: string;
  /** Answered instead of the message, where the interface wants a body of its own. */
  readonly body?: unknown;
}

/** An error of the wallet: a status and a text. */
export const refused = (status: number, message: string): Either<WalletError, never> =>
  left({ status, message });

/**
 * Who may use a row: anybody, whoever has a token, users with a wallet, the validator's operator.
 */
export type WalletAccess = "open" | "subject" | "user" | "admin";

/** A decoded request of a wallet's row. */
export interface WalletRequest<P, Q, B> {
  readonly parameters: P;
  readonly query: Q;
  readonly body: B;
  readonly wallet: Wallet;
  readonly ledger: Ledger;
  readonly caller: Caller;
  /** The read that answers it; bounded where the row is a long read. */
  readonly read: AnswerRead;
  /** The ledger user who asks; the operator's while authorization is off. */
  readonly userId: string;
  /** The party whose wallet the request is about; "" where the row is not a user's. */
  readonly party: string;
}

/** What a row comes to. */
export type Outcome<R> = Either<WalletError | LedgerError, R>;

/** One row of the wallet's table. */
export interface WalletRow<P, Q, B, R> {
  readonly method: EndpointDescription["method"];
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: WalletAccess;
  /** True for a `POST` that changes nothing; any other is a submission of its user. */
  readonly changesNothing?: boolean;
  /** True for what may read much: a user may have few of them running at once. */
  readonly isLongRead?: boolean;
  readonly parameters: WireReadable<P>;
  readonly query: WireReadable<Q>;
  readonly body: WireReadable<B>;
  readonly response: ResponseKind<R>;
  /** Statuses beside 200 that are the row's own, and what each means. */
  readonly statuses?: Readonly<Record<number, string>>;
  /** Further statuses whose body is that of the 200, and what each means. */
  readonly otherStatuses?: Readonly<Record<number, string>>;
  readonly handle: (
    request: WalletRequest<P, Q, B>,
  ) => Promise<Outcome<NoInfer<R>>> | Outcome<NoInfer<R>>;
}

const isLedgerError = (error: WalletError | LedgerError): error is LedgerError => "code" in error;

/** Anything a client named wrongly: 400. */
const invalid = (part: string, reason: string, path: string): Answer =>
  messageAnswer(
    400,
    `Invalid ${part}: ${reason}${path === "" ? "" : ` at '${path.slice(0, 300)}'`}`,
  );

const noWallet = (userId: string): WalletError => ({
  status: 404,
  message: `No wallet found for user ${userId.slice(0, 255)}.`,
});

/** The user who asks: the token's, or the operator's while authorization is off. */
const userOf = ({ userId, rights }: Caller, wallet: Wallet): string =>
  userId === "" && rights.everything ? (wallet.config.validatorWalletUsers[0] ?? "") : userId;

/**
 * The party a request is about: the user's, or the one named by `?party=`, for which the user must
 * be able to act.
 */
const partyOf = (
  { rights }: Caller,
  userId: string,
  wallet: Wallet,
  named: string | ReadonlyArray<string> | undefined,
): Either<WalletError, string> => {
  if (named === undefined) {
    const own = wallet.users.partyOf(userId);
    return own === undefined || !rights.canActAs(own) ? left(noWallet(userId)) : right(own);
  }
  if (typeof named !== "string") return refused(400, "Invalid query parameter party: given twice");
  if (!rights.canActAs(named))
    return refused(403, "The user may not act as the party that the request names.");
  return installOf(wallet.views, named) === undefined
    ? refused(404, `The party ${named.slice(0, 255)} has no wallet.`)
    : right(named);
};

/**
 * The operator's users: their primary party is the operator's, they may act as it and are
 * participant admins (wallet 0.5).
 */
const isOperator = ({ rights }: Caller, userId: string, wallet: Wallet, ledger: Ledger): boolean =>
  rights.everything ||
  (rights.participantAdmin &&
    rights.canActAs(wallet.settings.operator) &&
    ledger.user(userId)?.primaryParty === wallet.settings.operator);

const allowed = <P, Q, B, R>(
  { access }: WalletRow<P, Q, B, R>,
  { caller, query }: RawInput,
  userId: string,
  wallet: Wallet,
  ledger: Ledger,
): Either<WalletError, string> => {
  switch (access) {
    case "open":
    case "subject":
      return right("");
    case "user":
      return partyOf(caller, userId, wallet, query.party);
    case "admin":
      return isOperator(caller, userId, wallet, ledger)
        ? right(wallet.settings.operator)
        : refused(403, "Only the validator's operator may do this.");
  }
};

const answerOf = <R>(kind: ResponseKind<R>, value: R): Answer => {
  if (kind.kind === "empty") return { status: 200, contentType: jsonContentType, body: "" };
  if (kind.kind === "json") return jsonAnswer(writeJsonText(value));
  return { status: 200, contentType: kind.contentType, body: String(value) };
};

const serveRow = async <P, Q, B, R>(
  row: WalletRow<P, Q, B, R>,
  raw: RawInput,
  wallet: Wallet,
  ledger: Ledger,
): Promise<Either<LedgerError, Answer>> => {
  const waitsFor = wallet.waitsFor();
  if (waitsFor !== undefined) return right(messageAnswer(503, waitsFor));
  const userId = userOf(raw.caller, wallet);
  // what was answered to somebody before this request is seen by it
  await wallet.upToDate();
  const party = allowed(row, raw, userId, wallet, ledger);
  if (isLeft(party)) return right(messageAnswer(party.left.status, party.left.message));
  const parameters = row.parameters.read(raw.parameters);
  if (isLeft(parameters))
    return right(invalid("path", parameters.left.reason, pathText(parameters.left.path)));
  const { party: _named, ...texts } = raw.query;
  const query = row.query.read(texts);
  if (isLeft(query)) return right(invalid("query", query.left.reason, pathText(query.left.path)));
  const body = row.body.read(raw.body);
  if (isLeft(body)) return right(invalid("body", body.left.reason, pathText(body.left.path)));
  const outcome = await row.handle({
    parameters: parameters.right,
    query: query.right,
    body: body.right,
    wallet,
    ledger,
    caller: raw.caller,
    read: readOf(raw),
    userId,
    party: party.right,
  });
  if (!isLeft(outcome)) return right(answerOf(row.response, outcome.right));
  const error = outcome.left;
  if (isLedgerError(error)) return left(error);
  return right(
    error.body === undefined
      ? messageAnswer(error.status, error.message)
      : { ...jsonAnswer(writeJsonText(error.body)), status: error.status },
  );
};

const noWalletHere = (): Either<LedgerError, never> =>
  left(
    ledgerError("ENDPOINT_NOT_FOUND", "This node runs without a wallet.", { definiteAnswer: true }),
  );

/** What any row with such access and input may be answered with (wallet 0.4). */
const usualStatuses = ({
  access,
  takesInput,
}: {
  readonly access: WalletAccess;
  readonly takesInput: boolean;
}): Readonly<Record<number, string>> => ({
  ...(takesInput ? { 400: "A value of the request is bad" } : {}),
  ...(access === "open" ? {} : { 401: "There is no valid token" }),
  ...(access === "admin" ? { 403: "The caller is not the validator's operator" } : {}),
  ...(access === "user"
    ? {
        403: "The user may not act as the party of the request",
        404: "The caller has no wallet",
        429: "Too much waits for this wallet; try again",
      }
    : {}),
  413: "The request or its answer is too large",
  500: "An unexpected error",
  503: "The node cannot answer now; try again",
});

/** Seals a row of the wallet into the endpoint table. */
export const walletRow = <P, Q, B, R>(row: WalletRow<P, Q, B, R>): Endpoint => ({
  method: row.method,
  path: row.path,
  summary: row.summary,
  ...(row.description === undefined ? {} : { description: row.description }),
  response: row.response,
  ...(row.isLongRead === true ? { isLongRead: true } : {}),
  submits: row.method !== "GET" && row.access !== "open" && row.changesNothing !== true,
  access: row.access === "open" || row.access === "subject" ? row.access : "token",
  errors: [],
  ...(row.otherStatuses === undefined ? {} : { otherStatuses: row.otherStatuses }),
  errorStatuses: {
    ...usualStatuses({
      access: row.access,
      takesInput: [row.parameters, row.query, row.body].some((type: unknown) => type !== nothing),
    }),
    ...row.statuses,
  },
  parameters: row.parameters,
  query: row.query,
  body: row.body,
  family: walletFamily,
  serve: (raw, { wallet, ledger }) =>
    wallet === undefined ? noWalletHere() : serveRow(row, raw, wallet, ledger),
});
