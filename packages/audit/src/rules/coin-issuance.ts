import {
  type ExerciseNode,
  getIn,
  type Json,
  type LedgerState,
  type TransactionCommitted,
  type TransactionNode,
} from "@tallystick/core";
import { at, isOfCoin, shownUnits, unitsOf } from "./coin-reading.js";
import { couponIn, type CouponKind, couponKinds, rateOf } from "./coupons.js";
import { type ErasedData, erasedReasons } from "./erased-data.js";
import { dividedBy, times, unitsPerCoin } from "./decimals.js";
import type { RuleBook, RuleFinding } from "./rule.js";

type Violation = Omit<RuleFinding, "rule">;

/** What one round issued, and how much of it was used. */
interface IssuedRound {
  /** Units of coupon that were counted, by kind. */
  readonly counted: ReadonlyMap<CouponKind, bigint>;
  /** Units of coupon that were minted or expired so far, by kind. */
  readonly used: Map<CouponKind, bigint>;
}

const micros = 10n ** 6n;
const microsPerYear = 365n * 86_400n * micros;

/** Units that roundings of shares and percentages may add up to, beside those of coupons. */
const roundings = 20n;

const names = {
  summarizing: "Splice.Round:SummarizingMiningRound",
  unclaimed: "Splice.Amulet:UnclaimedReward",
  development: "Splice.Amulet:UnclaimedDevelopmentFundCoupon",
} as const;

const isNamed = ({ templateId }: { readonly templateId: string }, name: string): boolean =>
  templateId.slice(templateId.indexOf(":") + 1) === name;

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * Checks that rounds issue what their configuration says, no more: what their coupons yield, what
 * no one can claim and the part of the development fund add up to it, within half a unit for each
 * unit of coupon. Follows which coupons of a round were used: there must be no more than were
 * counted.
 */
export class CoinIssuance {
  /** By network and number. */
  readonly #rounds = new Map<string, IssuedRound>();

  /**
   * Takes a transaction; with a book it is checked.
   *
   * @param erased what a pruning erased before it
   */
  take(
    state: LedgerState,
    event: TransactionCommitted,
    erased: ErasedData,
    book: RuleBook | undefined,
  ): void {
    const { nodes } = event;
    const offset = state.offset + 1;
    const isOfErased = erased.isUsedBy(state, event);
    for (const node of nodes) {
      if (node.kind !== "exercise" || !isOfCoin(node)) continue;
      const found = this.#checked(state, nodes, node);
      if (found === undefined || book === undefined) continue;
      if (isOfErased) {
        book.skipped("C3", erasedReasons.input);
        continue;
      }
      if (found === "no round") {
        if (erased.isThere) book.skipped("C3", erasedReasons.round);
        continue;
      }
      book.checked(
        "C3",
        found.map((message): Violation => ({ offset, node: node.nodeId, message })),
      );
    }
  }

  #checked(
    state: LedgerState,
    nodes: ReadonlyArray<TransactionNode>,
    node: ExerciseNode,
  ): ReadonlyArray<string> | "no round" | undefined {
    if (node.choice === "AmuletRules_MiningRound_StartIssuing")
      return this.#issued(state, nodes, node);
    if (node.choice === "AmuletRules_ClaimExpiredRewards") return claimed(state, nodes, node);
    if (node.choice === "AmuletRules_MergeUnclaimedRewards") return merged(state, nodes, node);
    return node.consuming ? this.#used(state, node) : undefined;
  }

  #issued(
    state: LedgerState,
    nodes: ReadonlyArray<TransactionNode>,
    node: ExerciseNode,
  ): ReadonlyArray<string> {
    const { archived, created } = under(state, nodes, node);
    const counting = archived.find((each) => isNamed(each, names.summarizing))?.payload;
    const issuing = created.find(({ templateId }) => templateId.endsWith(":IssuingMiningRound"));
    const counted = countedIn(at(node.argument, "summary"));
    if (issuing !== undefined)
      this.#rounds.set(roundKeyOf(issuing.payload), { counted, used: new Map() });
    if (counting === undefined || issuing === undefined)
      return ["it archives no summarizing round, or creates no issuing round"];
    const pool = poolOf(counting);
    if (pool === undefined) return ["the amount that the round may issue cannot be read"];
    let issued = 0n;
    let coupons = 0n;
    for (const [kind, units] of counted) {
      if (units <= 0n) continue;
      issued += times(units, rateOf(kind, issuing.payload));
      coupons += units / unitsPerCoin + 1n;
    }
    const kept = sumOf(created, names.unclaimed) + sumOf(created, names.development);
    return abs(issued + kept - pool) <= coupons / 2n + roundings
      ? []
      : [
          `the round issues ${shownUnits(issued)} CC and keeps ${shownUnits(kept)}, but has ${shownUnits(pool)}`,
        ];
  }

  #used(
    state: LedgerState,
    { contractId }: ExerciseNode,
  ): ReadonlyArray<string> | "no round" | undefined {
    const contract = getIn(state.contracts, contractId);
    const coupon = contract === undefined ? undefined : couponIn(contract);
    if (contract === undefined || coupon === undefined) return undefined;
    const round = this.#rounds.get(roundKeyOf(contract.payload));
    if (round === undefined) return "no round";
    const used = (round.used.get(coupon.kind) ?? 0n) + coupon.units;
    round.used.set(coupon.kind, used);
    const counted = round.counted.get(coupon.kind) ?? 0n;
    return used <= counted
      ? []
      : [
          `coupons of ${shownUnits(used)} of the kind ${coupon.kind} were used, but only ${shownUnits(counted)} were counted in their round`,
        ];
  }
}

