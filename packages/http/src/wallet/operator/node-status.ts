import { timestampToText } from "@tallystick/core";
import { partStates } from "@tallystick/node";
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
import { type Endpoint, endpointOf } from "../../endpoints/endpoint.js";
import { Reply } from "../../endpoints/reply.js";
import type { Services } from "../../endpoints/services.js";
import { walletFamily } from "../rows/wallet-family.js";

/** A duration as ISO-8601: `PT1H2M3S`. */
export const durationText = (ms: number): string => {
  const seconds = Math.floor(ms / 1_000);
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `PT${h > 0 ? `${h}H` : ""}${m > 0 ? `${m}M` : ""}${s}S`;
};

/** Seals rows that do not wait, so that they answer even when others hang. */
const statusRow = (prefixes: ReadonlyArray<string>) =>
  endpointOf<"open", Services, Services>(
    { ...walletFamily, prefixes },
    {
      access: "open",
      enter: (_access, _raw, services) => services,
      errorStatuses: () => ({ 503: "Not now" }),
    },
  );

const everywhere = statusRow(walletFamily.prefixes);

/** Paths at which the JSON Ledger API has rows of the same names. */
const underPrefixes = statusRow(walletFamily.prefixes.filter((prefix) => prefix !== ""));

const notNow = new Reply<void>({ status: 503, contentType: "", body: "" });

/** The node's status in the form of validators and their scan (wallet 4.1). */
export const statusRows: ReadonlyArray<Endpoint> = [
  everywhere({
    method: "GET",
    path: "/status",
    summary: "How the node is",
    response: wireObject("NodeStatus", {
      success: optional(
        wireObject("Status", {
          id: required(wireString),
          uptime: required(wireString),
          ports: required(wireMap(wireInt32)),
          active: required(wireBoolean),
        }),
      ),
      not_initialized: optional(wireObject("NotInitialized", { active: required(wireBoolean) })),
    }),
    handle: (_request, { ledger, wallet, config, startedAt }) => {
      const active = ledger.ready();
      if (wallet?.network() === undefined) return { not_initialized: { active } };
      const uptime = durationText(config.now() - startedAt);
      return { success: { id: ledger.participantId, uptime, ports: {}, active } };
    },
  }),
  everywhere({
    method: "GET",
    path: "/version",
    summary: "The version of the interfaces, and since when this process has run",
    response: wireObject("Version", {
      version: required(wireString),
      commit_ts: required(wireString),
    }),
    handle: (_request, { startedAt }) => ({
      version: interfaceVersion,
      commit_ts: timestampToText(startedAt * 1_000),
    }),
  }),
  underPrefixes({
    method: "GET",
    path: "/readyz",
    summary: "Is the validator usable",
    handle: (_request, services) =>
      services.wallet !== undefined &&
      partStates(services).every(({ unready }) => unready === undefined)
        ? undefined
        : notNow,
  }),
  underPrefixes({
    method: "GET",
    path: "/livez",
    summary: "Is the process alive",
    handle: () => undefined,
  }),
];
