import { Amulet, LockedAmulet } from "@tallystick/coin";
import { type Json, type Numeric, numericFromText } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { textAt } from "../history/json-path.js";

interface Issued {
  readonly dso: string;
  readonly amount: Numeric;
}

const coinPaths: ReadonlyMap<string, string> = new Map([
  [Amulet.name, ""],
  [LockedAmulet.name, "amulet."],
]);

/**
 * The amount that a contract adds to the supply; undefined for other contracts.
 *
 * @param template the template's name, `Splice.Amulet:Amulet`
 * @param payload in wire form
 */
export const issuedIn = (template: string, payload: Json): Issued | undefined => {
  const path = coinPaths.get(template);
  if (path === undefined) return undefined;
  const dso = textAt(payload, `${path}dso`);
  const amount = numericFromText(textAt(payload, `${path}amount.initialAmount`) ?? "");
  return dso === undefined || isLeft(amount) ? undefined : { dso, amount: amount.right };
};
