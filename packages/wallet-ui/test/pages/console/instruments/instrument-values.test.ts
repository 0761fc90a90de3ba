import { expect } from "chai";
import {
  type Unit,
  valueText,
} from "../../../../src/pages/console/instruments/instrument-values.js";

describe("values of instruments", () => {
  const rows: ReadonlyArray<readonly [value: number, unit: Unit, text: string]> = [
    [0, "per-second", "0 /s"],
    [3.14159, "per-second", "3.14 /s"],
    [1_234.5, "per-second", "1,235 /s"],
    [0.0042, "duration", "4.2 ms"],
    [12.34, "duration", "12.3 s"],
    [0, "duration", "0 s"],
    [200_000, "span", "2 days"],
    [999, "bytes", "999 B"],
    [1_500, "bytes", "1.5 kB"],
    [123_456_789, "bytes", "123 MB"],
    [0, "bytes", "0 B"],
    [1_234_567, "count", "1,234,567"],
    [0.125, "percent", "12.5 %"],
    [0.4, "cores", "0.4 cores"],
    [1_234.567, "coins", "1,234.57 CC"],
    [1, "yes-or-no", "yes"],
    [0, "yes-or-no", "no"],
  ];
  for (const [value, unit, text] of rows) {
    it(`say ${value} as ${text}`, () => {
      expect(valueText(value, unit, "en", "CC")).to.equal(text);
    });
  }
});
