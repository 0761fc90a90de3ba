import type { ErrorCode, LedgerError } from "@tallystick/core";
import type { ReadFor } from "@tallystick/views";
import { type DecodeError, pathText, SchemaType, type WireReadable } from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Answer } from "../answers/answer.js";
import type { Caller } from "../auth/authenticator.js";
import { accessError, type RequiredRight } from "../auth/required-right.js";
import { type EndpointFamily, ledgerApiFamily, type UndecodablePart } from "./endpoint-family.js";
import type { Reply } from "./reply.js";
import type { Services } from "./services.js";

/** The read that answers a request. */
export interface AnswerRead extends ReadFor {
  /** Takes room for a part of the answer. False: there is none, and the read is given up. */
  readonly hold: (bytes: number) => boolean;
}

/** A decoded request. */
export interface Input<P, Q, B> {
  readonly parameters: P;
  readonly query: Q;
  readonly body: B;
  readonly caller: Caller;
  /** The read that answers it; bounded where the row is a long read. */
  readonly read: AnswerRead;
  /** The W3C `traceparent` of the request, when it has a well-formed one. */
  readonly traceParent?: string | undefined;
}

/** A request that keeps every rule of its row; `valid` is what the row's `validate` made of it. */
export interface ValidInput<P, Q, B, V> extends Input<P, Q, B> {
  readonly valid: V;
}

/** What an endpoint answers with 200: JSON of one type, a text, bytes, or nothing at all. */
export type ResponseKind<R> =
  | { readonly kind: "json"; readonly codec: WireReadable<R> }
  | { readonly kind: "text"; readonly contentType: string }
  | { readonly kind: "bytes"; readonly contentType: string }
  | { readonly kind: "empty" };

/** What the interface's documents say of an endpoint. */
export interface EndpointDescription {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path with its parameters in braces, `/v2/users/{user-id}/rights`. */
  readonly path: string;
  readonly summary: string;
  /** Choices a caller should know of; goes into the OpenAPI document. */
  readonly description?: string;
  /** True for what is served for older clients only. */
  readonly deprecated?: boolean;
  /**
   * Who may call: `open` for everybody, without a token; `token` for the active users of this node;
   * `subject` for whoever has a valid token, also when no user of this node is its subject.
   */
  readonly access: "open" | "token" | "subject";
  /** Errors a caller should be ready for, beyond those every endpoint can answer. */
  readonly errors: ReadonlyArray<ErrorCode>;
  /** Further statuses with a body of the same kind as the 200, and what each means. */
  readonly otherStatuses?: Readonly<Record<number, string>>;
  /** Statuses of errors that are the endpoint's own, and what each means; for the document. */
  readonly errorStatuses?: Readonly<Record<number, string>>;
  /** Headers of the 200 beside those of its body, and what each holds. */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** True for what may read much: a user may have few of them running at once. */
  readonly isLongRead?: boolean;
  /** True for what submits commands: counted among the submissions of its user. */
  readonly submits?: boolean;
  /** True for what tells of the node's health: it is never refused for want of room. */
  readonly isUnlimited?: boolean;
  /** True for what the documents do not list: the documents themselves. */
  readonly isUnlisted?: boolean;
  /**
   * True where every 400 is plain text: a sentence, or the text of the JSON error object
   * (specification 4.1).
   */
  readonly badRequestAsText?: boolean;
}

/**
 * One row of an endpoint table: routes, request validation and the OpenAPI document are read from
 * it. Each request goes one way: its parts are decoded by the codecs, `validate` checks the rules
 * of the request itself, the caller must have the `rights`, and `handle` answers.
 * @typeParam S the services handlers work with
 * @typeParam V what validation makes of a request
 */
export interface EndpointRow<S, P, Q, B, V, R> extends EndpointDescription {
  readonly parameters: WireReadable<P>;
  readonly query: WireReadable<Q>;
  readonly body: WireReadable<B>;
  readonly response: ResponseKind<R>;
  /**
   * Checks the rules of the request that need no state of the ledger. Absent: whatever decodes is
   * valid.
   */
  readonly validate?: (input: Input<P, Q, B>, services: S) => Either<LedgerError, V>;
  /** The rights the caller must have (ledger-api 9.4). */
  readonly rights: (
    request: ValidInput<P, Q, B, NoInfer<V>>,
    services: S,
  ) => ReadonlyArray<RequiredRight>;
  readonly handle: (
    request: ValidInput<P, Q, B, NoInfer<V>>,
    services: S,
  ) => Promise<Either<LedgerError, Reply<NoInfer<R>>>> | Either<LedgerError, Reply<NoInfer<R>>>;
}

