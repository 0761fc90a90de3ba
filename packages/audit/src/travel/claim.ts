import {
  isJsonObject,
  type Json,
  numericFromText,
  numericToText,
  isNumericUnits,
} from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";

/** A contract that a claim is about. */
export interface ClaimedContract {
  readonly contractId: string;
  readonly templateId: string;
  readonly payload: Json;
  readonly signatories: ReadonlyArray<string>;
  readonly observers: ReadonlyArray<string>;
}

/** Something that is said of the active contracts of a template. */
export interface Claim {
  /** `Module:Entity`, `#package:Module:Entity`, or the end of a template id. */
  readonly template: string;
  /** True while it holds. */
  readonly holds: (active: ReadonlyArray<ClaimedContract>) => boolean;
  /** What it is about now, for people. */
  readonly value?: (active: ReadonlyArray<ClaimedContract>) => string;
}

const form =
  /^(count|sum|min|max)\(\s*([^\s(),]+)\s*(?:,\s*([\w.]+)\s*)?\)\s*(<=|>=|==|!=|<|>)\s*(-?\d+(?:\.\d+)?)$/;

const expected =
  "expected a claim such as `sum(Iou:Iou, amount) <= 1000`, with count, sum, min or max, and <, <=, ==, !=, >= or >";

const comparisons: Readonly<Record<string, (a: bigint, b: bigint) => boolean>> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  ">=": (a, b) => a >= b,
  ">": (a, b) => a > b,
};

/** Units of the decimal at a path of fields; undefined where there is none. */
const unitsAt = (payload: Json, path: string): bigint | undefined => {
  let value: Json | undefined = payload;
  for (const name of path.split("."))
    value = value !== undefined && isJsonObject(value) ? value[name] : undefined;
  const units = typeof value === "string" ? numericFromText(value) : undefined;
  return units === undefined || isLeft(units) ? undefined : units.right;
};

const one = 10n ** 10n;

const folds: Readonly<Record<string, (all: ReadonlyArray<bigint>) => bigint | undefined>> = {
  count: (all) => BigInt(all.length) * one,
  sum: (all) => all.reduce((sum, each) => sum + each, 0n),
  min: (all) =>
    all.reduce<bigint | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined),
  max: (all) =>
    all.reduce<bigint | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined),
};

const shown = (units: bigint | undefined): string => {
  if (units === undefined) return "nothing";
  return isNumericUnits(units) ? numericToText(units) : `${units}e-10`;
};

/** A text that is no claim. */
export interface ClaimError {
  readonly kind: "claim";
  /** What was found and what is expected. */
  readonly message: string;
}

const noClaim = (message: string): Either<ClaimError, never> => left({ kind: "claim", message });

/**
 * Reads a claim: `FUNCTION(TEMPLATE, FIELD) COMPARISON NUMBER`. Decimals are exact; the smallest
 * and the greatest of no contract satisfy every comparison.
 *
 * @param text such as `count(Iou:Iou) < 5`
 * @returns Left: what was expected
 */
export const claimOf = (text: string): Either<ClaimError, Claim> => {
  const [matched, name = "", template = "", field, sign = "", number = ""] =
    form.exec(text.trim()) ?? [];
  const fold = folds[name];
  const compare = comparisons[sign];
  const bound = numericFromText(number);
  if (matched === undefined || fold === undefined || compare === undefined || isLeft(bound))
    return noClaim(`found ${JSON.stringify(text.trim().slice(0, 200))}, ${expected}`);
  if (name === "count" && field !== undefined) return noClaim("count takes a template alone");
  if (name !== "count" && field === undefined)
    return noClaim(`${name} takes a template and a field`);
  const valueOf = (active: ReadonlyArray<ClaimedContract>): bigint | undefined =>
    fold(
      active.flatMap(({ payload }) => {
        const units = field === undefined ? 0n : unitsAt(payload, field);
        return units === undefined ? [] : [units];
      }),
    );
  return right({
    template,
    holds: (active) => {
      const value = valueOf(active);
      return value === undefined || compare(value, bound.right);
    },
    value: (active) => shown(valueOf(active)),
  });
};
