import { maxLicenseTextLength } from "@tallystick/coin";
import { type Numeric, type PartyId, numericFromText, isPartyIdString } from "@tallystick/core";
import {
  atThatStart,
  expectedError,
  givenObject,
  isRefused,
  optional,
  required,
  SchemaType,
  setting,
  type SettingField,
  settingsList,
  settingsMap,
  settingsObject,
  settingsSection,
  takesEffect,
  type WireField,
  type WireObject,
  type WireReadable,
  wireArray,
  wireBoolean,
  wireString,
  wholeNumber,
} from "@tallystick/wire";
import { isLeft, left, map, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { durationMicrosOf } from "./duration-text.js";
import {
  defaultWalletConfig,
  type RewardSharing,
  type SweepConfig,
  type WalletConfig,
} from "./wallet-config.js";

/** A key without hyphens and capitals: `max-balance-usd` and `maxBalanceUSD` are the same. */
const plain = (key: string): string => key.replaceAll("-", "").toLowerCase();

/**
 * An object whose keys may be in camelCase or with hyphens, as in the public validator's files
 * (wallet 13.6).
 */
const section = <F extends Readonly<Record<string, WireField<unknown>>>>(
  name: string,
  fields: F,
): SchemaType<WireObject<F>> => settingsObject(name, fields, plain);

const longestTimerMicros = (2 ** 31 - 1) * 1_000;

/** A section of settings whose keys may be spelt in both ways too. */
const group = <F extends Readonly<Record<string, SettingField<unknown>>>>(
  name: string,
  fields: F,
) => settingsSection(name, fields, plain);

const duration = new SchemaType<number>("duration", { type: "string" }, (u) => {
  const read = typeof u === "string" ? durationMicrosOf(u) : undefined;
  return read === undefined || isLeft(read)
    ? expectedError('a duration such as "10m" or "30s"', u)
    : read;
});

/** An interval of a timer, which takes at most 2^31 - 1 ms. */
const interval = new SchemaType<number>("interval", { type: "string" }, (u) => {
  const read = duration.read(u);
  return isLeft(read) || (read.right >= 1_000 && read.right <= longestTimerMicros)
    ? read
    : expectedError("a duration from 1ms to 24d", u);
});

/** A number or its text: files write amounts both ways. */
const amount = new SchemaType<Numeric>("amount", { type: ["string", "number"] }, (u) => {
  const text = typeof u === "number" ? u.toFixed(10) : u;
  const read = typeof text === "string" ? numericFromText(text) : undefined;
  return read === undefined || isLeft(read) || read.right < 0n
    ? expectedError("a decimal of at least 0", u)
    : read;
});

const party = new SchemaType<PartyId>("party", { type: "string" }, (u) =>
  typeof u === "string" && isPartyIdString(u) && u.includes("::")
    ? right(u)
    : expectedError("a party id such as alice::1220ab..", u),
);

const count = new SchemaType<number>("count", { type: "integer", minimum: 1 }, (u) =>
  typeof u === "number" && Number.isSafeInteger(u) && u >= 1
    ? right(u)
    : expectedError("a whole number of at least 1", u),
);

const contactPoint = new SchemaType<string>("contact point", { type: "string" }, (u) =>
  typeof u === "string" && Array.from(u).length <= maxLicenseTextLength
    ? right(u)
    : expectedError(`a text of at most ${maxLicenseTextLength} characters`, u),
);

/** An object with party ids as keys. */
const byParty = <A>(value: SchemaType<A>): SchemaType<ReadonlyMap<string, A>> =>
  settingsMap("party ids", party, value);

const sweepFields = section("Sweep", {
  maxBalanceUSD: required(amount),
  minBalanceUSD: required(amount),
  receiver: required(party),
  useTransferPreapproval: optional(wireBoolean),
});

const Sweep = new SchemaType<SweepConfig>("Sweep", sweepFields.schema, (u) => {
  const read = sweepFields.read(u);
  if (isLeft(read)) return read;
  const { maxBalanceUSD, minBalanceUSD, receiver, useTransferPreapproval = false } = read.right;
  return minBalanceUSD > maxBalanceUSD
    ? left({ path: ["minBalanceUSD"], reason: "expected at most maxBalanceUSD", actual: u })
    : right({
        maxBalanceUsd: maxBalanceUSD,
        minBalanceUsd: minBalanceUSD,
        receiver,
        useTransferPreapproval,
      });
});

/** Beneficiaries of one coupon at most, the provider included. */
const maxBeneficiaries = 20;

const whole = 10_000_000_000n;

const usualSharing = { minTtlAfterSharingMicros: 30 * 3_600_000_000, batchSize: 100 };

/** What is wrong with the parts of beneficiaries. */
const sharesError = (
  shares: ReadonlyArray<{ readonly beneficiary: PartyId; readonly percentage: Numeric }>,
): string | undefined => {
  const sum = shares.reduce((total, { percentage }) => total + percentage, 0n);
  const count = shares.length + (sum < whole ? 1 : 0);
  if (shares.some(({ percentage }) => percentage === 0n)) return "expected percentages above 0";
  if (sum > whole) return "expected percentages of at most 1.0 together";
  if (new Set(shares.map((it) => it.beneficiary)).size < shares.length)
    return "expected each beneficiary once";
  return count > maxBeneficiaries
    ? `expected at most ${maxBeneficiaries} beneficiaries, the provider included`
    : undefined;
};

const sharingFields = section("RewardSharing", {
  beneficiaries: required(
    settingsList(
      section("RewardBeneficiary", { beneficiary: required(party), percentage: required(amount) }),
    ),
  ),
  minTtlAfterSharing: optional(duration),
  batchSize: optional(count),
});

const Sharing = new SchemaType<RewardSharing>("RewardSharing", sharingFields.schema, (u) => {
  const read = sharingFields.read(u);
  if (isLeft(read)) return read;
  const {
    beneficiaries,
    minTtlAfterSharing: minTtlAfterSharingMicros = usualSharing.minTtlAfterSharingMicros,
    batchSize = usualSharing.batchSize,
  } = read.right;
  const reason = sharesError(beneficiaries);
  return reason === undefined
    ? right({ beneficiaries, minTtlAfterSharingMicros, batchSize })
    : left({ path: ["beneficiaries"], reason, actual: u });
});

const atStart = <A>(type: WireReadable<A>): SettingField<A> => setting(type, atThatStart);

const operatorUsers = takesEffect(
  "takes effect; a removed user keeps its rights until it is offboarded; naming a user with a wallet of its own fails",
);

const administrators = takesEffect(
  "takes effect; a removed user keeps its rights until you revoke them; naming a user with a wallet of its own fails",
);

/**
 * The wallet's part of a configuration file: the specification's names, and the same with hyphens
 * (specification 1, wallet 13.6).
 */
export const walletSettings = group("Wallet", {
  validatorWalletUser: setting(wireString, operatorUsers),
  validatorWalletUsers: setting(wireArray(wireString), operatorUsers),
  administrators: setting(wireArray(wireString), administrators),
  validatorPartyHint: setting(wireString, isRefused("because the journal records it")),
  contactPoint: setting(contactPoint, takesEffect("takes effect in the licence within an hour")),
  walletSweep: atStart(byParty(Sweep)),
  autoAcceptTransfers: atStart(
    byParty(section("AutoAccept", { fromParties: required(settingsList(party)) })),
  ),
  rejectLapsedRequestsOf: atStart(settingsList(wireString)),
  rewardSharing: atStart(byParty(Sharing)),
  targetThroughput: atStart(amount),
  minTopupInterval: atStart(duration),
  transferPreapproval: group("TransferPreapproval", {
    preapprovalLifetime: setting(
      duration,
      takesEffect("takes effect for new and renewed preapprovals"),
    ),
    renewalDuration: atStart(duration),
  }),
  enableAutomaticRewardsCollectionAndAmuletMerging: atStart(wireBoolean),
  mergeAbove: atStart(count),
  mergeBatchSize: atStart(count),
  treasury: group("Treasury", { batchSize: atStart(count) }),
  automation: group("Automation", {
    pollingInterval: atStart(interval),
    clockSkewDelay: atStart(duration),
    enableAutomaticRewardsCollectionAndAmuletMerging: atStart(wireBoolean),
  }),
  domains: group("Domains", {
    global: group("GlobalDomain", {
      buyExtraTraffic: group("BuyExtraTraffic", {
        targetThroughput: atStart(amount),
        minTopupInterval: atStart(duration),
      }),
    }),
  }),
  pollingInterval: atStart(interval),
  clockSkewDelay: atStart(duration),
});

/** Reads the wallet's part of a configuration file. */
export const WalletSettings = walletSettings.type;

/** The wallet's part of a configuration file. */
export type WalletSettings = TypeOf<typeof WalletSettings>;

/** The operator's users under both names of the setting, each once; undefined where none is. */
const operatorsOf = ({
  validatorWalletUser: one,
  validatorWalletUsers: several,
}: WalletSettings): ReadonlyArray<string> | undefined =>
  one === undefined ? several : [...new Set([one, ...(several ?? [])])];

/**
 * The configuration from settings, with defaults.
 *
 * @param users the operator's users and the administrators when the settings name none
 */
export const walletConfigOf = (
  settings: WalletSettings,
  users: ReadonlyArray<string> = defaultWalletConfig.validatorWalletUsers,
  defaults: WalletConfig = defaultWalletConfig,
): WalletConfig => {
  const { automation = {}, domains } = settings;
  const nested = domains?.global?.buyExtraTraffic;
  const traffic = {
    targetThroughput: settings.targetThroughput ?? nested?.targetThroughput,
    minTopupInterval: settings.minTopupInterval ?? nested?.minTopupInterval,
  };
  return {
    validatorWalletUsers: operatorsOf(settings) ?? users,
    administrators: settings.administrators ?? users,
    sweeps: settings.walletSweep ?? defaults.sweeps,
    autoAcceptTransfers: new Map(
      [...(settings.autoAcceptTransfers ?? [])].map(([receiver, { fromParties }]) => [
        receiver,
        new Set(fromParties),
      ]),
    ),
    rewardSharing: settings.rewardSharing ?? defaults.rewardSharing,
    rejectLapsedRequestsOf: settings.rejectLapsedRequestsOf ?? defaults.rejectLapsedRequestsOf,
    traffic: {
      targetThroughput: traffic.targetThroughput ?? defaults.traffic.targetThroughput,
      minTopupIntervalMicros: traffic.minTopupInterval ?? defaults.traffic.minTopupIntervalMicros,
    },
    contactPoint: settings.contactPoint ?? defaults.contactPoint,
    preapprovalLifetimeMicros:
      settings.transferPreapproval?.preapprovalLifetime ?? defaults.preapprovalLifetimeMicros,
    preapprovalRenewalMicros:
      settings.transferPreapproval?.renewalDuration ?? defaults.preapprovalRenewalMicros,
    collectRewards:
      settings.enableAutomaticRewardsCollectionAndAmuletMerging ??
      automation.enableAutomaticRewardsCollectionAndAmuletMerging ??
      defaults.collectRewards,
    mergeAbove: settings.mergeAbove ?? defaults.mergeAbove,
    mergeBatchSize: settings.mergeBatchSize ?? defaults.mergeBatchSize,
    treasuryBatchSize: settings.treasury?.batchSize ?? defaults.treasuryBatchSize,
    pollIntervalMicros:
      settings.pollingInterval ?? automation.pollingInterval ?? defaults.pollIntervalMicros,
    clockSkewDelayMicros:
      settings.clockSkewDelay ?? automation.clockSkewDelay ?? defaults.clockSkewDelayMicros,
  };
};

const units = new SchemaType<Numeric>("units", {}, (u) =>
  typeof u === "bigint" && u >= 0n
    ? // border: numerics are bigints
      right(u as Numeric)
    : expectedError("a decimal of at least 0, as `numericFromText` reads it", u),
);

const sweep = givenObject("Sweep", {
  receiver: required(party),
  maxBalanceUsd: required(units),
  minBalanceUsd: required(units),
  useTransferPreapproval: required(wireBoolean),
});

const sharing = givenObject("RewardSharing", {
  beneficiaries: required(
    settingsList(
      givenObject("RewardBeneficiary", {
        beneficiary: required(party),
        percentage: required(units),
      }),
    ),
  ),
  minTtlAfterSharingMicros: required(wholeNumber(0)),
  batchSize: required(count),
});

const parties = settingsList(party);
const partySet = new SchemaType<ReadonlySet<PartyId>>("Set of parties", {}, (u) =>
  u instanceof Set
    ? map((read: ReadonlyArray<PartyId>) => new Set(read))(parties.read([...u]))
    : expectedError("a Set of party ids", u),
);

const mapByParty = <A>(value: SchemaType<A>): SchemaType<ReadonlyMap<string, A>> =>
  new SchemaType<ReadonlyMap<string, A>>("Map by party", {}, (u) =>
    u instanceof Map
      ? byParty(value).read(Object.fromEntries(u))
      : expectedError("a Map with party ids as keys", u),
  );

const micros = wholeNumber(0);

const configFields: Readonly<Record<keyof WalletConfig, WireField<unknown>>> = {
  validatorWalletUsers: optional(wireArray(wireString)),
  administrators: optional(wireArray(wireString)),
  sweeps: optional(mapByParty(sweep)),
  autoAcceptTransfers: optional(mapByParty(partySet)),
  rejectLapsedRequestsOf: optional(settingsList(wireString)),
  rewardSharing: optional(mapByParty(sharing)),
  traffic: optional(
    givenObject("Traffic", {
      targetThroughput: required(units),
      minTopupIntervalMicros: required(micros),
    }),
  ),
  contactPoint: optional(contactPoint),
  preapprovalLifetimeMicros: optional(micros),
  preapprovalRenewalMicros: optional(micros),
  collectRewards: optional(wireBoolean),
  mergeAbove: optional(count),
  mergeBatchSize: optional(count),
  treasuryBatchSize: optional(count),
  pollIntervalMicros: optional(wholeNumber(1_000, longestTimerMicros)),
  clockSkewDelayMicros: optional(micros),
};

/** A wallet's configuration as a program gives it; all is optional. */
export const walletConfigType: WireReadable<unknown> = givenObject("WalletConfig", configFields);
