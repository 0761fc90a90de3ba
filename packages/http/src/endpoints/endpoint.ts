import { type ErrorCode, invalidArgument, type LedgerError, missingField } from "@tallystick/core";
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
import {
  type EndpointFamily,
  ledgerApiFamily,
  missingParameter,
  type UndecodablePart,
} from "./endpoint-family.js";
import { answering, type Reply } from "./reply.js";
import {
  type Access,
  type Input,
  type QueryTexts,
  type RawInput,
  UnreadableBody,
  type ValidInput,
} from "./request.js";
import { type ResponseKind, responseKind, type RowResponse } from "./response-kind.js";
import type { Services } from "./services.js";

/**
 * What a row that submits for a wallet does for a party that signs outside of the node: it answers
 * what the party signs, or refuses the request, with the reason.
 */
export type ExternalUse = "signed" | { readonly refused: string };

/** The parts of an endpoint for the documents and the middlewares. */
export interface EndpointDescription {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path with its parameters in braces, `/v2/users/{user-id}/rights`. */
  readonly path: string;
  readonly summary: string;
  /** Notes for callers, for the OpenAPI document. */
  readonly description?: string;
  /** True for endpoints for older clients only. */
  readonly deprecated?: boolean;
  /** Further statuses with a body of the same kind as the 200, and what each means. */
  readonly otherStatuses?: Readonly<Record<number, string>>;
  /** Statuses of the endpoint's specific errors, and what each means; for the document. */
  readonly errorStatuses?: Readonly<Record<number, string>>;
  /** Headers of the 200 in addition to those of its body, and what each holds. */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** True for long reads: a user may run few of them concurrently. */
  readonly isLongRead?: boolean;
  /** True for submissions of commands: counted by user. */
  readonly submits?: boolean;
  /** Of every row that submits for a user's wallet, and of no other. */
  readonly external?: ExternalUse;
  /** True for health checks: not rejected by limits. */
  readonly isUnlimited?: boolean;
  /** True for endpoints not listed in the documents: the documents themselves. */
  readonly isUnlisted?: boolean;
  /**
   * True if every 400 is plain text: a sentence, or the text of the JSON error object
   * (specification 4.1).
   */
  readonly badRequestAsText?: boolean;
}

/**
 * A row of an endpoint table: routes, request validation and the OpenAPI document follow from it.
 * Each request takes the same steps: the family finds the caller, the codecs decode the parts of
 * the request, `validate` checks the rules of the request, the caller must have the `rights`, and
 * `handle` returns the value to answer. Parts that a row does not need are left out.
 *
 * @typeParam A the access levels of the row's family
 * @typeParam S the services of handlers
 * @typeParam V the result of validation
 */
export interface EndpointRow<A extends Access, S, P, Q, B, V, R> extends EndpointDescription {
  /** Default: the family's. */
  readonly access?: A;
  readonly errors?: ReadonlyArray<ErrorCode>;
  readonly parameters?: WireReadable<P>;
  readonly query?: WireReadable<Q>;
  readonly body?: WireReadable<B>;
  /** Absent: 200 without a body. */
  readonly response?: RowResponse<R>;
  /**
   * Checks the rules of the request that need no state of the ledger. Absent: every decoded request
   * is valid.
   */
  readonly validate?: (input: Input<P, Q, B>, services: S) => Either<LedgerError, V>;
  /** The rights the caller must have beyond its access (ledger-api 9.4); absent: none. */
  readonly rights?: (
    request: ValidInput<P, Q, B, NoInfer<V>>,
    services: S,
  ) => ReadonlyArray<RequiredRight>;
  /** The value to answer, or a complete reply. Throws errors. */
  readonly handle: (request: ValidInput<P, Q, B, NoInfer<V>>, services: S) => Replied<NoInfer<R>>;
}

type Replied<R> = Promise<R | Reply<R>> | R | Reply<R>;

