import {
  type ConfigurationApplied,
  getIn,
  type LedgerEvent,
  type LedgerState,
} from "@tallystick/core";
import type { RuleBook } from "./rule.js";

/**
 * Checks that what a decision depends on is in the journal: submissions are decided with a
 * configuration that was applied before, its limits are possible, and users and identity providers
 * stay within them.
 */
export const checkConfiguration = (
  state: LedgerState,
  event: LedgerEvent,
  book: RuleBook,
): void => {
  const messages = messagesOf(state, event);
  const offset = state.offset + 1;
  if (messages === undefined) return;
  book.checked(
    "G1",
    messages.map((message) => ({ offset, message })),
  );
};

/** Undefined of events that no configuration limits. */
const messagesOf = (
  { configuration, participant }: LedgerState,
  event: LedgerEvent,
): ReadonlyArray<string> | undefined => {
  switch (event.type) {
    case "TransactionCommitted":
    case "CommandRejected":
      return configuration.softwareVersion === ""
        ? ["no configuration was recorded before it"]
        : [];
    case "ConfigurationApplied":
      return impossible(event);
    case "UserCreated":
      return beyond("rights of a user", event.rights.length, configuration.maxRightsPerUser);
    case "UserRightsGranted": {
      const held = getIn(participant.users, event.userId)?.rights.length ?? 0;
      const rights = held + event.rights.length;
      return beyond("rights of a user", rights, configuration.maxRightsPerUser);
    }
    case "IdentityProviderConfigCreated": {
      const providers = participant.identityProviders.size + 1;
      return beyond("identity providers", providers, configuration.maxIdentityProviders);
    }
    default:
      return undefined;
  }
};

const beyond = (what: string, found: number, most: number): ReadonlyArray<string> =>
  found <= most ? [] : [`there are ${found} ${what}, but the configuration allows ${most}`];

const impossible = (event: ConfigurationApplied): ReadonlyArray<string> => {
  const numbers = [
    "deduplicationWindowMicros",
    "ledgerTimeSkewMicros",
    "maxRightsPerUser",
    "maxIdentityProviders",
  ] as const;
  const wrong = numbers
    .filter((name) => !Number.isSafeInteger(event[name]) || event[name] < 0)
    .map((name) => `${name} is ${event[name]}, expected a whole number from 0`);
  const ids = event.packageCode.map(({ packageId }) => packageId);
  const isSorted = ids.every((id, at) => at === 0 || (ids[at - 1] ?? "") < id);
  return [
    ...wrong,
    ...(event.softwareVersion === "" ? ["it names no software version"] : []),
    ...(isSorted ? [] : ["its packages are not sorted or not unique"]),
  ];
};
