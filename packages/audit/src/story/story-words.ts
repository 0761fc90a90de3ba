import type { ParticipantEvent, PastEvent, UserRight } from "@tallystick/core";
import { shownUnits } from "../rules/coin-reading.js";
import type { Story, StoryContract } from "./story.js";

export const entityOf = (templateId: string): string =>
  templateId.slice(templateId.indexOf(":") + 1);

const listed = (words: ReadonlyArray<string>): string => words.join(", ");

const rightWords = (right: UserRight): string =>
  "party" in right ? `${right.kind} for ${right.party}` : right.kind;

const counted = (contracts: ReadonlyArray<StoryContract>): string => {
  const counts = new Map<string, number>();
  for (const { templateId } of contracts)
    counts.set(entityOf(templateId), (counts.get(entityOf(templateId)) ?? 0) + 1);
  return listed([...counts].map(([entity, count]) => `${count} ${entity}`));
};

/** What a transaction or another event did, as one sentence. */
export const sentenceOf = ({
  event,
  asked,
  nodes,
  consumed,
  made,
  coins,
}: Omit<Story, "again">): string => {
  switch (event.type) {
    case "TransactionCommitted": {
      const roots = nodes.filter(({ depth }) => depth === 0);
      const did = roots.map(({ node }) =>
        node.kind === "create"
          ? `created ${entityOf(node.templateId)}`
          : `exercised ${node.choice} on ${entityOf(node.templateId)}`,
      );
      const effects = [
        consumed.length === 0 ? "" : `it consumed ${counted(consumed)}`,
        made.length === 0 ? "" : `it made ${counted(made)}`,
        ...[...coins].map(
          ([party, units]) =>
            `${party} has ${shownUnits(units < 0n ? -units : units)} CC ${units < 0n ? "less" : "more"}`,
        ),
      ].filter((each) => each !== "");
      return [`${listed(event.actAs)} ${did.join(" and ")}`, ...effects].join("; ");
    }
    case "CommandRejected":
      return `the command ${event.commandId} of ${listed(asked?.actAs ?? [])} was rejected; nothing changed`;
    default:
      return administrationWords(event);
  }
};

type Administrative = Exclude<PastEvent, { type: "TransactionCommitted" | "CommandRejected" }>;

const administrationWords = (event: Administrative): string => {
  switch (event.type) {
    case "SubmissionPruned":
      return "a submission, whose data was erased by a pruning";
    case "EventUnread":
      return `an event that cannot be read: ${event.reason}`;
    case "ConfigurationApplied":
      return `from here on, version ${event.softwareVersion} decides commands, with ${event.packageCode.length} packages`;
    case "JournalForked":
      return `the journal was forked after offset ${event.offset}: ${event.reason}`;
    case "JournalRestored":
      return `the journal was restored up to offset ${event.offset}: ${event.reason}`;
    case "DisclosureKeyDrawn":
      return "a disclosure key was created, with which single parts of the journal can be proved";
    case "SigningKeyPublished":
      return `prunings are signed by the key ${event.publicKey}`;
    case "JournalPruned":
      return `the data of ${event.erased} submissions up to offset ${event.offset} was erased`;
    default:
      return participantWords(event);
  }
};

const participantWords = (event: ParticipantEvent): string => {
  switch (event.type) {
    case "LedgerInitialized":
      return `the ledger of ${event.participantId} was initialized`;
    case "PackageRegistered":
      return `the package ${event.name} ${event.version} was registered`;
    case "PackagesVettingChanged":
      return event.changes
        .map(({ packageId, isVetted }) => `${packageId} was ${isVetted ? "vetted" : "unvetted"}`)
        .join(", ");
    case "PartyAllocated":
      return `the party ${event.party} was allocated`;
    case "PartyUpdated":
      return `the party ${event.party} was changed`;
    case "PartyKeysChanged":
      return `the party ${event.party} signs with ${event.keys.length} keys, of which ${event.threshold} must sign`;
    case "IdentityProviderConfigCreated":
    case "IdentityProviderConfigUpdated":
    case "IdentityProviderConfigDeleted":
      return `the identity provider ${event.identityProviderId} was ${providerVerbs[event.type]}`;
    default:
      return userWords(event);
  }
};

const providerVerbs = {
  IdentityProviderConfigCreated: "configured",
  IdentityProviderConfigUpdated: "changed",
  IdentityProviderConfigDeleted: "removed",
} as const;

const userWords = (event: Extract<ParticipantEvent, { readonly userId: string }>): string => {
  const user = `the user ${event.userId}`;
  switch (event.type) {
    case "UserCreated":
      return `${user} was created with ${listed(event.rights.map(rightWords)) || "no right"}`;
    case "UserUpdated":
      return `${user} was changed`;
    case "UserDeleted":
      return `${user} was deleted`;
    case "UserIdentityProviderChanged":
      return `${user} belongs to the identity provider "${event.identityProviderId}"`;
    case "UserRightsGranted":
      return `${user} got ${listed(event.rights.map(rightWords))}`;
    case "UserRightsRevoked":
      return `${user} lost ${listed(event.rights.map(rightWords))}`;
  }
};
