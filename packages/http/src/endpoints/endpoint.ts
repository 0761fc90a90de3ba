import type { ErrorCode, LedgerError } from "@tallystick/core";
import { LedgerFailure, orThrow } from "@tallystick/node";
import {
  decodeSentences,
  type DecodeError,
  pathText,
  SchemaType,
  type WireReadable,
} from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Answer } from "../answers/answer.js";
import { accessError, type RequiredRight } from "../auth/required-right.js";
import { type EndpointFamily, ledgerApiFamily, type UndecodablePart } from "./endpoint-family.js";
import { answering, type Reply } from "./reply.js";
import type { Access, Input, RawInput, ValidInput } from "./request.js";
import { type ResponseKind, responseKind, type RowResponse } from "./response-kind.js";
import type { Services } from "./services.js";

/** What the interface's documents and the middlewares need to know of an endpoint. */
export interface EndpointDescription {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path with its parameters in braces, `/v2/users/{user-id}/rights`. */
  readonly path: string;
  readonly summary: string;
  /** Choices a caller should know of; goes into the OpenAPI document. */
  readonly description?: string;
  /** True for what is served for older clients only. */
  readonly deprecated?: boolean;
  /** Further statuses with a body of the same kind as the 200, and what each means. */
  readonly otherStatuses?: Readonly<Record<number, string>>;
  /** Statuses of errors that are the endpoint's own, and what each means; for the document. */
  readonly errorStatuses?: Readonly<Record<number, string>>;
  /** Headers of the 200 in addition to those of its body, and what each holds. */
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
 * it. Each request goes one way: the family finds out who calls, the codecs decode the parts of the
 * request, `validate` checks the rules of the request itself, the caller must have the `rights`,
 * and `handle` gives the value to answer. What a row does not take, it does not name.
 *
 * @typeParam A who may call, in the words of the row's family
 * @typeParam S the services handlers work with
 * @typeParam V what validation makes of a request
 */
export interface EndpointRow<A extends Access, S, P, Q, B, V, R> extends EndpointDescription {
  /** Absent: what the family says. */
  readonly access?: A;
  /** Errors a caller should be ready for, beyond those every endpoint can answer. */
  readonly errors?: ReadonlyArray<ErrorCode>;
  readonly parameters?: WireReadable<P>;
  readonly query?: WireReadable<Q>;
  readonly body?: WireReadable<B>;
  /** Absent: 200 without a body. */
  readonly response?: RowResponse<R>;
  /**
   * Checks the rules of the request that need no state of the ledger. Absent: whatever decodes is
   * valid.
   */
  readonly validate?: (input: Input<P, Q, B>, services: S) => Either<LedgerError, V>;
  /** The rights the caller must have beyond its access (ledger-api 9.4); absent: none. */
  readonly rights?: (
    request: ValidInput<P, Q, B, NoInfer<V>>,
    services: S,
  ) => ReadonlyArray<RequiredRight>;
  /** The value to answer, or a reply that is written already. Throws what it cannot answer. */
  readonly handle: (request: ValidInput<P, Q, B, NoInfer<V>>, services: S) => Replied<NoInfer<R>>;
}

type Replied<R> = Promise<R | Reply<R>> | R | Reply<R>;

/** What the rows of a family have in common in addition to the form of their answers. */
interface FamilyRules<A extends Access, T, S> {
  /** Who may call a row that does not say. */
  readonly access: A;
  /** What the handler of a request works with. Throws where the caller may not use the row. */
  readonly enter: (access: A, raw: RawInput, services: T) => S | Promise<S>;
  /** Whether a row that does not say submits commands; absent: it does not. */
  readonly submits?: (method: EndpointDescription["method"], access: A) => boolean;
  /** Statuses of errors that any row with such access can answer, for the document. */
  readonly errorStatuses?: (access: A, takesInput: boolean) => Readonly<Record<number, string>>;
}

/** A row with its own types sealed in, so that rows of all kinds are in one table. */
export interface Endpoint<T = Services> extends EndpointDescription {
  readonly family: EndpointFamily;
  readonly access: Access;
  readonly errors: ReadonlyArray<ErrorCode>;
  readonly parameters: WireReadable<unknown>;
  readonly query: WireReadable<unknown>;
  readonly body: WireReadable<unknown>;
  readonly response: ResponseKind<unknown>;
  /**
   * Decodes, validates, checks the rights, handles. Throws the error to answer where there is no
   * answer.
   *
   * @param raw the request before it is decoded
   * @param services what its handler works with
   */
  readonly serve: (raw: RawInput, services: T) => Promise<Answer> | Answer;
}

/** An endpoint together with its services. */
export interface ServedEndpoint extends Omit<Endpoint, "serve"> {
  readonly serve: (raw: RawInput) => Promise<Answer> | Answer;
}

/** The endpoints of a table with the services their handlers work with. */
export const servedWith = <T>(
  endpoints: ReadonlyArray<Endpoint<T>>,
  services: T,
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

const undecodable = (part: UndecodablePart["part"], error: DecodeError): UndecodablePart => {
  const found = { part, reason: error.reason, path: pathText(error.path) };
  if (part === "body") return { ...found, sentence: decodeSentences(error) };
  return part === "query" && error.actual === undefined ? { ...found, sentence: "missing" } : found;
};

/** Room for the answers of rows that are no long reads. */
const always = (): true => true;

interface Codecs<P, Q, B> {
  readonly parameters: WireReadable<P>;
  readonly query: WireReadable<Q>;
  readonly body: WireReadable<B>;
}

const decode = <P, Q, B>(
  codecs: Codecs<P, Q, B>,
  raw: RawInput,
): Either<UndecodablePart, Input<P, Q, B>> => {
  const parameters = codecs.parameters.read(raw.parameters);
  if (isLeft(parameters)) return left(undecodable("path", parameters.left));
  const query = codecs.query.read(raw.query);
  if (isLeft(query)) return left(undecodable("query", query.left));
  const body = codecs.body.read(raw.body);
  if (isLeft(body)) return left(undecodable("body", body.left));
  return right({
    parameters: parameters.right,
    query: query.right,
    body: body.right,
    caller: raw.caller,
    // a read without bounds where the row is no long one
    read: raw.read ?? { by: raw.caller.userId, hold: always },
    traceParent: raw.traceParent,
  });
};

/** What a row without `validate` has made of a request. */
const unvalidated = right<LedgerError, undefined>(undefined);

/** Seals the rows of one family. */
export const endpointOf =
  <A extends Access, T, S>(family: EndpointFamily, rules: FamilyRules<A, T, S>) =>
  <P = undefined, Q = undefined, B = undefined, V = undefined, R = void>(
    row: EndpointRow<A, S, P, Q, B, V, R>,
  ): Endpoint<T> => {
    const { access = rules.access, rights = anyCaller, handle } = row;
    // border: what a row does not name is read as undefined, which is the default of its type
    const codecs = {
      parameters: row.parameters ?? nothing,
      query: row.query ?? nothing,
      body: row.body ?? nothing,
    } as Codecs<P, Q, B>;
    // border: the type of `valid` is that of `validate`, and undefined where there is none
    const validate = row.validate ?? (() => unvalidated as Either<LedgerError, V>);
    const response = responseKind(row.response);
    const answer = answering(response, family.emptyContentType);
    const takesInput = Object.values(codecs).some((codec: unknown) => codec !== nothing);
    const serveFor = (raw: RawInput, services: S): Promise<Answer> | Answer => {
      const input = decode(codecs, raw);
      if (isLeft(input)) return family.undecodableAnswer(input.left);
      const valid = orThrow(validate(input.right, services));
      const request = { ...input.right, valid };
      const denied = accessError(rights(request, services), raw.caller);
      if (denied !== undefined) throw new LedgerFailure(denied);
      const replied = handle(request, services);
      return replied instanceof Promise ? replied.then(answer) : answer(replied);
    };
    return {
      ...row,
      errors: row.errors ?? [],
      submits: row.submits ?? rules.submits?.(row.method, access) ?? false,
      errorStatuses: { ...rules.errorStatuses?.(access, takesInput), ...row.errorStatuses },
      ...codecs,
      access,
      response,
      family,
      serve: (raw, services) => {
        const entered = rules.enter(access, raw, services);
        return entered instanceof Promise
          ? entered.then((own) => serveFor(raw, own))
          : serveFor(raw, entered);
      },
    };
  };

type LedgerAccess = "open" | "token" | "subject";

const ofLedgerApi = endpointOf<LedgerAccess, Services, Services>(ledgerApiFamily, {
  access: "token",
  enter: (_access, _raw, services) => services,
});

/** Seals a row of the JSON Ledger API, which says what rights it takes. */
export const endpoint: <P = undefined, Q = undefined, B = undefined, V = undefined, R = void>(
  row: EndpointRow<LedgerAccess, Services, P, Q, B, V, R> & {
    readonly rights: unknown;
  },
) => Endpoint = ofLedgerApi;
