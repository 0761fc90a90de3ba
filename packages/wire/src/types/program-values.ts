import { isLeft, left, right } from "fp-ts/lib/Either.js";
import { SchemaType, type WireReadable } from "./schema-type.js";
import { expectedError } from "./wire-type.js";

/** A function of the embedding program. */
export const callback = new SchemaType<unknown>("function", {}, (u) =>
  typeof u === "function" ? right(u) : expectedError("a function", u),
);

/** An optional value. */
export const callbackOrNot = new SchemaType<unknown>("function", {}, (u) =>
  u === undefined ? right(u) : callback.read(u),
);

/** An object of the embedding program with these members; others are not looked at. */
export const objectWith = (
  name: string,
  members: Readonly<Record<string, WireReadable<unknown>>>,
): SchemaType<unknown> =>
  new SchemaType<unknown>(name, {}, (u) => {
    if (typeof u !== "object" || u === null) return expectedError(`an object (${name})`, u);
    for (const [member, type] of Object.entries(members)) {
      const read = type.read(Reflect.get(u, member));
      if (isLeft(read)) return left({ ...read.left, path: [member, ...read.left.path] });
    }
    return right(u);
  });

/** An object of which only functions are required. */
export const functionsOf = (
  name: string,
  ...functions: ReadonlyArray<string>
): SchemaType<unknown> =>
  objectWith(name, Object.fromEntries(functions.map((each) => [each, callback])));
