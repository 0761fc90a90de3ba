import type { ErrorCode, LedgerError } from "@tallystick/core";
import { type DecodeError, SchemaType, type WireReadable, pathText } from "@tallystick/wire";
import type { Ledger } from "@tallystick/node";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  type Answer,
  bytesContentType,
  jsonAnswer,
  textContentType,
  undecodable,
} from "../answers/answer.js";
import type { Caller } from "../auth/authenticator.js";
import { type RequiredRight, accessError } from "../auth/required-right.js";
import type { HttpConfig } from "./http-config.js";
import { writeJsonText } from "../json/json-text.js";

/** What handlers work with. */
export interface Services {
  readonly ledger: Ledger;
  readonly config: HttpConfig;
  /** Text of the OpenAPI document. */
  readonly openApi: () => Promise<string>;
  /** Text of the AsyncAPI document. */
  readonly asyncApi: () => Promise<string>;
}

/** A decoded request. */
export interface Input<P, Q, B> {
  readonly parameters: P;
  readonly query: Q;
  readonly body: B;
  readonly caller: Caller;
}

/** What an endpoint answers with 200: JSON of one type, a text, bytes, or nothing at all. */
export type ResponseKind<R> =
  | { readonly kind: "json"; readonly codec: WireReadable<R> }
  | { readonly kind: "text"; readonly contentType: string }
  | { readonly kind: "bytes"; readonly contentType: string }
  | { readonly kind: "empty" };

declare const replied: unique symbol;

/** An answer that carries a value of the row's response type, so that the compiler compares what is answered with what is published. */
export type Reply<R> = Answer & { readonly [replied]?: R };

/** One row of the endpoint table. Routes, request validation and the OpenAPI document are read from it. */
export interface EndpointRow<P, Q, B, R> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path with its parameters in braces, `/v2/users/{user-id}/rights`. */
  readonly path: string;
  readonly summary: string;
  /** Choices a caller should know of; goes into the OpenAPI document. */
  readonly description?: string;
  readonly parameters: WireReadable<P>;
  readonly query: WireReadable<Q>;
  readonly body: WireReadable<B>;
  readonly response: ResponseKind<R>;
  /** `open` endpoints need no token; their caller is nobody. */
  readonly access: "open" | "token";
  /** The rights the caller must have (ledger-api 9.4). */
  readonly rights: (input: Input<P, Q, B>) => ReadonlyArray<RequiredRight>;
  /** Errors a caller should be ready for, beyond those every endpoint can answer. */
  readonly errors: ReadonlyArray<ErrorCode>;
  /** Further statuses with a body of the same kind as the 200, and what each means. */
  readonly otherStatuses?: Readonly<Record<number, string>>;
  /** True where every broken rule of the request itself is answered as plain text (specification 4.1). */
  readonly invalidAsText?: boolean;
  /** A broken rule that is to be told before missing rights; asked only when rights are missing. */
  readonly invalid?: (input: Input<P, Q, B>, services: Services) => LedgerError | undefined;
  readonly handle: (
    input: Input<P, Q, B>,
    services: Services,
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
}

/** A row with its own types sealed in, so that rows of all kinds stand in one table. */
export interface Endpoint
  extends Pick<
    EndpointRow<unknown, unknown, unknown, unknown>,
    | "method"
    | "path"
    | "summary"
    | "description"
    | "response"
    | "access"
    | "errors"
    | "otherStatuses"
  > {
  readonly parameters: WireReadable<unknown>;
  readonly query: WireReadable<unknown>;
  readonly body: WireReadable<unknown>;
  readonly invalidAsText: boolean;
  /** Decodes, checks the rights, handles. Left: a accessError to be answered as an error object. */
  readonly serve: (
    raw: RawInput,
    services: Services,
  ) => Promise<Either<LedgerError, Answer>> | Either<LedgerError, Answer>;
}

/** Stands where an endpoint takes nothing: no path parameters, no query, no body. */
export const nothing: SchemaType<undefined> = new SchemaType("nothing", {}, () => right(undefined));

/** Stands where the body of a request is taken as it comes, whatever its content type says. */
export const rawBody: SchemaType<Uint8Array> = new SchemaType<Uint8Array>(
  "bytes",
  { type: "string", format: "binary" },
  (u) =>
    u instanceof Uint8Array ? right(u) : left({ path: [], reason: "expected bytes", actual: u }),
);

/** No rights beyond a valid token. */
export const anyCaller = (): ReadonlyArray<RequiredRight> => [];

/** 200 with a JSON value. */
export const ok = <R>(value: R): Either<LedgerError, Reply<R>> =>
  right(jsonAnswer(writeJsonText(value)));

/** 200 with bytes; `headers` go beside them. */
export const okBytes = (
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Either<LedgerError, Reply<Uint8Array>> =>
  right({ status: 200, contentType: bytesContentType, body, headers });

/** 200 without a body. */
export const okEmpty: Either<LedgerError, Reply<undefined>> = right({
  status: 200,
  contentType: textContentType,
  body: "",
});

const undecodablePart = (part: string, { path }: DecodeError): Answer =>
  undecodable(`${part} ${pathText(path)}`);

const decode = <P, Q, B, R>(
  row: EndpointRow<P, Q, B, R>,
  raw: RawInput,
): Either<Answer, Input<P, Q, B>> => {
  const parameters = row.parameters.read(raw.parameters);
  if (isLeft(parameters)) return left(undecodablePart("path parameter", parameters.left));
  const query = row.query.read(raw.query);
  if (isLeft(query)) return left(undecodablePart("query parameter", query.left));
  const body = row.body.read(raw.body);
  if (isLeft(body)) {
    return left(undecodable("body", body.left.reason, pathText(body.left.path)));
  }
  return right({
    parameters: parameters.right,
    query: query.right,
    body: body.right,
    caller: raw.caller,
  });
};

/** Seals a row. */
export const endpoint = <P, Q, B, R>(row: EndpointRow<P, Q, B, R>): Endpoint => ({
  ...row,
  invalidAsText: row.invalidAsText === true,
  serve: (raw, services) => {
    const input = decode(row, raw);
    if (isLeft(input)) return right(input.left);
    const refused = accessError(row.rights(input.right), raw.caller);
    if (refused !== undefined) return left(row.invalid?.(input.right, services) ?? refused);
    return row.handle(input.right, services);
  },
});
