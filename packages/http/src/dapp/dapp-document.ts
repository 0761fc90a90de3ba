import type { JsonObject } from "@tallystick/core";

const answer = (description: string): JsonObject => ({ description });

const jsonRpc = (fields: JsonObject, required: ReadonlyArray<string>): JsonObject => ({
  type: "object",
  required: ["jsonrpc", ...required],
  properties: {
    jsonrpc: { type: "string", enum: ["2.0"] },
    id: { type: "string", description: "Or a number; the answer has the same" },
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
    result: { description: "What the method returns; absent with an error" },
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "integer" },
        message: { type: "string" },
        data: { description: "Of an error of the ledger: its whole error object" },
      },
    },
  },
  [],
);

const errors: JsonObject = {
  "403": answer("No origin, another origin than that of the token, or not this machine"),
  "429": answer("Too many requests of this address or this page's user; see Retry-After"),
};

/**
 * The paths of the provider of web pages, as an OpenAPI document has them. Their tokens are those
 * of web pages, not of users, so they are no rows of the wallet.
 */
export const dappPaths: JsonObject = {
  "/api/v0/dapp": {
    post: {
      operationId: "postApiV0Dapp",
      summary: "A call of a web page (CIP-0103, asynchronous form) as JSON-RPC 2.0",
      description:
        "connect and what is allowed before it need no token. An error of a call has status 200.",
      requestBody: { required: true, content: { "application/json": { schema: call } } },
      responses: {
        "200": {
          description: "The result or the error of the call",
          content: { "application/json": { schema: reply } },
        },
        "204": answer("The call has no id: it is a notification, which is not answered"),
        ...errors,
      },
      security: [{}, { dappAuth: [] }],
    },
  },
  "/api/v0/dapp/events": {
    get: {
      operationId: "getApiV0DappEvents",
      summary: "The events of a connected web page, as server-sent events",
      parameters: [{ name: "token", in: "query", required: true, schema: { type: "string" } }],
      responses: {
        "200": {
          description: "connected, statusChanged, accountsChanged, txChanged and the like",
          content: { "text/event-stream": { schema: { type: "string" } } },
        },
        "401": answer("The token is of no connected page"),
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