/** What a family looks at in a row before its request is read. */
export interface RowUse {
  readonly submits: boolean;
  readonly external: ExternalUse | undefined;
}

/** The common behaviour of a family's rows. */
interface FamilyRules<A extends Access, T, S> {
  /** The default access of a row. */
  readonly access: A;
  /**
   * The services of a request's handler. Throws when the caller may not use the row.
   *
   * @param row whether it submits commands, and for whom
   */
  readonly enter: (access: A, raw: RawInput, services: T, row: RowUse) => S | Promise<S>;
  /** Called when a handler has answered. Throws what is answered instead. */
  readonly leave?: (services: S) => void;
  /** Whether rows submit commands by default; absent: no. */
  readonly submits?: (method: EndpointDescription["method"], access: A) => boolean;
  /** Statuses of errors that any row with such access can answer, for the document. */
  readonly errorStatuses?: (access: A, takesInput: boolean) => Readonly<Record<number, string>>;
}

/** A row without its type parameters, so that all rows are in one table. */
export interface Endpoint<T = Services> extends EndpointDescription {
  readonly family: EndpointFamily;
  readonly access: Access;
  readonly errors: ReadonlyArray<ErrorCode>;
  readonly parameters: WireReadable<unknown>;
  readonly query: WireReadable<unknown>;
  readonly body: WireReadable<unknown>;
  readonly response: ResponseKind<unknown>;
  /**
   * Decodes, validates, checks the rights, handles. Throws the error to answer.
   *
   * @param raw the request before it is decoded
   * @param services what its handler works with
   */
  readonly serve: (raw: RawInput, services: T) => Promise<Answer> | Answer;
  /**
   * The same steps, for callers in the process: the value to answer, or the reply that the handler
   * wrote. Throws INVALID_ARGUMENT where the request does not decode.
   */
  readonly value: (raw: RawInput, services: T) => Promise<unknown>;
}

/** An endpoint together with its services. */
export interface ServedEndpoint extends Omit<Endpoint, "serve" | "value"> {
  readonly serve: (raw: RawInput) => Promise<Answer> | Answer;
}

/** The endpoints of a table with the services of their handlers. */
export const servedWith = <T>(
  endpoints: ReadonlyArray<Endpoint<T>>,
  services: T,
): ReadonlyArray<ServedEndpoint> =>
  endpoints.map((endpoint) => ({
    ...endpoint,
    serve: (raw) => endpoint.serve(raw, services),
  }));

/** The codec of parts that an endpoint does not have: no path parameters, no query, no body. */
export const nothing: SchemaType<undefined> = new SchemaType("nothing", {}, () => right(undefined));

/** The codec of a body as bytes, of any content type. */
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
  if (part !== "query") return found;
  if (error.actual === undefined) return { ...found, sentence: missingParameter };
  return Array.isArray(error.actual) ? { ...found, sentence: "multiple values" } : found;
};

/** MISSING_FIELD for what is absent, else INVALID_ARGUMENT. */
const undecodableValue = ({ reason, path = "" }: UndecodablePart): LedgerError =>
  reason.startsWith("missing") && path !== ""
    ? missingField(path)
    : invalidArgument(reason, path === "" ? undefined : path);

/** Room for the answers of rows that are not long reads. */
const always = (): true => true;

interface Codecs<P, Q, B> {
  readonly parameters: WireReadable<P>;
  readonly query: WireReadable<Q>;
  readonly body: WireReadable<B>;
}

/** The parameters of a query, each with its first value. */
const firstValues = (query: QueryTexts): QueryTexts =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat()[0] ?? ""]));

