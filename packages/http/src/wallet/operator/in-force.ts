import { topUpPlan, ValidatorTopUpState } from "@tallystick/coin";
import {
  int64From,
  microsToText,
  type Numeric,
  numericToText,
  timestampToText,
} from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import { trafficCostInCc } from "@tallystick/wallet";
import {
  optional,
  required,
  wireArray,
  wireBoolean,
  wireInt64,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { getOrElseW, map } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import { leewayOf } from "../../auth/token-times.js";
import type { Endpoint } from "../../endpoints/endpoint.js";
import type { HttpConfig } from "../../endpoints/http-config.js";
import { walletRow } from "../rows/wallet-row.js";

const microsPerSecond = 1_000_000;
const daySeconds = 86_400;

/** A span of time in days where it is whole days, else in seconds. */
const seconds = (micros: number): string => {
  const span = micros / microsPerSecond;
  return span >= daySeconds && span % daySeconds === 0 ? `${span / daySeconds} d` : `${span} s`;
};

const plain = (value: Numeric): string => numericToText(value).replace(/\.?0+$/, "");

const listed = (values: Iterable<string>): string => {
  const all = [...values];
  return all.length === 0 ? "none" : all.join(", ");
};

type Row = readonly [name: string, value: string];

const walletRowsOf = ({ settings, config }: Wallet): ReadonlyArray<Row> => [
  ["wallet.network", settings.kind],
  ["wallet.tick", seconds(settings.tickMicros)],
  ["wallet.amuletPrice", `${plain(settings.amuletPrice)} USD`],
  ["wallet.validatorWalletUsers", listed(config.validatorWalletUsers)],
  ["wallet.administrators", listed(config.administrators)],
  ["wallet.walletSweep", listed(config.sweeps.keys())],
  ["wallet.autoAcceptTransfers", listed(config.autoAcceptTransfers.keys())],
  ["wallet.rejectLapsedRequestsOf", listed(config.rejectLapsedRequestsOf)],
  ["wallet.rewardSharing", listed(config.rewardSharing.keys())],
  ["wallet.contactPoint", config.contactPoint],
  ["wallet.traffic.targetThroughput", `${plain(config.traffic.targetThroughput)} bytes/s`],
  ["wallet.traffic.minTopupInterval", seconds(config.traffic.minTopupIntervalMicros)],
  ["wallet.preapproval.lifetime", seconds(config.preapprovalLifetimeMicros)],
  ["wallet.preapproval.renewalWithin", seconds(config.preapprovalRenewalMicros)],
  ["wallet.collectRewards", String(config.collectRewards)],
  ["wallet.mergeAbove", String(config.mergeAbove)],
  ["wallet.mergeBatchSize", String(config.mergeBatchSize)],
  ["wallet.treasury.batchSize", String(config.treasuryBatchSize)],
  ["wallet.pollingInterval", seconds(config.pollIntervalMicros)],
  ["wallet.clockSkewDelay", seconds(config.clockSkewDelayMicros)],
];

/** Without anything that is secret: of the login its kind alone, of TLS whether it is on. */
const serverRowsOf = (config: HttpConfig): ReadonlyArray<Row> => [
  ["server.host", config.host],
  ["server.port", String(config.port)],
  ["server.tls", config.tls === undefined ? "off" : "on"],
  ["server.corsOrigins", listed(config.corsOrigins ?? ["those of this machine"])],
  ["auth", config.auth.kind],
  ["auth.browserLogin", config.browserLogin?.issuer ?? "none"],
  ["auth.maxTokenLife", `${config.maxTokenLifeMs / 1_000} s`],
  [
    "auth.jwtTimestampLeeway",
    (["exp", "iat", "nbf"] as const)
      .map((claim) => `${claim} ${leewayOf(config.jwtTimestampLeeway, claim) / 1_000} s`)
      .join(", "),
  ],
  ["server.maxBodyBytes", String(config.maxBodyBytes)],
  ["server.maxListElements", String(config.maxListElements)],
  ["server.maxConnections", String(config.maxConnections)],
  ["server.maxReadsPerUser", String(config.maxReadsPerUser)],
  ["server.maxSelfAllocatedParties", String(config.maxSelfAllocatedParties)],
  ["server.requestTimeout", `${config.requestTimeoutMs / 1_000} s`],
  ["server.webSocket.maxSockets", String(config.webSocket.maxSockets)],
];

/** `GET /v0/admin/configuration`, ours: what the node works with. */
const configurationInForce = walletRow({
  method: "GET",
  path: "/v0/admin/configuration",
  summary: "The configuration in force, without secrets",
  description: "Also what the clock is, and its time. An addition of this node.",
  access: "admin",
  response: wireObject("ConfigurationInForce", {
    participant_id: required(wireString),
    member_id: required(wireString),
    synchronizer_id: required(wireString),
    now: required(wireString),
    manual_clock: required(wireBoolean),
    settings: required(
      wireArray(
        wireObject("SettingInForce", { name: required(wireString), value: required(wireString) }),
      ),
    ),
  }),
  handle: (_request, { wallet, ledger, httpConfig }) => ({
    participant_id: ledger.participantId,
    member_id: wallet.memberId,
    synchronizer_id: wallet.settings.synchronizerId,
    now: timestampToText(wallet.now()),
    manual_clock: wallet.manualClock !== undefined,
    settings: [...walletRowsOf(wallet), ...serverRowsOf(httpConfig)].map(([name, value]) => ({
      name,
      value,
    })),
  }),
});

/** What the automation buys next; undefined while the top-up is off. */
const nextPurchase = (wallet: Wallet) => {
  const { settings, config, views, memberId } = wallet;
  const network = wallet.network();
  if (network === undefined) return undefined;
  const plan = topUpPlan({
    targetThroughput: config.traffic.targetThroughput,
    minTopupIntervalMicros: BigInt(config.traffic.minTopupIntervalMicros),
    pollIntervalMicros: BigInt(config.pollIntervalMicros),
    minTopupAmountBytes: network.config.decentralizedSynchronizer.fees.minTopupAmount,
  });
  if (plan === undefined) return undefined;
  const last = views
    .of(ValidatorTopUpState, settings.operator)
    .find(({ payload }) => payload.memberId === memberId)?.payload.lastPurchasedAt;
  const cost = pipe(
    int64From(plan.amountBytes),
    map((bytes) => trafficCostInCc(bytes, network.config, network.round.payload.amuletPrice)),
    getOrElseW(() => undefined),
  );
  const isFirst = last === undefined || last <= 0;
  return {
    bytes: Number(plan.amountBytes),
    interval_seconds: Number(plan.intervalMicros) / microsPerSecond,
    ...(cost === undefined ? {} : { cost: numericToText(cost) }),
    ...(isFirst
      ? {}
      : {
          last_at: microsToText(last),
          not_before: microsToText(last + plan.intervalMicros),
        }),
  };
};

/** `GET /v0/admin/traffic`, ours: the traffic of this validator, and its next purchase. */
const ownTraffic = walletRow({
  method: "GET",
  path: "/v0/admin/traffic",
  summary: "The extra traffic of this validator, bytes, and what its automation buys next",
  description: "The automation buys when less is left than one purchase. An addition of this node.",
  access: "admin",
  response: wireObject("OwnTraffic", {
    member_id: required(wireString),
    used: required(wireInt64),
    left: required(wireInt64),
    target_throughput: required(wireString),
    next_purchase: optional(
      wireObject("NextTrafficPurchase", {
        bytes: required(wireInt64),
        interval_seconds: required(wireInt64),
        cost: optional(wireString),
        last_at: optional(wireString),
        not_before: optional(wireString),
      }),
    ),
  }),
  handle: (_request, { wallet }) => {
    const next = nextPurchase(wallet);
    return {
      member_id: wallet.memberId,
      used: wallet.views.extraTrafficUsed(),
      left: Number(wallet.extraTrafficLeft()),
      target_throughput: numericToText(wallet.config.traffic.targetThroughput),
      ...(next === undefined ? {} : { next_purchase: next }),
    };
  },
});

/** The operator's rows about what the node works with; all are additions of this node. */
export const inForceRows: ReadonlyArray<Endpoint> = [configurationInForce, ownTraffic];
