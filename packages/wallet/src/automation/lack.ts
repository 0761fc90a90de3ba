import type { Numeric, PartyId } from "@tallystick/core";

/** What an automation would pay now, and who has too few coins for it. */
export interface Lack {
  /** Whose coins it would pay with. */
  readonly payer: PartyId;
  /** CC. */
  readonly needed: Numeric;
  /** CC that can be spent now, with the rewards that can be minted. */
  readonly available: Numeric;
}

/** The lack of a payer; undefined when its coins are enough, or cannot be summed. */
export const lackOf = (
  payer: PartyId,
  needed: Numeric,
  available: Numeric | undefined,
): Lack | undefined =>
  available !== undefined && available < needed ? { payer, needed, available } : undefined;
