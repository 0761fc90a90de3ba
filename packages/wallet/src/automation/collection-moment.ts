import type { Micros, PartyId } from "@tallystick/core";
import type { NetworkState } from "../treasury/network-state.js";
import type { Reward } from "../treasury/rewards.js";

/** So long before a round ends everyone has collected; microseconds. */
const closeBufferMicros = 120_000_000;

/** FNV-1a: where in a span a text lies, from 0 to less than 1; the same for the same text. */
const shareOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0) / 2 ** 32;
};

interface Round {
  readonly opensAt: Micros;
  readonly targetClosesAt: Micros;
}

/**
 * The moment in a round at which a party collects: within its first half, which is a tick, and well
 * before its end; each party at its own, the same in every round, so that not all do at once
 * (wallet 12.5).
 */
const momentIn = ({ opensAt, targetClosesAt }: Round, party: PartyId): Micros => {
  const length = targetClosesAt - opensAt;
  const span = Math.max(0, Math.min(length / 2, length - closeBufferMicros));
  return opensAt + Math.floor(span * shareOf(party));
};

/** When a party collects. */
interface CollectionMoments {
  /** Whether the moment of a reward has come; one that has no round has none to wait for. */
  readonly hasCome: (reward: Reward) => boolean;
  /** The latest moment there was: coins that are older than it are merged. */
  readonly latest: Micros;
}

/**
 * The moments of a party.
 *
 * @param isSpread false: everyone's is the beginning of the round
 */
export const collectionMoments = (
  { openRounds, issuingRounds }: NetworkState,
  party: PartyId,
  now: Micros,
  isSpread: boolean,
): CollectionMoments => {
  const momentOf = (round: Round): Micros => (isSpread ? momentIn(round, party) : round.opensAt);
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
