import { right } from "fp-ts/lib/Either.js";
import { SchemaType } from "./schema-type.js";
import { expectedError } from "./wire-type.js";

/** A whole number within bounds; `most` may be left out. */
export const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER): SchemaType<number> => {
  const range =
    most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  return new SchemaType<number>(
    `whole number ${range}`,
    { type: "integer", minimum: least, maximum: most },
    (u) =>
      typeof u === "number" && Number.isSafeInteger(u) && u >= least && u <= most
        ? right(u)
        : expectedError(`a whole number ${range}`, u),
  );
};

/** One of several texts. */
export const oneOf = <N extends string>(...names: ReadonlyArray<N>): SchemaType<N> =>
  new SchemaType<N>(names.join(" | "), { type: "string", enum: names }, (u) => {
    const name = names.find((each) => each === u);
    return name === undefined ? expectedError(`one of ${names.join(", ")}`, u) : right(name);
  });
