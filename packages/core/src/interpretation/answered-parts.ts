import { ArgumentError, foundValue } from "../values/argument-error.js";
import { partySet } from "../values/party-set.js";

/** A definition whose function answered. */
interface Named {
  readonly kind: string;
  readonly name: string;
}

const unfitting = ({ kind, name }: Named, part: string, expected: string, answer: unknown) =>
  new ArgumentError(`${kind} ${name}: ${part}: expected ${expected}, found ${foundValue(answer)}`);

/**
 * The parties that a function of a template or choice answered; sorted, each once.
 *
 * @throws {ArgumentError} for what is no list of texts
 */
export const partiesOf = (
  of: Named,
  part: string,
  answer: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  if (!Array.isArray(answer))
    throw unfitting(of, part, "a list of parties, such as [owner]", answer);
  for (const each of answer)
    if (typeof each !== "string") throw unfitting(of, part, "a list of parties, in it", each);
  return partySet(answer);
};

/**
 * Whether the precondition of a template holds.
 *
 * @throws {ArgumentError} for an answer that is neither true nor false
 */
export const isEnsured = (of: Named, answer: unknown): boolean => {
  if (typeof answer !== "boolean") throw unfitting(of, "ensure", "true or false", answer);
  return answer;
};
