import { isLeft } from "fp-ts/lib/Either.js";
import { JsLedgerError, type WireReadable, referenceTo, statusOfCode } from "@tallystick/wire";
import {
  type ErrorCode,
  type Json,
  type JsonObject,
  errorRow,
  isJsonArray,
  isJsonObject,
} from "@tallystick/core";
import { bytesContentType, jsonContentType } from "../answers/answer.js";
import { type Endpoint, nothing, rawBody } from "../endpoints/endpoint.js";
import { interfaceVersion } from "../v2/version/version.js";
import { TriedCommand } from "../wallet/rows/wallet-to-try.js";
import { PreparedCommand } from "../wallet/rows/wallet-to-sign.js";

const errorReference = { $ref: "#/components/schemas/JsLedgerError" };

const responseContent = ({ response }: Endpoint): JsonObject => {
  switch (response.kind) {
    case "json":
      return { content: { "application/json": { schema: referenceTo(response.codec) } } };
    case "text":
      return contentOf(response.contentType, { type: "string" });
    case "bytes":
      return contentOf(response.contentType, { type: "string", format: "binary" });
    case "empty":
      return {};
  }
};

const contentOf = (contentType: string, schema: JsonObject): JsonObject => ({
  content: { [contentType.split(";")[0] ?? contentType]: { schema } },
});

/** The schema of a parameter: a text of the address is never null. */
const withoutNull = (schema: Json): Json => {
  if (!isJsonObject(schema)) return schema;
  const { nullable: _nullable, ...others } = schema;
  return others;
};

/** The objects a message codec is made of, field by field, as OpenAPI wants parameters. */
const parametersIn = (place: "path" | "query", type: WireReadable<unknown>): JsonObject[] => {
  const { properties, required } = type.schema;
  if (typeof properties !== "object" || properties === null) return [];
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === "path" || (isJsonArray(required) && required.includes(name)),
    schema: withoutNull(schema),
  }));
};

const errorLine = (code: ErrorCode): string => {
  const { description } = errorRow(code);
  const { httpStatus } = statusOfCode(code);
  return `* ${code} (${httpStatus}): ${description}`;
};

/** The errors of an endpoint, one on each line. */
export const errorList = (errors: ReadonlyArray<ErrorCode>): string =>
  ["Errors to expect:", ...errors.map(errorLine)].join("\n");

const descriptionOf = ({ description, errors }: Endpoint): string | undefined => {
  const parts = [
    ...(description === undefined ? [] : [description]),
    ...(errors.length === 0 ? [] : [errorList(errors)]),
  ];
  return parts.length === 0 ? undefined : parts.join("\n\n");
};

/** The further answers of every endpoint under /v2 (ledger-api 1). */
const commonResponses = ({ badRequestAsText }: Endpoint): JsonObject => ({
  "400": {
    description:
      "Plain text if a part of the request cannot be decoded, an error object if it breaks a rule",
    content: {
      "text/plain": { schema: { type: "string" } },
      ...(badRequestAsText === true ? {} : { "application/json": { schema: errorReference } }),
    },
  },
  default: {
    description: "Any other error",
    content: { "application/json": { schema: errorReference } },
  },
});

const otherResponses = (endpoint: Endpoint): JsonObject =>
  Object.fromEntries(
    Object.entries(endpoint.otherStatuses ?? {}).map(([status, description]) => [
      status,
      { description, ...responseContent(endpoint) },
    ]),
  );

const messageReference = { $ref: "#/components/schemas/ErrorResponse" };

/** The further answers of an endpoint of the wallet (wallet 0.4). */
const messageResponses = ({ errorStatuses }: Endpoint): JsonObject =>
  Object.fromEntries(
    Object.entries({
      ...errorStatuses,
      default: "Any other error",
    }).map(([status, description]) => [
      status,
      { description, content: { "application/json": { schema: messageReference } } },
    ]),
  );

/** `GET /v2/users/{user-id}/rights` as `getV2UsersUser-idRights`, the name in generated clients. */
const operationIdOf = ({ method, path }: Endpoint): string =>
  path
    .replaceAll(/[{}]/g, "")
    .split("/")
    .reduce(
      (id, part) => `${id}${part.slice(0, 1).toUpperCase()}${part.slice(1).toLowerCase()}`,
      method.toLowerCase(),
    );

const headersOf = ({ responseHeaders }: Endpoint): JsonObject =>
  responseHeaders === undefined
    ? {}
    : {
        headers: Object.fromEntries(
          Object.entries(responseHeaders).map(([name, description]) => [
            name,
            { description, required: true, schema: { type: "string" } },
          ]),
        ),
      };

/** Parameters of every row of a user's wallet, besides its own. */
const partyParameter: JsonObject = {
  name: "party",
  in: "query",
  required: false,
  description:
    "The party whose wallet is meant. The user must be able to act for it; for an external party, reading is enough. Default: the user's own party",
  schema: { type: "string" },
};

/** Parameters of every row that submits for a party, besides its own. */
const prepareParameter: JsonObject = {
  name: "prepare",
  in: "query",
  required: false,
  description: "Only for an external party: true returns what it must sign, and submits nothing",
  schema: { type: "boolean" },
};

const dryRunParameter: JsonObject = {
  name: "dry_run",
  in: "query",
  required: false,
  description:
    "true: decides the request without any effect, and returns what it would do, or why it would be rejected",
  schema: { type: "boolean" },
};

