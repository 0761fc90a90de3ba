import type { Micros, PartyId } from "@tallystick/core";
import type { NetworkState } from "../treasury/network-state.js";
import type { Reward } from "../treasury/rewards.js";

/** Time before the end of a round by which all parties have collected; microseconds. */
const closeBufferMicros = 120_000_000;

/** FNV-1a: a number from 0 to less than 1 by the text. */
const shareOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0) / 2 ** 32;
};

interface Round {
  readonly opensAt: bigint;
  readonly targetClosesAt: bigint;
}

/**
 * The moment in a round at which a party collects: within its first half, which is a tick, and well
 * before its end; different for each party, the same in every round, to spread the load (wallet
 * 12.5).
 */
const momentIn = ({ opensAt, targetClosesAt }: Round, party: PartyId): Micros => {
  const length = Number(targetClosesAt - opensAt);
  const span = Math.max(0, Math.min(length / 2, length - closeBufferMicros));
  return Number(opensAt) + Math.floor(span * shareOf(party));
};

interface CollectionMoments {
  /** Whether a reward's moment has come; rewards without a round do not wait. */
  readonly hasCome: (reward: Reward) => boolean;
  /** The latest moment: older coins are merged. */
  readonly latest: Micros;
}

/**
 * The moments of a party.
 *
 * @param isSpread false: the beginning of the round for all
 */
export const collectionMoments = (
  { openRounds, issuingRounds }: NetworkState,
  party: PartyId,
  now: Micros,
  isSpread: boolean,
): CollectionMoments => {
  const momentOf = (round: Round): Micros =>
    isSpread ? momentIn(round, party) : Number(round.opensAt);
  const begun = new Set<bigint>(
    issuingRounds
      .filter(({ payload }) => momentOf(payload) <= now)
      .map(({ payload }) => payload.round.number),
  );
  const moments = openRounds.map(({ payload }) => momentOf(payload)).filter((at) => at <= now);
  return {
    hasCome: ({ round }) => round === undefined || begun.has(round),
    latest: Math.max(Number.NEGATIVE_INFINITY, ...moments),
  };
};
