import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isLeft } from "fp-ts/lib/Either.js";
import { type Dar, readDar } from "../src/dar.js";

const folder = process.env["TALLYSTICK_DARS"];

/** The names of the DARs in the folder that TALLYSTICK_DARS names; none where it is not set. */
export const genuineDars: ReadonlyArray<string> =
  folder === undefined
    ? []
    : readdirSync(folder).filter((name) => /^(splice|canton)-.*\.dar$/.test(name));

/** Reads one of them. */
export const genuineDar = async (name: string): Promise<Dar> => {
  const read = await readDar(readFileSync(join(folder ?? "", name)));
  if (isLeft(read)) throw new Error(`${name}: ${read.left.cause}`);
  return read.right;
};
