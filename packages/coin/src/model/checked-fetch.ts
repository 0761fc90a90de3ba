import { fetch, type ChoiceProgram, type Template } from "@tallystick/core";
import { stopWith } from "./coin-error.js";

/**
 * The payload of a contract of this coin. Stops the command with `wrong-contract` when another
 * party administers it.
 */
export function* fetchOfDso<P extends { readonly dso: string }>(
  template: Template<P>,
  contractId: string,
  dso: string,
): ChoiceProgram<P> {
  const payload = yield* fetch(template, contractId);
  return payload.dso === dso ? payload : yield* wrongOwner(template, contractId, payload.dso, dso);
}

/**
 * Stops the command with `wrong-contract` when a contract that was read is another party's to
 * administer.
 */
export function* requireDso(
  of: { readonly name: string },
  contractId: string,
  found: { readonly dso: string },
  dso: string,
): ChoiceProgram<void> {
  if (found.dso !== dso) yield* wrongOwner(of, contractId, found.dso, dso);
}

/**
 * The payload of a contract of this coin and of an owner. Stops the command with `wrong-contract`
 * when it is not.
 */
export function* fetchOwned<P extends { readonly dso: string; readonly owner: string }>(
  template: Template<P>,
  contractId: string,
  dso: string,
  owner: string,
): ChoiceProgram<P> {
  const payload = yield* fetchOfDso(template, contractId, dso);
  return payload.owner === owner
    ? payload
    : yield* wrongOwner(template, contractId, payload.owner, owner);
}

/** Stops the command with `wrong-contract`: it belongs to somebody else than it should. */
export const wrongOwner = (
  { name }: { readonly name: string },
  contractId: string,
  found: string,
  wanted: string,
): ChoiceProgram<never> =>
  stopWith(
    "wrong-contract",
    `The contract ${contractId} of ${name} belongs to ${found}, not to ${wanted}.`,
    { contract_id: contractId },
  );
