import type { LedgerConfiguration } from "../events/journal-event.js";

/** The longest a change id is remembered unless configured otherwise: 7 days (ledger-api 5). */
const defaultDeduplicationWindowMicros = 7 * 24 * 3600 * 1_000_000;

/**
 * What holds before the first `ConfigurationApplied`: the limits of the public node (ledger-api
 * 12).
 */
export const defaultConfiguration: LedgerConfiguration = {
  deduplicationWindowMicros: defaultDeduplicationWindowMicros,
  ledgerTimeSkewMicros: 60_000_000,
  maxRightsPerUser: 1000,
  maxIdentityProviders: 16,
  softwareVersion: "",
  packageCode: [],
};
