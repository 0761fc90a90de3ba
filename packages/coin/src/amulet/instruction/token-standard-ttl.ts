import type { ChoiceProgram } from "@tallystick/core";
import { requireThat } from "../../model/coin-error.js";
import { microsPerDay } from "../../model/time-span.js";
import { openRound } from "../rounds/open-round.js";

/** Longest life of a transfer or an allocation where the configuration names none, in microseconds: 90 days. */
export const defaultTokenStandardTtlMicros = 90n * microsPerDay;

/** How long something of the token standard is to live; microseconds since the Unix epoch. */
export interface AskedLifetime {
  /** What it is, with its article, e.g. "A transfer". */
  readonly what: string;
  readonly requestedAt: number;
  /** When it is over at the latest, and the name of the field that says so. */
  readonly deadline: number;
  readonly deadlineName: string;
}

/**
 * Stops the command with `invalid-argument` when something would live for longer than `tokenStandardMaxTTL` of the round
 * (wallet 11.3): nobody's CC is locked, and no contract kept, for ever.
 */
export function* requireShortLived(
  { what, requestedAt, deadline, deadlineName }: AskedLifetime,
  dso: string,
  openRoundCid: string,
): ChoiceProgram<void> {
  const { transferConfigUsd } = yield* openRound(openRoundCid, dso);
  const most = transferConfigUsd.tokenStandardMaxTTL?.microseconds ?? defaultTokenStandardTtlMicros;
  const lifetime = deadline - requestedAt;
  yield* requireThat(
    lifetime <= most,
    "invalid-argument",
    `${what} lives at most ${most} microseconds from requestedAt to ${deadlineName}, asked for were ${lifetime}.`,
  );
}
