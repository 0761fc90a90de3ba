import { type Either, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";

const Manifest = t.partial({ version: t.string, dependencies: t.record(t.string, t.string) });

/** What is read of a `package.json`; all else that it says is kept. */
export type Manifest = t.TypeOf<typeof Manifest>;

/** Reads the text of a `package.json`. */
export const jsonObject = (text: string): Either<string, Manifest> => {
  const value: unknown = JSON.parse(text);
  return Manifest.is(value) ? right(value) : left("package.json: expected name, version and so on");
};
