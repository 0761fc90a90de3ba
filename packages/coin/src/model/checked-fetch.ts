import {
  canonicalJson,
  type ChoiceProgram,
  fetch,
  int64,
  type Int64,
  type Template,
  type ContractId,
} from "@tallystick/core";
import { generalError } from "./coin-error.js";
import { shownHere } from "./release.js";
import { shownParty } from "./shown.js";

/** A group of contracts, as Daml shows it: two are the same when they are shown alike. */
export type ContractGroup = string;

export const forDso = (dso: string): ContractGroup => `ForDso {dso = ${shownParty(dso)}}`;

/** The contracts that a DSO administers and a party owns. */
export const forOwner = (dso: string, owner: string): ContractGroup =>
  `ForOwner {dso = ${shownParty(dso)}, owner = ${shownParty(owner)}}`;

/** The contracts that a DSO administers for a mining round. */
const forRound = (dso: string, { number }: { readonly number: Int64 }): ContractGroup =>
  `ForRound {dso = ${shownParty(dso)}, round = Round {number = ${int64.show(number)}}}`;

/**
 * Stops the command when a contract is of another group than it should.
 *
 * @param shown the contract as Daml shows it
 */
export function* requireGroup(
  expected: ContractGroup,
  found: ContractGroup,
  shown: () => string | ChoiceProgram<string>,
): ChoiceProgram<void> {
  if (found !== expected) {
    const text = shown();
    const contract = typeof text === "string" ? text : yield* text;
    yield* generalError(
      `Contract group identifier mismatch: expected ${expected}, got ${found} for (<contract-id>,${contract})`,
    );
  }
}

/** The payload of a contract of a group. Stops the command when it is of another one. */
export function* fetchChecked<P>(
  template: Template<P>,
  contractId: ContractId,
  expected: ContractGroup,
  groupOf: (payload: P) => ContractGroup,
): ChoiceProgram<P> {
  const payload = yield* fetch(template, contractId);
  yield* requireGroup(expected, groupOf(payload), () => shownHere(template, payload));
  return payload;
}

/** The payload of a contract of this coin. Stops the command when another party administers it. */
export const fetchOfDso = <P extends { readonly dso: string }>(
  template: Template<P>,
  contractId: ContractId,
  dso: string,
): ChoiceProgram<P> =>
  fetchChecked(template, contractId, forDso(dso), (payload) => forDso(payload.dso));

/** Stops the command when a contract that was read is another party's to administer. */
export const requireDso = <P extends { readonly dso: string }>(
  template: Pick<Template<P>, "name" | "payload">,
  payload: P,
  dso: string,
): ChoiceProgram<void> =>
  requireGroup(forDso(dso), forDso(payload.dso), () => shownHere(template, payload));

/** The payload of a contract of this coin and of a round. Stops the command when it is not. */
export const fetchOfRound = <
  P extends { readonly dso: string; readonly round: { readonly number: Int64 } },
>(
  template: Template<P>,
  contractId: ContractId,
  dso: string,
  round: { readonly number: Int64 },
): ChoiceProgram<P> =>
  fetchChecked(template, contractId, forRound(dso, round), (payload) =>
    forRound(payload.dso, payload.round),
  );

/** The payload of a contract of this coin and of an owner. Stops the command when it is not. */
export const fetchOwned = <P extends { readonly dso: string }>(
  template: Template<P>,
  contractId: ContractId,
  dso: string,
  owner: string,
  ownerOf: (payload: P) => string,
): ChoiceProgram<P> =>
  fetchChecked(template, contractId, forOwner(dso, owner), (payload) =>
    forOwner(payload.dso, ownerOf(payload)),
  );

/** Stops the command unless a contract is exactly the one it should be. */
export function* requireMatching<P>(
  template: Template<P>,
  contractId: ContractId,
  expected: P,
): ChoiceProgram<void> {
  const found = yield* fetch(template, contractId);
  const written = (payload: P): string => canonicalJson(template.payload.encode(payload));
  if (written(found) !== written(expected)) {
    yield* generalError(
      `Contract mismatch: expected ${yield* shownHere(template, expected)}, got ${yield* shownHere(template, found)} referenced by <contract-id>`,
    );
  }
}