/** What names the command that such a party has executed. */
const executedParameter: JsonObject = {
  name: "executed",
  in: "query",
  required: false,
  description:
    "With prepare: the command_id that the party has signed and executed; the response is as if this request had submitted it",
  schema: { type: "string" },
};

/** The answer of rows that submit nothing, because they prepare or try. */
const nothingSubmitted: JsonObject = {
  "202": {
    description:
      "Nothing was submitted. With prepare: what the party must sign and send to /v2/interactive-submission/execute; after that, the same request with executed returns the usual response. With dry_run: what the request would do",
    content: {
      "application/json": {
        schema: { oneOf: [referenceTo(PreparedCommand), referenceTo(TriedCommand)] },
      },
    },
  },
};

const canPrepare = ({ access, submits }: Endpoint): boolean =>
  access === "user" && submits === true;

const operationOf = (endpoint: Endpoint): JsonObject => {
  const { summary, deprecated, body, parameters, query, access, family } = endpoint;
  const description = descriptionOf(endpoint);
  const parameterList = [
    ...parametersIn("path", parameters),
    ...parametersIn("query", query),
    ...(access === "user" ? [partyParameter] : []),
    ...(canPrepare(endpoint) ? [prepareParameter, executedParameter, dryRunParameter] : []),
  ];
  return {
    summary,
    operationId: operationIdOf(endpoint),
    ...(deprecated === true ? { deprecated } : {}),
    ...(description === undefined ? {} : { description }),
    ...(parameterList.length === 0 ? {} : { parameters: parameterList }),
    ...(body === nothing
      ? {}
      : {
          requestBody: {
            required: isLeft(body.read(undefined)),
            content: {
              [body === rawBody ? bytesContentType : jsonContentType]: {
                schema: referenceTo(body),
              },
            },
          },
        }),
    responses: {
      "200": { description: "Done", ...headersOf(endpoint), ...responseContent(endpoint) },
      ...otherResponses(endpoint),
      ...(canPrepare(endpoint) ? nothingSubmitted : {}),
      ...(family.errorBody === "message" ? messageResponses(endpoint) : commonResponses(endpoint)),
    },
    security: access === "open" ? [] : [{ httpAuth: [] }, { apiKeyAuth: [] }],
  };
};

const isListed = ({ isUnlisted }: Endpoint): boolean => isUnlisted !== true;

/** The path of an endpoint, without a prefix if possible. */
const servedPath = ({ family: { prefixes }, path }: Endpoint): string =>
  prefixes.includes("") ? path : `${prefixes[0] ?? ""}${path}`;

const pathsOf = (endpoints: ReadonlyArray<Endpoint>): JsonObject => {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const endpoint of endpoints.filter(isListed)) {
    const path = servedPath(endpoint);
    const operations = paths[path] ?? {};
    operations[endpoint.method.toLowerCase()] = operationOf(endpoint);
    paths[path] = operations;
  }
  return paths;
};

const schemasOf = (endpoints: ReadonlyArray<Endpoint>): JsonObject => {
  const schemas: Record<string, JsonObject> = {};
  for (const { body, response } of endpoints.filter(isListed)) {
    Object.assign(schemas, body.definitions);
    if (response.kind === "json") Object.assign(schemas, response.codec.definitions);
  }
  if (endpoints.some(canPrepare))
    Object.assign(schemas, PreparedCommand.definitions, TriedCommand.definitions);
  if (endpoints.some(({ family }) => family.errorBody === "error-object"))
    Object.assign(schemas, JsLedgerError.definitions);
  if (endpoints.some(({ family }) => family.errorBody === "message")) {
    schemas.ErrorResponse = {
      type: "object",
      required: ["error"],
      properties: { error: { type: "string" } },
    };
  }
  return schemas;
};

/** The description of the documents; generators read the required version from its last line. */
export const about = `Fields that older versions of this document declared as required, although responses could lack them, are optional here.\nMINIMUM_CANTON_VERSION=${interfaceVersion}`;

const ledgerTitle = "JSON Ledger API HTTP endpoints";

export const walletTitle = "Validator and wallet HTTP endpoints";

/** The title of the document of the log. */
export const auditTitle = "Audit HTTP endpoints";

/** What a document has besides an endpoint table. */
interface OtherPaths {
  readonly paths?: JsonObject;
  readonly securitySchemes?: JsonObject;
}

/**
 * The OpenAPI document of an endpoint table; schemas are derived from the codecs that decode the
 * requests.
 */
export const openApiDocumentOf = (
  endpoints: ReadonlyArray<Endpoint>,
  title: string = ledgerTitle,
  { paths: otherPaths = {}, securitySchemes: others = {} }: OtherPaths = {},
): JsonObject => ({
  openapi: "3.0.3",
  info: { title, version: interfaceVersion, description: about },
  paths: { ...pathsOf(endpoints), ...otherPaths },
  components: {
    schemas: schemasOf(endpoints),
    securitySchemes: {
      httpAuth: { type: "http", scheme: "bearer", description: "Ledger API standard JWT token" },
      apiKeyAuth: {
        type: "apiKey",
        in: "header",
        name: "Sec-WebSocket-Protocol",
        description: "Ledger API standard JWT token (websocket)",
      },
      ...others,
    },
  },
});

/** A document as YAML text. */
export const openApiText = async (document: JsonObject): Promise<string> => {
  // Loaded when the document is requested, to keep the start short.
  const { stringify } = await import("yaml");
  return stringify(document, { aliasDuplicateObjects: false });
};
