import type { DayReport } from "./day.js";

/** Holdings a party should have at most, on average (specification 8). */
const mostOnAverage = 10;

const inCc = (units: bigint): string => `${units} units of 1e-10 CC`;

/** What is wrong at the end of a day, each in a sentence; none when it went as it must. */
export const dayErrors = ({
  book,
  shown,
  holdings,
  parties,
  leastTraffic,
  staleCoupons,
  errors,
}: DayReport): ReadonlyArray<string> => {
  const { tapped, minted, burned, expired, left, coupons } = book;
  const expected = tapped + minted - burned - expired;
  const accounted = coupons.minted + coupons.expired + coupons.left;
  const rows: ReadonlyArray<readonly [wrong: boolean, text: string]> = [
    [left !== expected, `coins: found ${inCc(left)}, expected ${inCc(expected)}`],
    [shown !== left, `the views show ${inCc(shown)}, the journal has ${inCc(left)}`],
    [holdings > mostOnAverage * parties, `${holdings} holdings of ${parties} parties`],
    [leastTraffic <= 0n, "traffic ran out"],
    [staleCoupons > 0, `${staleCoupons} coupons neither minted nor expired`],
    [accounted !== coupons.made, `coupons: made ${coupons.made}, accounted for ${accounted}`],
    [errors.length > 0, `automations: ${errors[0]} and ${errors.length - 1} more`],
  ];
  return rows.flatMap(([wrong, text]) => (wrong ? [text] : []));
};
