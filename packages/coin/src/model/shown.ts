import { type Numeric, numeric, party, text } from "@tallystick/core";

/** A decimal as Daml shows it: without zeros at its end, but with one digit after the point. */
export const shownDecimal = (value: Numeric): string => numeric.show(value);

export const shownParty = (of: string): string => party.show(of);

export const shownText = (shown: string): string => text.show(shown);
