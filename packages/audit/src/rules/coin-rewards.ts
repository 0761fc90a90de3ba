import {
  getIn,
  type Json,
  type LedgerState,
  type TransactionCommitted,
  type TransactionNode,
} from "@tallystick/core";
import { at, isOfCoin, rewardsIn, shownUnits, type Summaries, unitsOf } from "./coin-reading.js";
import { couponIn, type CouponKind, couponKinds, rateOf } from "./coupons.js";
import { erasedReasons } from "./erased-data.js";
import { times } from "./decimals.js";
import type { RuleBook, RuleFinding } from "./rule.js";

/** The field of a summary that says what coupons of a round minted, by their kind. */
const fields: Readonly<Record<CouponKind, string>> = {
  validator: "inputValidatorRewardAmount",
  liveness: "inputValidatorRewardAmount",
  "featured app": "inputAppRewardAmount",
  "unfeatured app": "inputAppRewardAmount",
  SV: "inputSvRewardAmount",
};

/** The input field of each coupon that belongs to no round and is minted for its amount. */
const fieldsByTemplate = new Map([
  ["Splice.Amulet:UnclaimedActivityRecord", "inputUnclaimedActivityRecordAmount"],
  ["Splice.Amulet:DevelopmentFundCoupon", "inputDevelopmentFundAmount"],
]);

const issuingRound = ":Splice.Round:IssuingMiningRound";

const roundKey = (payload: Json): string =>
  `${JSON.stringify(at(payload, "dso"))} ${JSON.stringify(at(payload, "round", "number"))}`;

const ratesOf = (round: Json): ReadonlyMap<CouponKind, bigint> =>
  new Map(couponKinds.map(({ kind }) => [kind, rateOf(kind, round)] as const));

/**
 * Checks the rewards that transfers mint: what a result says of each kind must be what the coupons
 * it archived yield in their rounds. Remembers the rounds that a journal had.
 */
export class CoinRewards {
  /** What one unit of each kind yields, by network and number. */
  readonly #rounds = new Map<string, ReadonlyMap<CouponKind, bigint>>();

  /** Remembers the rounds of a transaction. */
  note({ nodes }: TransactionCommitted): void {
    for (const node of nodes) {
      if (node.kind !== "create") continue;
      if (isOfCoin(node) && node.templateId.endsWith(issuingRound))
        this.#rounds.set(roundKey(node.payload), ratesOf(node.payload));
    }
  }

  /** Checks a transaction on the state before it. */
  check(
    state: LedgerState,
    { nodes }: TransactionCommitted,
    summaries: Summaries,
    book: RuleBook,
  ): void {
    const offset = state.offset + 1;
    for (const [nodeId, summary] of summaries) {
      const node = nodes[nodeId];
      if (node?.kind !== "exercise") continue;
      const under = nodes.slice(nodeId, node.lastDescendantNodeId + 1);
      const archived = under.filter((each) => each.kind === "exercise" && each.consuming);
      const actual = this.#yieldOf(state, archived);
      if (actual === undefined) {
        book.skipped("C2", erasedReasons.round);
        continue;
      }
      const wrong: Array<Omit<RuleFinding, "rule">> = [];
      for (const [field, says] of rewardsIn(summary)) {
        const found = actual.get(field) ?? 0n;
        if (found === says) continue;
        const message = `${field} is ${shownUnits(says)} CC, but the coupons yield ${shownUnits(found)}`;
        wrong.push({ offset, node: nodeId, message });
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
    const add = (field: string, units: bigint): void =>
      void sums.set(field, (sums.get(field) ?? 0n) + units);
    for (const { templateId, contractId } of archived) {
      const contract = getIn(state.contracts, contractId);
      if (contract === undefined || !isOfCoin(contract)) continue;
      const { payload } = contract;
      const field = fieldsByTemplate.get(templateId.slice(templateId.indexOf(":") + 1));
      if (field !== undefined) add(field, unitsOf(at(payload, "amount")) ?? 0n);
      const coupon = couponIn(contract);
      if (coupon === undefined) continue;
      const round = this.#rounds.get(roundKey(payload));
      if (round === undefined) return undefined;
      add(fields[coupon.kind], times(coupon.units, round.get(coupon.kind) ?? 0n));
    }
    return sums;
  }
}
