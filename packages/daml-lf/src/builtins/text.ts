import { isPartyIdString } from "@tallystick/core";
import { itemsOfList, listOf } from "../values/list.js";
import { LfError } from "../values/lf-error.js";
import { spendBytes, spendJoin, spendText } from "../values/meter.js";
import { type LfList, type LfValue, none, type None, Party, Some } from "../values/value.js";

const cellBytes = 64;

/** The two texts one after the other. */
export const appendText = (a: string, b: string): string => {
  spendJoin(a.length, b.length);
  return a + b;
};

/** The code points of a text, each as a text. */
export const explodeText = (text: string): LfList => {
  spendBytes(text.length * cellBytes);
  return listOf(Array.from(text));
};

/** The texts of a list one after the other. */
export const implodeText = (list: LfList): string => {
  const parts = itemsOfList(list).filter((each) => typeof each === "string");
  spendText(parts.reduce((length, part) => length + part.length, 0));
  return parts.join("");
};

export const codePointsOf = (text: string): LfList => {
  spendBytes(text.length * cellBytes);
  return listOf(Array.from(text, (character) => BigInt(character.codePointAt(0) ?? 0)));
};

const maxCodePoint = 0x10ffffn;
const firstSurrogate = 0xd800n;
const lastSurrogate = 0xdfffn;

/** The text of some code points; throws a Crash for a number that is none, as a surrogate is. */
export const textOfCodePoints = (list: LfList): string => {
  const points = itemsOfList(list).filter((each) => typeof each === "bigint");
  spendText(2 * points.length);
  return points
    .map((point) => {
      if (
        point < 0n ||
        point > maxCodePoint ||
        (point >= firstSurrogate && point <= lastSurrogate)
      ) {
        const shown = BigInt.asUintN(64, point).toString(16);
        throw new LfError({ kind: "Crash", reason: `invalid code point 0x${shown}.` });
      }
      return String.fromCodePoint(Number(point));
    })
    .join("");
};

export const optionalOf = (value: LfValue | undefined): Some | None =>
  value === undefined ? none : new Some(value);

/** The party of this id; undefined when it is none. */
export const partyFromText = (text: string): Party | undefined =>
  isPartyIdString(text) ? new Party(text) : undefined;
