import {
  getIn,
  type Json,
  type LedgerState,
  type TransactionCommitted,
  type TransactionNode,
} from "@tallystick/core";
import { at, isOfCoin, rewardsIn, shownUnits, unitsOf } from "./coin-reading.js";
import type { RuleBook, RuleFinding } from "./rule.js";

const unitsPerCoin = 10n ** 10n;

/** Units times a rate in units, rounded half to even. */
const times = (units: bigint, rate: bigint): bigint => {
  const product = units * rate;
  const whole = product / unitsPerCoin;
  const twice = 2n * (product % unitsPerCoin);
  const isUp = twice > unitsPerCoin || (twice === unitsPerCoin && whole % 2n === 1n);
  return isUp ? whole + 1n : whole;
};

/** What a coupon yields, by its template: the field of the summary, and the units. */
const yieldsByTemplate: Readonly<
  Record<string, { readonly to: string; of(coupon: Json, round: Json | undefined): bigint }>
> = {
  "Splice.Amulet:AppRewardCoupon": {
    to: "inputAppRewardAmount",
    of: (coupon, round) => {
      const kind = at(coupon, "featured") === true ? "Featured" : "Unfeatured";
      return times(units(coupon, "amount"), units(round, `issuancePer${kind}AppRewardCoupon`));
    },
  },
  "Splice.Amulet:ValidatorRewardCoupon": {
    to: "inputValidatorRewardAmount",
    of: (coupon, round) =>
      times(units(coupon, "amount"), units(round, "issuancePerValidatorRewardCoupon")),
  },
  "Splice.Amulet:SvRewardCoupon": {
    to: "inputSvRewardAmount",
    of: (coupon, round) =>
      (units(coupon, "weight") / unitsPerCoin) * units(round, "issuancePerSvRewardCoupon"),
  },
  "Splice.ValidatorLicense:ValidatorLivenessActivityRecord": {
    to: "inputValidatorRewardAmount",
    of: (_, round) => units(round, "optIssuancePerValidatorFaucetCoupon"),
  },
  "Splice.ValidatorLicense:ValidatorFaucetCoupon": {
    to: "inputValidatorRewardAmount",
    of: (_, round) => units(round, "optIssuancePerValidatorFaucetCoupon"),
  },
  "Splice.Amulet:UnclaimedActivityRecord": {
    to: "inputUnclaimedActivityRecordAmount",
    of: (coupon) => units(coupon, "amount"),
  },
  "Splice.Amulet:DevelopmentFundCoupon": {
    to: "inputDevelopmentFundAmount",
    of: (coupon) => units(coupon, "amount"),
  },
};

const yields = new Map(Object.entries(yieldsByTemplate));

const units = (value: Json | undefined, field: string): bigint => unitsOf(at(value, field)) ?? 0n;

const issuingRound = ":Splice.Round:IssuingMiningRound";

const roundKey = (payload: Json): string =>
  `${JSON.stringify(at(payload, "dso"))} ${JSON.stringify(at(payload, "round", "number"))}`;

/**
 * Checks the rewards that transfers mint: what a result says of each kind must be what the coupons
 * it archived yield in their rounds. Remembers the rounds that a journal had.
 */
export class CoinRewards {
  /** Payloads of rounds by network and number. */
  readonly #rounds = new Map<string, Json>();

  /** Checks a transaction on the state before it. */
  check(state: LedgerState, { nodes }: TransactionCommitted, book: RuleBook): void {
    const offset = state.offset + 1;
    for (const node of nodes) {
      if (node.kind !== "create") continue;
      if (isOfCoin(node) && node.templateId.endsWith(issuingRound))
        this.#rounds.set(roundKey(node.payload), node.payload);
    }
    for (const node of nodes) {
      const said = node.kind === "exercise" ? rewardsIn(node.result) : undefined;
      if (said === undefined || node.kind !== "exercise") continue;
      const under = nodes.slice(node.nodeId, node.lastDescendantNodeId + 1);
      const archived = under.filter((each) => each.kind === "exercise" && each.consuming);
      const actual = this.#yieldOf(state, archived);
      if (actual === undefined) {
        book.skipped("C2", "the round of a coupon was pruned");
        continue;
      }
      const wrong: Array<Omit<RuleFinding, "rule">> = [];
      for (const [field, says] of said) {
        const found = actual.get(field) ?? 0n;
        if (found === says) continue;
        const message = `${field} is ${shownUnits(says)} CC, and the coupons yield ${shownUnits(found)}`;
        wrong.push({ offset, node: node.nodeId, message });
      }
      book.checked("C2", wrong);
    }
  }

  /** Undefined: the round of a coupon is not known. */
  #yieldOf(
    state: LedgerState,
    archived: ReadonlyArray<TransactionNode>,
  ): ReadonlyMap<string, bigint> | undefined {
    const sums = new Map<string, bigint>();
    for (const { templateId, contractId } of archived) {
      const kind = yields.get(templateId.slice(templateId.indexOf(":") + 1));
      const coupon = getIn(state.contracts, contractId);
      if (kind === undefined || coupon === undefined || !isOfCoin(coupon)) continue;
      const round = this.#rounds.get(roundKey(coupon.payload));
      if (round === undefined && at(coupon.payload, "round") !== undefined) return undefined;
      sums.set(kind.to, (sums.get(kind.to) ?? 0n) + kind.of(coupon.payload, round));
    }
    return sums;
  }
}