const decode = <P, Q, B>(
  codecs: Codecs<P, Q, B>,
  raw: RawInput,
  { isStrict }: EndpointFamily,
): Either<UndecodablePart, Input<P, Q, B>> => {
  const parameters = codecs.parameters.read(raw.parameters);
  if (isLeft(parameters)) return left(undecodable("path", parameters.left));
  const query = codecs.query.read(isStrict ? firstValues(raw.query) : raw.query);
  if (isLeft(query)) return left(undecodable("query", query.left));
  const body = codecs.body.read(raw.body);
  if (isLeft(body)) return left(undecodable("body", body.left));
  return right({
    parameters: parameters.right,
    query: query.right,
    body: body.right,
    caller: raw.caller,
    // an unbounded read if the row is not a long read
    read: raw.read ?? { by: raw.caller.userId, hold: always },
    traceParent: raw.traceParent,
    traceState: raw.traceState,
  });
};

/** The result of validation for a row without `validate`. */
const unvalidated = right<LedgerError, undefined>(undefined);

/** Seals the rows of one family. */
export const endpointOf =
  <A extends Access, T, S>(family: EndpointFamily, rules: FamilyRules<A, T, S>) =>
  <P = undefined, Q = undefined, B = undefined, V = undefined, R = void>(
    row: EndpointRow<A, S, P, Q, B, V, R>,
  ): Endpoint<T> => {
    const { access = rules.access, rights = anyCaller, handle } = row;
    // border: a part that a row leaves out is read as undefined, the default of its type
    const codecs = {
      parameters: row.parameters ?? nothing,
      query: row.query ?? nothing,
      body: row.body ?? nothing,
    } as Codecs<P, Q, B>;
    // border: the type of `valid` is that of `validate`, or undefined without one
    const validate = row.validate ?? (() => unvalidated as Either<LedgerError, V>);
    const response = responseKind(row.response);
    const submits = row.submits ?? rules.submits?.(row.method, access) ?? false;
    const use = { submits, external: row.external };
    const written = answering(response);
    const takesInput = Object.values(codecs).some((codec: unknown) => codec !== nothing);
    const handled = (input: Input<P, Q, B>, services: S): Replied<R> => {
      const valid = orThrow(validate(input, services));
      const request = { ...input, valid };
      const denied = accessError(rights(request, services), input.caller);
      if (denied !== undefined) throw new LedgerFailure(denied);
      return handle(request, services);
    };
    const serveFor = (raw: RawInput, services: S): Promise<Answer> | Answer => {
      if (raw.body instanceof UnreadableBody) throw raw.body.error;
      const input = decode(codecs, raw, family);
      if (isLeft(input)) return family.undecodableAnswer(input.left);
      const answer = (value: R | Reply<R>): Answer => {
        rules.leave?.(services);
        return written(value);
      };
      const replied = handled(input.right, services);
      return replied instanceof Promise ? replied.then(answer) : answer(replied);
    };
    return {
      ...row,
      errors: row.errors ?? [],
      submits,
      errorStatuses: { ...rules.errorStatuses?.(access, takesInput), ...row.errorStatuses },
      ...codecs,
      access,
      response,
      family,
      serve: (raw, services) => {
        const entered = rules.enter(access, raw, services, use);
        return entered instanceof Promise
          ? entered.then((own) => serveFor(raw, own))
          : serveFor(raw, entered);
      },
      value: async (raw, services) => {
        const entered = await rules.enter(access, raw, services, use);
        const input = decode(codecs, raw, family);
        if (isLeft(input)) throw new LedgerFailure(undecodableValue(input.left));
        const value = await handled(input.right, entered);
        rules.leave?.(entered);
        return value;
      },
    };
  };

type LedgerAccess = "open" | "token" | "subject";

const ofLedgerApi = endpointOf<LedgerAccess, Services, Services>(ledgerApiFamily, {
  access: "token",
  enter: (_access, _raw, services) => services,
});

/** Seals a row of the JSON Ledger API, which names its rights. */
export const endpoint: <P = undefined, Q = undefined, B = undefined, V = undefined, R = void>(
  row: EndpointRow<LedgerAccess, Services, P, Q, B, V, R> & {
    readonly rights: unknown;
  },
) => Endpoint = ofLedgerApi;