/** The parameters of a query string by name. */
export type QueryTexts = Readonly<Record<string, string | ReadonlyArray<string>>>;

/** A request before decoding: texts of path and query, and the JSON value of the body. */
export interface RawInput {
  readonly parameters: Readonly<Record<string, string>>;
  /** A parameter that came several times has all its values, in order. */
  readonly query: QueryTexts;
  readonly body: unknown;
  readonly caller: Caller;
  readonly read?: AnswerRead | undefined;
  readonly traceParent?: string | undefined;
}

type Served = Promise<Either<LedgerError, Answer>> | Either<LedgerError, Answer>;

/** A row with its own types sealed in, so that rows of all kinds are in one table. */
export interface Endpoint<S = Services> extends EndpointDescription {
  readonly family: EndpointFamily;
  readonly parameters: WireReadable<unknown>;
  readonly query: WireReadable<unknown>;
  readonly body: WireReadable<unknown>;
  readonly response: ResponseKind<unknown>;
  /** Decodes, validates, checks the rights, handles. Left: the error to answer. */
  readonly serve: (raw: RawInput, services: S) => Served;
}

/** An endpoint together with its services. */
export interface ServedEndpoint extends Omit<Endpoint, "serve"> {
  readonly serve: (raw: RawInput) => Served;
}

/** The endpoints of a table with the services their handlers work with. */
export const servedWith = <S>(
  endpoints: ReadonlyArray<Endpoint<S>>,
  services: S,
): ReadonlyArray<ServedEndpoint> =>
  endpoints.map((endpoint) => ({
    ...endpoint,
    serve: (raw) => endpoint.serve(raw, services),
  }));

/** The codec of what an endpoint does not take: no path parameters, no query, no body. */
export const nothing: SchemaType<undefined> = new SchemaType("nothing", {}, () => right(undefined));

/** The codec of a body that is taken as it comes, whatever its content type says. */
export const rawBody: SchemaType<Uint8Array> = new SchemaType<Uint8Array>(
  "bytes",
  { type: "string", format: "binary" },
  (u) =>
    u instanceof Uint8Array ? right(u) : left({ path: [], reason: "expected bytes", actual: u }),
);

/** No rights beyond a valid token. */
export const anyCaller = (): ReadonlyArray<RequiredRight> => [];

const undecodableParameter = (kind: string, { path }: DecodeError): UndecodablePart => ({
  part: `${kind} parameter ${pathText(path)}`,
});

const undecodableBody = ({ reason, path }: DecodeError): UndecodablePart => ({
  part: "body",
  reason,
  path: pathText(path),
});

/** Room for the answers of rows that are no long reads. */
const always = (): true => true;

/** The read that answers a request; without bounds where its row is no long read. */
export const readOf = ({ read, caller }: RawInput): AnswerRead =>
  read ?? { by: caller.userId, hold: always };

const decode = <S, P, Q, B, V, R>(
  row: EndpointRow<S, P, Q, B, V, R>,
  raw: RawInput,
): Either<UndecodablePart, Input<P, Q, B>> => {
  const parameters = row.parameters.read(raw.parameters);
  if (isLeft(parameters)) return left(undecodableParameter("path", parameters.left));
  const query = row.query.read(raw.query);
  if (isLeft(query)) return left(undecodableParameter("query", query.left));
  const body = row.body.read(raw.body);
  if (isLeft(body)) return left(undecodableBody(body.left));
  return right({
    parameters: parameters.right,
    query: query.right,
    body: body.right,
    caller: raw.caller,
    read: readOf(raw),
    traceParent: raw.traceParent,
  });
};

/** What a row without `validate` has made of a request. */
const unvalidated = right<LedgerError, undefined>(undefined);

/** Seals the rows of one family; its handlers work with services of one type. */
export const endpointOf =
  <S>(family: EndpointFamily) =>
  <P, Q, B, V, R>(row: EndpointRow<S, P, Q, B, V, R>): Endpoint<S> => ({
    ...row,
    family,
    serve: (raw, services) => {
      const input = decode(row, raw);
      if (isLeft(input)) return right(family.undecodableAnswer(input.left));
      // border: the type of `valid` is that of `validate`, and undefined where there is none
      const validate = row.validate ?? (() => unvalidated as Either<LedgerError, V>);
      const valid = validate(input.right, services);
      if (isLeft(valid)) return valid;
      const request = { ...input.right, valid: valid.right };
      const denied = accessError(row.rights(request, services), raw.caller);
      return denied === undefined ? row.handle(request, services) : left(denied);
    },
  });

/** Seals a row of the JSON Ledger API. */
export const endpoint = endpointOf<Services>(ledgerApiFamily);
