import { timestampToText } from "@tallystick/core";
import { interfaceVersion } from "@tallystick/wallet";
import {
  optional,
  required,
  wireBoolean,
  wireInt32,
  wireMap,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { right } from "fp-ts/lib/Either.js";
import { type Answer, jsonAnswer, jsonContentType } from "../../answers/answer.js";
import { type Endpoint, nothing, type ResponseKind } from "../../endpoints/endpoint.js";
import type { Services } from "../../endpoints/services.js";
import { writeJsonText } from "../../json/json-text.js";
import { walletFamily } from "../rows/wallet-family.js";

const startedAt = Date.now();

/** Answer of `GET /status` (wallet 4.1). */
export const NodeStatusWire = wireObject("NodeStatus", {
  success: optional(
    wireObject("Status", {
      id: required(wireString),
      uptime: required(wireString),
      ports: required(wireMap(wireInt32)),
      active: required(wireBoolean),
    }),
  ),
  not_initialized: optional(wireObject("NotInitialized", { active: required(wireBoolean) })),
});

/** Answer of `GET /version` (wallet 4.1). */
export const VersionWire = wireObject("Version", {
  version: required(wireString),
  commit_ts: required(wireString),
});

/** A span of time as ISO-8601 has it: `PT1H2M3S`. */
export const durationText = (ms: number): string => {
  const seconds = Math.floor(ms / 1_000);
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `PT${h > 0 ? `${h}H` : ""}${m > 0 ? `${m}M` : ""}${s}S`;
};

const emptyAnswer = (status: number): Answer => ({
  status,
  contentType: jsonContentType,
  body: "",
});

/** A row that says how the node is; it waits for nothing, so it answers when all else hangs. */
const statusRow = (
  path: string,
  summary: string,
  response: ResponseKind<unknown>,
  answer: (services: Services) => Answer,
  prefixes: ReadonlyArray<string> = walletFamily.prefixes,
): Endpoint => ({
  method: "GET",
  path,
  summary,
  response,
  access: "open",
  errors: [],
  errorStatuses: { 503: "Not now" },
  parameters: nothing,
  query: nothing,
  body: nothing,
  family: { ...walletFamily, prefixes },
  serve: (_raw, services) => right(answer(services)),
});

const isUsable = ({ ledger, wallet }: Services): boolean =>
  ledger.ready() && wallet?.network() !== undefined;

/** Where the JSON Ledger API has rows of these names of its own. */
const prefixed = walletFamily.prefixes.filter((prefix) => prefix !== "");

/** How the node is, as validators and their scan say it (wallet 4.1). */
export const statusRows: ReadonlyArray<Endpoint> = [
  statusRow(
    "/status",
    "How the node is",
    { kind: "json", codec: NodeStatusWire },
    ({ ledger, wallet }) => {
      const active = ledger.ready();
      const isSetUp = wallet?.network() !== undefined;
      const uptime = durationText(Date.now() - startedAt);
      const success = { id: ledger.participantId, uptime, ports: {}, active };
      return jsonAnswer(writeJsonText(isSetUp ? { success } : { not_initialized: { active } }));
    },
  ),
  statusRow(
    "/version",
    "The version of the interfaces, and since when this process has run",
    { kind: "json", codec: VersionWire },
    () =>
      jsonAnswer(
        writeJsonText({
          version: interfaceVersion,
          commit_ts: timestampToText(startedAt * 1_000),
        }),
      ),
  ),
  statusRow(
    "/readyz",
    "Is the validator usable",
    { kind: "empty" },
    (services) => emptyAnswer(isUsable(services) ? 200 : 503),
    prefixed,
  ),
  statusRow("/livez", "Is the process alive", { kind: "empty" }, () => emptyAnswer(200), prefixed),
];
