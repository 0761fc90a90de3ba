import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isLeft } from "fp-ts/lib/Either.js";
import { type Dar, readDar } from "../../src/dar.js";

/** A DAR of the recorded programs, or of `examples`. */
export const recordedDar = async (name: string): Promise<Dar> => {
  const file = fileURLToPath(new URL(`../../../test/corpus/data/${name}`, import.meta.url));
  const read = await readDar(readFileSync(file));
  if (isLeft(read)) throw new Error(read.left.cause);
  return read.right;
};
