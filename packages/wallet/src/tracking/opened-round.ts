import { OpenMiningRound } from "@tallystick/coin";
import { type Json, numericToText, microsToText } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";

/** A round as it was opened, in the form of clients. */
export interface OpenedRound {
  readonly round: number;
  /** US dollars for one CC. */
  readonly amulet_price: string;
  /** ISO-8601. */
  readonly opens_at: string;
  /** ISO-8601. */
  readonly target_closes_at: string;
}

interface RoundOpening {
  readonly dso: string;
  readonly opened: OpenedRound;
}

/**
 * The round that a contract opens; undefined for other contracts.
 *
 * @param template the template's name, `Splice.Round:OpenMiningRound`
 * @param payload in wire form
 */
export const openedRound = (template: string, payload: Json): RoundOpening | undefined => {
  if (template !== OpenMiningRound.name) return undefined;
  const read = OpenMiningRound.payload.decode(payload);
  if (isLeft(read)) return undefined;
  const { dso, round, amuletPrice, opensAt, targetClosesAt } = read.right;
  const opened = {
    round: Number(round.number),
    amulet_price: numericToText(amuletPrice),
    opens_at: microsToText(opensAt),
    target_closes_at: microsToText(targetClosesAt),
  };
  return { dso, opened };
};
