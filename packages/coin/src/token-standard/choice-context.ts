import type { ChoiceProgram } from "@tallystick/core";
import { stopWith } from "../model/coin-error.js";
import type { AnyValue, ChoiceContext } from "./metadata-v1.js";

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
  key: ContextKey,
): ChoiceProgram<string | undefined> {
  const value = values.get(key);
  if (value === undefined || value.tag === "AV_ContractId") return value?.value;
  return yield* wrongKind(key, "a contract id", value);
}

/**
 * The contract id under a key that must be there. Stops the command with `missing-context` when it
 * is not.
 */
export function* neededInContext(context: ChoiceContext, key: ContextKey): ChoiceProgram<string> {
  return (yield* contractInContext(context, key)) ?? (yield* missing(key));
}

/**
 * The flag under a key that must be there. Stops the command with `missing-context` when it is not,
 * or is something else.
 */
export function* flagInContext({ values }: ChoiceContext, key: ContextKey): ChoiceProgram<boolean> {
  const value = values.get(key);
  if (value === undefined) return yield* missing(key);
  return value.tag === "AV_Bool" ? value.value : yield* wrongKind(key, "a boolean", value);
}

const missing = (key: ContextKey): ChoiceProgram<never> =>
  stopWith("missing-context", `Missing context entry for: ${key}.`, { key });

const wrongKind = (key: ContextKey, expected: string, { tag }: AnyValue): ChoiceProgram<never> =>
  stopWith("missing-context", `The choice context has ${tag} under ${key}, not ${expected}.`, {
    key,
  });
