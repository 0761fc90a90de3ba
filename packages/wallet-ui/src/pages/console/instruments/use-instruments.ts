import { createContext, useContext } from "react";
import type { CurvePoint } from "../../../components/charts/sparkline.js";
import type { Readings } from "../../../data/use-readings.js";
import type { LedgerSchemas } from "../../../data/openapi.js";
import { useLocale } from "../../../session/preferences.js";
import { useSiteConfig } from "../../../session/site-config.js";
import { shownValue, type Shown as ShownValue, type Unit, valueText } from "./instrument-values.js";

/** What the lines of instruments are drawn from. */
export interface Instruments extends Readings {
  readonly spanMs: number;
  readonly list: LedgerSchemas["InstrumentList"];
}

const known = createContext<Instruments | undefined>(undefined);

/** Gives the instruments to what is inside. */
export const InstrumentsProvider = known.Provider;

/** The instruments of the page. */
export const useInstruments = (): Instruments => {
  const found = useContext(known);
  if (found === undefined) throw new Error("there is no InstrumentsProvider around");
  return found;
};

/** How values are shown here. */
export const useValues = () => {
  const locale = useLocale();
  const { names } = useSiteConfig();
  return {
    shown: (value: number, unit: Unit): ShownValue => shownValue(value, unit, locale, names.coin),
    text: (value: number, unit: Unit): string => valueText(value, unit, locale, names.coin),
  };
};

/** The curve of an instrument, with the least and the most of it; undefined without any value. */
export const curveOf = ({ series }: Readings, name: string) => {
  const points = series.map(({ at, values }): CurvePoint => {
    const [last, least, most] = values[name] ?? [];
    return last === undefined || least === undefined || most === undefined
      ? undefined
      : { at, last, least, most };
  });
  const found = points.flatMap((point) => (point === undefined ? [] : [point]));
  if (found.length === 0) return undefined;
  return {
    points,
    least: Math.min(...found.map(({ least }) => least)),
    most: Math.max(...found.map(({ most }) => most)),
  };
};

/** The last value of an instrument in the time shown. */
export const lastOf = ({ series }: Readings, name: string): number | undefined =>
  series.findLast(({ values }) => values[name] !== undefined)?.values[name]?.[0];
