import {
  emptyLedger,
  entriesOf,
  evolve,
  type PastEvent,
  type ParticipantState,
  type PersistentMap,
  vettedAmong,
} from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Change } from "../ledger/attempts.js";
import { noteDars, noteTemplate } from "../ledger/dar-writer.js";
import type { NaiveEvent, NaiveLedger } from "../ledger/naive-ledger.js";
import type { OpenNode } from "../ledger/open-process.js";
import { simUser } from "../ledger/submissions.js";
import type { SimWorld } from "../ledger/sim-world.js";

/** The event that a change makes; undefined: it may make none. */
const eventOf = ({ what, name, of = "" }: Change): ((event: PastEvent) => boolean) | undefined => {
  switch (what) {
    case "user":
    case "member":
      return (event) =>
        event.type === "UserCreated" && event.userId === name && event.identityProviderId === of;
    case "party":
      return (event) => event.type === "PartyAllocated" && event.party.startsWith(`${name}::`);
    case "upload":
      return (event) => event.type === "PackageRegistered" && event.packageId === name;
    case "provider":
      return (event) =>
        event.type === "IdentityProviderConfigCreated" && event.identityProviderId === name;
    case "drop-provider":
      return (event) =>
        event.type === "IdentityProviderConfigDeleted" && event.identityProviderId === name;
    case "move":
    case "vet":
    case "unvet":
    case "grant":
      return undefined;
  }
};

/** All acknowledged changes are in the journal, and no user has a missing provider. */
export const checkParticipant = (world: SimWorld, naive: NaiveLedger): void => {
  const isNote = ({ event }: NaiveEvent): boolean =>
    event.type === "TransactionCommitted" &&
    event.nodes.some(({ templateId }) => templateId.endsWith(":Main:Note"));
  if (naive.events.some(isNote)) world.met.add("note");
  // what was made may be what was lost
  if (world.disk.lost.length > 0) return;
  for (const change of world.answers.changes) {
    const isIt = eventOf(change);
    if (isIt === undefined || change.answer === undefined || isLeft(change.answer)) continue;
    if (!naive.events.some(({ event }) => isIt(event)))
      world.violated(`${change.what} ${change.name} is acknowledged, and not in the journal`);
  }
  const { users, identityProviders } = foldedParticipant(naive);
  const known = new Set(Array.from(entriesOf(identityProviders), ([id]) => id));
  for (const [userId, { identityProviderId: id }] of entriesOf(users)) {
    if (id !== "" && !known.has(id))
      world.violated(`the user ${userId} has the provider ${id}, which is not there`);
  }
};

const foldedParticipant = (naive: NaiveLedger): ParticipantState => {
  let folded = emptyLedger();
  for (const { event } of naive.events) folded = evolve(folded, event);
  return folded.participant;
};

/** What a participant has other than the fold of the journal. */
export const participantDifferences = (
  found: ParticipantState,
  expected: ParticipantState,
): ReadonlyArray<string> => {
  const differences: Array<string> = [];
  const same = (what: string, of: (state: ParticipantState) => string): void => {
    const [a, b] = [of(found), of(expected)];
    if (a !== b) differences.push(`${what}: ${a}, expected ${b}`);
  };
  same("the packages", ({ packages }) => listed(packages));
  same("the vetting", ({ vetting }) => `${vetting.serial} ${listed(vetting.exceptions)}`);
  same("the users", ({ users }) => listed(users));
  same("the parties", ({ parties }) => listed(parties));
  same("the identity providers", ({ identityProviders }) => listed(identityProviders));
  return differences;
};

/** Entries in the order of their names, and so are the fields of each. */
const listed = <A>(entries: PersistentMap<A>): string =>
  JSON.stringify(
    Array.from(entriesOf(entries)).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    (_, each: unknown) =>
      typeof each === "object" && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : each,
  );

/**
 * What of the packages that were uploaded a node does not have: its archives, and a template that
 * runs when one of them is vetted.
 */
export const missingPackages = async (
  naive: NaiveLedger,
  { ledger }: OpenNode,
  party: string,
): Promise<ReadonlyArray<string>> => {
  const { packages, vetting } = foldedParticipant(naive);
  const uploaded = noteDars
    .map(({ packageId }) => packageId)
    .filter((id) => Array.from(entriesOf(packages)).some(([known]) => known === id));
  const missing: Array<string> = [];
  for (const packageId of uploaded) {
    const archive = await ledger.packageArchive(packageId);
    if (isLeft(archive)) missing.push(`the archive of ${packageId}: ${archive.left.code}`);
  }
  if (vettedAmong(vetting, uploaded).length === 0) return missing;
  const command = {
    kind: "CreateCommand",
    templateId: noteTemplate,
    createArguments: { owner: party },
  } as const;
  const prepared = await ledger.prepareSubmission({
    submission: { userId: simUser, commandId: "look", actAs: [party], commands: [command] },
  });
  return isLeft(prepared)
    ? [...missing, `a vetted template does not run: ${prepared.left.code} ${prepared.left.cause}`]
    : missing;
};
