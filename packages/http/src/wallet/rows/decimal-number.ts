import { expectedError, SchemaType } from "@tallystick/wire";
import { right } from "fp-ts/lib/Either.js";

/** A number written without an exponent. */
const withoutExponent = (text: string): string => {
  const [mantissa = "", exponentText] = text.split("e");
  if (exponentText === undefined) return text;
  const sign = mantissa.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const point = whole.length + Number(exponentText);
  const digits = whole + fraction;
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return point >= digits.length
    ? `${sign}${digits.padEnd(point, "0")}`
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
};

/**
 * A decimal that clients send as a JSON number (wallet 4.5), or as text when it has more digits
 * than a number carries; read as text.
 */
export const decimalNumber: SchemaType<string> = new SchemaType(
  "decimal number",
  { type: "number" },
  (u) => {
    if (typeof u === "string") return right(u);
    return typeof u === "number" || typeof u === "bigint"
      ? right(withoutExponent(String(u)))
      : expectedError("a number", u);
  },
);
