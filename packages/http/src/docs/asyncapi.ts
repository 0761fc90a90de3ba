import { JsLedgerError, type WireReadable, referenceTo } from "@tallystick/wire";
import type { JsonObject } from "@tallystick/core";
import { about, errorList } from "./openapi.js";
import { interfaceVersion } from "../v2/version/version.js";
import type { Channel } from "../streams/channel.js";

const errorName = "JsLedgerError";
const errorReference = { $ref: `#/components/schemas/${errorName}` };

/** The messages of a channel: its items, or the error object as the last frame (ledger-api 1.3). */
const answerName = ({ item }: Channel): string => `Either_${errorName}_${item.name}`;

const messageReference = (name: string): JsonObject => ({
  $ref: `#/components/messages/${name}`,
});

/** `/v2/state/active-contracts` as `V2StateActive-contracts`. */
const operationName = (path: string): string =>
  path
    .split("/")
    .map((part) => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`)
    .join("");

const channelItem = (channel: Channel): JsonObject => {
  const { path, summary, description, request, errors } = channel;
  const about = [summary, ...(description === undefined ? [] : [description])].join("\n\n");
  const operation = operationName(path);
  return {
    description: about,
    subscribe: {
      operationId: `on${operation}`,
      description: errorList(errors),
      message: messageReference(answerName(channel)),
    },
    publish: {
      operationId: `send${operation}`,
      description: "Only the first frame is read.",
      message: messageReference(request.name),
    },
    bindings: { ws: { method: "GET" } },
  };
};

const message = (payload: JsonObject): JsonObject => ({ contentType: "application/json", payload });

const byName = <A>(
  channels: ReadonlyArray<Channel>,
  entriesOf: (channel: Channel) => ReadonlyArray<readonly [string, A]>,
): Readonly<Record<string, A>> => Object.fromEntries(channels.flatMap(entriesOf));

const definitionsOf = ({ definitions }: WireReadable<unknown>) => Object.entries(definitions);

/**
 * The AsyncAPI document of a channel table; schemas are derived from the codecs that decode the
 * requests.
 */
export const asyncApiDocumentOf = (channels: ReadonlyArray<Channel>): JsonObject => ({
  asyncapi: "2.6.0",
  info: {
    title: "JSON Ledger API WebSocket endpoints",
    version: interfaceVersion,
    description: about,
  },
  channels: byName(channels, (channel) => [[channel.path, channelItem(channel)]]),
  components: {
    schemas: {
      ...byName(channels, ({ request, item }) => [
        ...definitionsOf(request),
        ...definitionsOf(item),
      ]),
      ...byName(channels, (channel) => [
        [answerName(channel), { oneOf: [errorReference, referenceTo(channel.item)] }],
      ]),
      ...JsLedgerError.definitions,
    },
    messages: byName(channels, (channel) => [
      [channel.request.name, message(referenceTo(channel.request))],
      [answerName(channel), message({ $ref: `#/components/schemas/${answerName(channel)}` })],
    ]),
    securitySchemes: {
      httpAuth: { type: "http", scheme: "bearer", description: "Ledger API standard JWT token" },
      httpApiKeyAuth: {
        type: "httpApiKey",
        name: "Sec-WebSocket-Protocol",
        in: "header",
        description:
          "Ledger API standard JWT token, as jwt.token.<JWT>, together with daml.ws.auth",
      },
    },
  },
});

export const asyncApiText = async (channels: ReadonlyArray<Channel>): Promise<string> => {
  // Loaded when the document is requested, to keep the start short.
  const { stringify } = await import("yaml");
  return stringify(asyncApiDocumentOf(channels), { aliasDuplicateObjects: false });
};
