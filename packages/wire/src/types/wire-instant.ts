import { microsFromText } from "@tallystick/core";
import { isLeft, left } from "fp-ts/lib/Either.js";
import { SchemaType } from "./schema-type.js";
import { expectedError } from "./wire-type.js";

/** An ISO-8601 time as microseconds; digits beyond the microsecond are dropped. */
export const wireInstant: SchemaType<bigint> = new SchemaType<bigint>(
  "instant",
  { type: "string" },
  (u) => {
    if (typeof u !== "string") return expectedError("an ISO-8601 time", u);
    const micros = microsFromText(u);
    return isLeft(micros) ? left({ ...micros.left, actual: u }) : micros;
  },
);
