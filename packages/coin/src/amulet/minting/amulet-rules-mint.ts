import { OpenMiningRound } from "../rounds/round.js";
import { fetchOfDso } from "../../model/checked-fetch.js";
import {
  choice,
  contractId,
  create,
  exercise,
  numeric,
  optional,
  party,
  record,
  text,
} from "@tallystick/core";
import { requireThat } from "../../model/coin-error.js";
import { constantNumeric } from "../../model/arithmetic.js";
import { grown, isLater } from "../../model/release.js";
import { modulePart } from "../../model/module-part.js";
import { logMint } from "../../token-standard/holdings-change.js";
import { emptyMetadata, Metadata } from "../../token-standard/metadata-v1.js";
import { txMetadata, withText } from "../../token-standard/token-metadata.js";
import { AmuletRules } from "../configuration/amulet-rules.js";
import { FeaturedAppRight } from "../featured/featured-app-right.js";
import { rateAtPrice } from "../configuration/fees.js";
import { coinInstrument } from "../holding/amulet-payload.js";
import { Amulet, AmuletCreateSummary } from "../holding/amulet.js";

/**
 * The DSO makes new coins on development networks, in CC: besides the coupons the only way coins
 * come into being.
 */
export const AmuletRules_Mint = choice(AmuletRules, "AmuletRules_Mint", {
  argument: grown(
    { receiver: party, amount: numeric, openRound: contractId },
    { reason: optional(text) },
  ),
  result: record({ amuletSum: AmuletCreateSummary }),
  consuming: false,
  controllers: ({ dso }, { receiver }) => [dso, receiver],
  *body({ self, payload: { dso, isDevNet } }, { receiver, amount, openRound, reason = "" }) {
    yield* requireDevNet(isDevNet);
    const { round, amuletPrice, transferConfigUsd } = yield* fetchOfDso(
      OpenMiningRound,
      openRound,
      dso,
    );
    const ratePerRound = yield* rateAtPrice(transferConfigUsd.holdingFee, amuletPrice);
    const amulet = yield* create(Amulet, {
      dso,
      owner: receiver,
      amount: { initialAmount: amount, createdAt: round, ratePerRound },
    });
    if (yield* isLater()) {
      yield* logMint({
        eventLog: self,
        instrument: coinInstrument(dso),
        owner: receiver,
        amount,
        meta: withText(emptyMetadata, reason),
        holdingCid: amulet,
      });
    }
    return { amuletSum: { amulet, amuletPrice, round } };
  },
});

const maxTap = constantNumeric("100000000");

/** The faucet of development networks: the amount is in CC, see `tapAmount`. */
export const AmuletRules_DevNet_Tap = choice(AmuletRules, "AmuletRules_DevNet_Tap", {
  argument: record({ receiver: party, amount: numeric, openRound: contractId }),
  result: record({ amuletSum: AmuletCreateSummary, meta: optional(Metadata) }),
  consuming: false,
  controllers: (_rules, { receiver }) => [receiver],
  *body({ self, payload: { isDevNet } }, argument) {
    yield* requireDevNet(isDevNet);
    const hasLimit = yield* isLater();
    if (hasLimit) yield* requireThat(argument.amount <= maxTap, "Tapped amount <= 100,000,000");
    const reason = hasLimit ? "tapped DevNet faucet" : "tapped faucet";
    const { amuletSum } = yield* exercise(AmuletRules_Mint, self, { ...argument, reason });
    return { amuletSum, meta: txMetadata({ kind: "mint", reason }) };
  },
});

const requireDevNet = (isDevNet: boolean) => requireThat(isDevNet, "isDevNet flag is true");

/** A provider makes itself featured, on development networks. */
export const AmuletRules_DevNet_FeatureApp = choice(AmuletRules, "AmuletRules_DevNet_FeatureApp", {
  argument: grown({ provider: party }, { activityWeight: optional(numeric) }),
  result: record({ featuredAppRightCid: contractId }),
  consuming: false,
  controllers: (_rules, { provider }) => [provider],
  *body({ payload: { dso, isDevNet } }, right) {
    yield* requireDevNet(isDevNet);
    return { featuredAppRightCid: yield* create(FeaturedAppRight, { dso, ...right }) };
  },
});

/** New coins, and what development networks have for free. */
export const amuletRulesMintModule = modulePart({
  choices: [AmuletRules_Mint, AmuletRules_DevNet_Tap, AmuletRules_DevNet_FeatureApp],
});