interface Found {
  readonly templateId: string;
  readonly packageName: string;
  readonly payload: Json;
}

/** Contracts that are archived and created below a node. */
const under = (
  state: LedgerState,
  nodes: ReadonlyArray<TransactionNode>,
  { nodeId, lastDescendantNodeId }: ExerciseNode,
): { readonly archived: ReadonlyArray<Found>; readonly created: ReadonlyArray<Found> } => {
  const below = nodes.slice(nodeId + 1, lastDescendantNodeId + 1);
  const created = below.flatMap((node) => (node.kind === "create" ? [node] : []));
  const archived = below.flatMap((node) => {
    if (node.kind !== "exercise" || !node.consuming) return [];
    const contract = getIn(state.contracts, node.contractId);
    return contract === undefined ? [] : [contract];
  });
  return { archived, created };
};

const sumOf = (contracts: ReadonlyArray<Found>, name: string): bigint =>
  contracts
    .filter((each) => isNamed(each, name))
    .reduce((sum, { payload }) => sum + (unitsOf(at(payload, "amount")) ?? 0n), 0n);

/** The operator must keep exactly the amount for which expired coupons could have been minted. */
const claimed = (
  state: LedgerState,
  nodes: ReadonlyArray<TransactionNode>,
  node: ExerciseNode,
): ReadonlyArray<string> => {
  const { archived, created } = under(state, nodes, node);
  const closedId = at(node.argument, "closedRoundCid");
  const closed = typeof closedId === "string" ? getIn(state.contracts, closedId) : undefined;
  const byKind = new Map<CouponKind, bigint>();
  for (const contract of archived) {
    const coupon = couponIn(contract);
    if (coupon !== undefined)
      byKind.set(coupon.kind, (byKind.get(coupon.kind) ?? 0n) + coupon.units);
  }
  let worth = 0n;
  for (const [kind, units] of byKind) worth += times(units, rateOf(kind, closed?.payload));
  const kept = sumOf(created, names.unclaimed);
  return worth === kept
    ? []
    : [`expired coupons are worth ${shownUnits(worth)} CC, but ${shownUnits(kept)} are kept`];
};

const merged = (
  state: LedgerState,
  nodes: ReadonlyArray<TransactionNode>,
  node: ExerciseNode,
): ReadonlyArray<string> => {
  const { archived, created } = under(state, nodes, node);
  const [before, after] = [sumOf(archived, names.unclaimed), sumOf(created, names.unclaimed)];
  return before === after
    ? []
    : [`unclaimed rewards of ${shownUnits(before)} CC are merged into ${shownUnits(after)}`];
};

const roundKeyOf = (payload: Json): string =>
  `${JSON.stringify(at(payload, "dso"))} ${JSON.stringify(at(payload, "round", "number"))}`;

const countedIn = (summary: Json | undefined): ReadonlyMap<CouponKind, bigint> =>
  new Map(couponKinds.map(({ kind, total }) => [kind, unitsOf(at(summary, total)) ?? 0n] as const));

/** The amount that a round may issue: the year's coins divided by the rounds of a year. */
export const poolOf = (counting: Json): bigint | undefined => {
  const perYear = unitsOf(at(counting, "issuanceConfig", "amuletToIssuePerYear"));
  const tick = at(counting, "tickDuration", "microseconds");
  if (perYear === undefined || typeof tick !== "string" || !/^[1-9]\d*$/.test(tick))
    return undefined;
  const rounds = dividedBy(microsPerYear * unitsPerCoin, BigInt(tick) * unitsPerCoin);
  return rounds === 0n ? undefined : dividedBy(perYear, rounds);
};
