import type { Micros } from "@tallystick/core";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { LedgerConfig } from "../../ledger/ledger-config.js";
import type { LedgerOptions, OpenError } from "../../ledger/ledger.js";
import type { LedgerClock } from "../../ledger/steady-clock.js";

const dayMicros = 86_400_000_000;

/** The last time that has a date, microseconds. */
const lastDate = 253_402_300_799_000_000;

const dateText = (micros: Micros): string =>
  new Date(Math.min(micros, lastDate) / 1_000).toISOString();

/**
 * Left when the system clock is too far ahead of the journal's last event: a wrong time could not
 * be corrected, as record times do not decrease.
 *
 * @param recordTime of the journal's last event; 0 for a new journal
 */
export const checkClockAhead = (
  recordTime: Micros,
  clock: LedgerClock,
  { maxClockAheadAtStartMicros: most, follow }: LedgerConfig,
  { acceptClock = false }: LedgerOptions,
): Either<OpenError, void> => {
  // a clock from the options is not checked
  if (clock.startFrom === undefined || recordTime === 0 || follow || acceptClock)
    return right(undefined);
  const now = clock();
  if (now - recordTime <= most) return right(undefined);
  const days = Math.floor((now - recordTime) / dayMicros);
  return left({
    kind: "config",
    message:
      `maxClockAheadAtStartMicros: this machine's clock is at ${dateText(now)}, ${days} days after the journal's last event ` +
      `at ${dateText(recordTime)}, expected at most ${Math.floor(most / dayMicros)}; correct the clock, or start with --accept-clock ` +
      "if it is right: record times never go back",
  });
};
