import type { JsonObject } from "@tallystick/core";

const answer = (description: string): JsonObject => ({ description });

const jsonRpc = (fields: JsonObject, required: ReadonlyArray<string>): JsonObject => ({
  type: "object",
  required: ["jsonrpc", ...required],
  properties: {
    jsonrpc: { type: "string", enum: ["2.0"] },
    id: { type: "string", description: "A string or a number; the response repeats it" },
    ...fields,
  },
});

const call: JsonObject = jsonRpc(
  {
    method: {
      type: "string",
      enum: [
        "connect",
        "disconnect",
        "isConnected",
        "status",
        "getActiveNetwork",
        "listAccounts",
        "getPrimaryAccount",
        "prepareExecute",
        "prepareExecuteAndWait",
        "signMessage",
        "ledgerApi",
      ],
    },
    params: { type: "object" },
  },
  ["method"],
);

const reply: JsonObject = jsonRpc(
  {
    result: { description: "The result of the method; absent if there is an error" },
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "integer" },
        message: { type: "string" },
        data: { description: "For an error of the ledger: its full error object" },
      },
    },
  },
  [],
);

const errors: JsonObject = {
  "403": answer("The origin is missing, is not that of the token, or is not this machine"),
  "429": answer("Too many requests from this address or this page's user; see Retry-After"),
};

/**
 * The paths of the provider of web pages, as an OpenAPI document has them. Their tokens are those
 * of web pages, not of users, so they are no rows of the wallet.
 */
export const dappPaths: JsonObject = {
  "/api/v0/dapp": {
    post: {
      operationId: "postApiV0Dapp",
      summary: "Call a method from a web page (CIP-0103, asynchronous form), as JSON-RPC 2.0",
      description:
        "connect, and the methods allowed before it, need no token. Errors of methods have status 200.",
      requestBody: { required: true, content: { "application/json": { schema: call } } },
      responses: {
        "200": {
          description: "The result or the error of the call",
          content: { "application/json": { schema: reply } },
        },
        "204": answer("The call has no id: it is a notification and gets no response"),
        ...errors,
      },
      security: [{}, { dappAuth: [] }],
    },
  },
  "/api/v0/dapp/events": {
    get: {
      operationId: "getApiV0DappEvents",
      summary: "Stream the events of a connected web page as server-sent events",
      parameters: [{ name: "token", in: "query", required: true, schema: { type: "string" } }],
      responses: {
        "200": {
          description: "connected, statusChanged, accountsChanged, txChanged and the like",
          content: { "text/event-stream": { schema: { type: "string" } } },
        },
        "401": answer("The token belongs to no connected page"),
        ...errors,
      },
      security: [],
    },
  },
};

/** How a web page shows its token. */
export const dappSecurity: JsonObject = {
  dappAuth: {
    type: "http",
    scheme: "bearer",
    description: "The opaque token that a web page gets when its user connects it",
  },
};
