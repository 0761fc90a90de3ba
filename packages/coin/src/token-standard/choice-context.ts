import type { ChoiceProgram } from "@tallystick/core";
import { generalError } from "../model/coin-error.js";
import { AnyValue, type ChoiceContext } from "./metadata-v1.js";

/** The keys under which the registry of the coin passes contracts and flags to choices. */
export const contextKeys = {
  /** Read by older versions of the coin; a registry still names it. */
  amuletRules: "amulet-rules",
  /** Read by older versions of the coin; a registry still names it. */
  openRound: "open-round",
  externalPartyConfigState: "external-party-config-state",
  featuredAppRight: "featured-app-right",
  transferPreapproval: "transfer-preapproval",
  expireLock: "expire-lock",
} as const;

/** A key of a choice context of the coin. */
export type ContextKey = (typeof contextKeys)[keyof typeof contextKeys];

/**
 * The contract id under a key; undefined when the key is absent. Stops the command when it is
 * something else.
 */
export function* contractInContext(
  { values }: ChoiceContext,
  key: string,
): ChoiceProgram<string | undefined> {
  const value = values.get(key);
  if (value === undefined || value.tag === "AV_ContractId") return value?.value;
  return yield* wrongKind(key, "contract id", value);
}

/** The contract id under a key that must be there. */
export function* neededInContext(context: ChoiceContext, key: string): ChoiceProgram<string> {
  return (yield* contractInContext(context, key)) ?? (yield* missing(key));
}

/** The flag under a key that must be there, unless there is something to take instead. */
export function* flagInContext(
  { values }: ChoiceContext,
  key: string,
  otherwise?: boolean,
): ChoiceProgram<boolean> {
  const value = values.get(key);
  if (value === undefined) return otherwise ?? (yield* missing(key));
  return value.tag === "AV_Bool" ? value.value : yield* wrongKind(key, "bool", value);
}

const missing = (key: string): ChoiceProgram<never> =>
  generalError(`Missing context entry for: ${key}`);

const wrongKind = (key: string, expected: string, value: AnyValue): ChoiceProgram<never> =>
  generalError(
    `Failed to decode context value for '${key}': expected ${expected}, got: ${AnyValue.show(value)}`,
  );
