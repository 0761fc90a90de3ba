import { expectedError, SchemaType } from "@tallystick/wire";
import { right } from "fp-ts/lib/Either.js";

/** A whole number in a query string, of 0 or more and up to 19 digits, as its text. */
export const wholeNumberText: SchemaType<string> = new SchemaType(
  "int64 of a query",
  { type: "integer", format: "int64" },
  (u) =>
    typeof u === "string" && /^\d{1,19}$/.test(u)
      ? right(u)
      : expectedError("a whole number of at least 0", u),
);
