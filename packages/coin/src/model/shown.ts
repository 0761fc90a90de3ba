import { type Numeric, numericToText } from "@tallystick/core";

/** A decimal as Daml shows it: without zeros at its end, but with one digit after the point. */
export const shownDecimal = (value: Numeric): string =>
  numericToText(value).replace(/(\.\d+?)0+$/, "$1");

/** A party as Daml shows it. */
export const shownParty = (party: string): string => `'${party}'`;

/** A text as Daml shows it. */
export const shownText = (shown: string): string => JSON.stringify(shown);
