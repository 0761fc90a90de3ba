import {
  archive,
  type Numeric,
  type ChoiceProgram,
  type Template,
  type ContractId,
} from "@tallystick/core";
import { plus, zero } from "../../model/arithmetic.js";
import { fetchOfDso } from "../../model/checked-fetch.js";

/** Contracts of the DSO that say nothing but an amount of CC, of which any will do. */
export type Pool = Template<{ readonly dso: string; readonly amount: Numeric }>;

/** Uses up contracts of a pool. @returns what they add up to, in CC */
export function* drain(
  pool: Pool,
  contractIds: ReadonlyArray<ContractId>,
  dso: string,
): ChoiceProgram<Numeric> {
  let sum = zero;
  for (const id of contractIds) {
    sum = yield* plus(sum, (yield* fetchOfDso(pool, id, dso)).amount);
    yield* archive(pool, id);
  }
  return sum;
}
