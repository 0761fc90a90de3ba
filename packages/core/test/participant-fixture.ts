import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { specification } from "../src/ledger/given-when-then.js";
import type { ErrorCode } from "../src/errors/error-catalogue.js";
import type { LedgerError } from "../src/errors/ledger-error.js";
import type { LedgerEvent } from "../src/events/ledger-event.js";
import type { UserCreated } from "../src/events/participant-event.js";
import type { ParticipantCommand } from "../src/participant/participant-command.js";
import type { RequestedBy, UserRight } from "../src/events/participant-records.js";
import { contextOf, foundation, partyOf, start } from "./ledger-fixture.js";

/** Given, when, then with the context of all tests. */
export const { given } = specification(contextOf());

/** The beginning of an identity provider. */
export const providerEvent = (identityProviderId: string, changes = {}): LedgerEvent => ({
  type: "IdentityProviderConfigCreated",
  identityProviderId,
  issuer: `https://${identityProviderId}.example.com`,
  jwksUrl: `https://${identityProviderId}.example.com/jwks.json`,
  isDeactivated: false,
  audience: "",
  recordTime: start,
  ...changes,
});

/** The beginning of a user. */
export const userEvent = (userId: string, changes: Partial<UserCreated> = {}): UserCreated => ({
  type: "UserCreated",
  userId,
  primaryParty: "",
  isDeactivated: false,
  annotations: {},
  identityProviderId: "",
  primaryPartyAuthentication: false,
  rights: [],
  recordTime: start,
  ...changes,
});

/** A party of an identity provider. */
export const partyEvent = (hint: string, identityProviderId: string): LedgerEvent => ({
  type: "PartyAllocated",
  party: partyOf(hint),
  annotations: {},
  identityProviderId,
  recordTime: start,
});

/** Two identity providers, users and parties of each and of the default one. */
export const populated: ReadonlyArray<LedgerEvent> = [
  ...foundation,
  providerEvent("acme"),
  providerEvent("beta"),
  userEvent("root", { rights: [{ kind: "ParticipantAdmin" }] }),
  userEvent("ann"),
  userEvent("mia", {
    identityProviderId: "acme",
    rights: [{ kind: "IdentityProviderAdmin" }],
  }),
  userEvent("max", { identityProviderId: "acme" }),
  partyEvent("acme-party", "acme"),
  partyEvent("beta-party", "beta"),
];

/** A right to act. */
export const actAs = (party: string): UserRight => ({ kind: "CanActAs", party });

/** The participant admin of `populated`. */
export const byRoot: RequestedBy = {
  userId: "root",
  participantAdmin: true,
  identityProviderId: "",
};

/** The admin of the provider acme. */
export const byMia: RequestedBy = {
  userId: "mia",
  participantAdmin: false,
  identityProviderId: "acme",
};

/** An error: the command, its code, and what its cause contains. */
type RefusalRow = readonly [
  name: string,
  command: ParticipantCommand,
  code: ErrorCode,
  cause: string,
];

/** The error a command is refused with. */
export const errorOf = (
  events: ReadonlyArray<LedgerEvent>,
  command: ParticipantCommand,
): LedgerError => {
  const { decision } = given(events).when(command);
  if (!isLeft(decision)) throw new Error(`accepted: ${JSON.stringify(decision.right)}`);
  return decision.left;
};

/** One test for each row. */
export const refuses = (
  events: ReadonlyArray<LedgerEvent>,
  rows: ReadonlyArray<RefusalRow>,
): void => {
  for (const [name, command, code, cause] of rows) {
    it(`is refused for ${name}`, () => {
      const error = errorOf(events, command);
      expect(error.code).to.equal(code);
      expect(error.cause).to.contain(cause);
    });
  }
};
