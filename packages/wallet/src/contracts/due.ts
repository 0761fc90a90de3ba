import {
  AcceptedTransferOffer,
  Amulet,
  AmuletAllocation,
  AmuletTransferInstruction,
  AnsEntry,
  AppPaymentRequest,
  AppRewardCoupon,
  BuyTrafficRequest,
  DevelopmentFundCoupon,
  ExternalPartySetupProposal,
  type ExpiringAmount,
  IssuingMiningRound,
  LockedAmulet,
  MintingDelegation,
  MintingDelegationProposal,
  SubscriptionIdleState,
  SvRewardCoupon,
  TransferCommand,
  TransferOffer,
  TransferPreapproval,
  UnclaimedActivityRecord,
  ValidatorFaucetCoupon,
  ValidatorLivenessActivityRecord,
  ValidatorRewardCoupon,
  AmuletAllocationV2,
} from "@tallystick/coin";
import type { Json, Template, PartyId } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";

/** The moment of a contract, and its party. */
export interface Due {
  readonly at: number;
  /** The only party that finds it by its moment; absent: every stakeholder. */
  readonly party?: PartyId;
}

/** Reads the moment of a template's contracts from their payload. */
interface DueRow {
  readonly template: string;
  readonly due: (payload: Json) => Due | undefined;
}

/**
 * A moment in the index. Times of more than 285 years from 1970 are all at its ends: nobody looks
 * for what was due before, or will be due after that.
 */
const indexed = (moment: number | bigint): number =>
  Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number(moment), Number.MAX_SAFE_INTEGER));

const row = <P>(
  of: Template<P>,
  due: (payload: P) => number | bigint | undefined,
  party?: (payload: P) => string,
): DueRow => ({
  template: of.name,
  due: (json) => {
    const read = of.payload.decode(json);
    const moment = isLeft(read) ? undefined : due(read.right);
    if (isLeft(read) || moment === undefined) return undefined;
    const at = indexed(moment);
    return party === undefined ? { at } : { at, party: party(read.right) };
  },
});

/** A round number as a number; infinite for rounds beyond any number. */
const roundNumber = (round: bigint): number | undefined =>
  round <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(round) : undefined;

/**
 * The first round at which a coin is dust (specification 8): its amount is smaller than the accrued
 * holding fee.
 */
const dustRound = ({ initialAmount, createdAt, ratePerRound }: ExpiringAmount) =>
  ratePerRound.rate <= 0n
    ? undefined
    : roundNumber(createdAt.number + initialAmount / ratePerRound.rate + 1n);

interface OfRound {
  readonly round: { readonly number: bigint };
}
const ofRound = ({ round }: OfRound) => roundNumber(round.number);
const expiry = ({ expiresAt }: { readonly expiresAt: bigint }) => expiresAt;

const rows: ReadonlyArray<DueRow> = [
  // dust is for the operator: owners have many coins, and need no second list of them
  row(
    Amulet,
    ({ amount }) => dustRound(amount),
    ({ dso }) => dso,
  ),
  row(
    LockedAmulet,
    ({ amulet }) => dustRound(amulet.amount),
    ({ amulet }) => amulet.dso,
  ),
  row(TransferOffer, expiry),
  row(AcceptedTransferOffer, expiry),
  row(BuyTrafficRequest, expiry),
  row(AppPaymentRequest, expiry),
  row(AmuletTransferInstruction, ({ transfer }) => transfer.executeBefore),
  row(
    AmuletAllocation,
    ({ allocation, expiresAt }) => expiresAt ?? allocation.settlement.settleBefore,
  ),
  row(AmuletAllocationV2, expiry),
  row(TransferPreapproval, expiry),
  row(AnsEntry, expiry),
  row(TransferCommand, expiry),
  row(ExternalPartySetupProposal, ({ preapprovalExpiresAt }) => preapprovalExpiresAt),
  row(UnclaimedActivityRecord, expiry),
  row(DevelopmentFundCoupon, expiry),
  row(MintingDelegation, expiry),
  row(MintingDelegationProposal, ({ delegation }) => delegation.expiresAt),
  row(AppRewardCoupon, ofRound),
  row(ValidatorRewardCoupon, ofRound),
  row(ValidatorFaucetCoupon, ofRound),
  row(ValidatorLivenessActivityRecord, ofRound),
  row(SvRewardCoupon, ofRound),
  row(IssuingMiningRound, ({ targetClosesAt }) => targetClosesAt),
  row(
    SubscriptionIdleState,
    ({ nextPaymentDueAt, payData }) => nextPaymentDueAt - payData.paymentDuration.microseconds,
  ),
];

const byTemplate = new Map(rows.map(({ template, due }) => [template, due]));

/**
 * The moment at which an action on a contract becomes possible, an index with which automations
 * find it: the expiry of offers, requests and delegations and the first payment time of
 * subscriptions, in microseconds since the Unix epoch; the round of coupons; the first round at
 * which a coin is dust, locked or not. Undefined for templates without one.
 *
 * @param template the template's name, `Splice.Amulet:Amulet`
 * @param payload in wire form
 */
export const dueOf = (template: string, payload: Json): Due | undefined =>
  byTemplate.get(template)?.(payload);
