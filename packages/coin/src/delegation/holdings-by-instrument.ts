import { genMap, type Static } from "@tallystick/core";
import { HoldingCids, InstrumentId } from "../token-standard/holding-v1.js";

export const HoldingsByInstrument = genMap(InstrumentId, HoldingCids);
export type HoldingsByInstrument = Static<typeof HoldingsByInstrument>;

const isSame = (a: InstrumentId, b: InstrumentId): boolean => a.admin === b.admin && a.id === b.id;

/** The holdings of an instrument; none when it is not there. */
export const holdingsOf = (
  holdings: HoldingsByInstrument,
  instrument: InstrumentId,
): ReadonlyArray<string> => holdings.find(([each]) => isSame(each, instrument))?.[1] ?? [];

/** With other holdings of one instrument. */
export const withHoldings = (
  holdings: HoldingsByInstrument,
  instrument: InstrumentId,
  holdingCids: ReadonlyArray<string>,
): HoldingsByInstrument => [
  ...holdings.filter(([each]) => !isSame(each, instrument)),
  [instrument, holdingCids],
];
