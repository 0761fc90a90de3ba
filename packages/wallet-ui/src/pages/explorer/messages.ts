import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { listOf } from "../../messages/list.js";
import { plural } from "../../messages/plural.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages of the explorer. */
export const messages = catalogue({
  en: {
    noLogIsKeptNothing: "No log is kept: nothing is proved",
    verifyingTheChain: "Verifying the chain",
    journalWasChanged: ({ reason }: { readonly reason: string }) =>
      `Journal was changed: ${reason}`,
    journalIsDamaged: ({ message }: { readonly message: string }) =>
      `Journal is damaged: ${message}`,
    journalIsDamagedAt: ({
      offset,
      message,
    }: {
      readonly offset: number;
      readonly message: string;
    }) => `Journal is damaged at offset ${offset}: ${message}`,
    chainNotVerified: ({ reason }: { readonly reason: string }) => `Chain not verified: ${reason}`,
    chainVerifiedToOffset: ({ verifiedUpTo }: { readonly verifiedUpTo: number }) =>
      `Chain verified to offset ${verifiedUpTo}`,
    audit: "Audit",
    none: "none",
    notCreatedAt: ({ at }: { readonly at: number }) => `Not created at ${at}`,
    ended: "Ended",
    endedAt: ({ at }: { readonly at: number }) => `Ended at ${at}`,
    active: "Active",
    activeAt: ({ at }: { readonly at: number }) => `Active at ${at}`,
    offsetOne: ({ offset }: { readonly offset: number }) => `offset ${offset}`,
    contractId: "Contract id",
    contractIdToCopy: "contract id",
    template: "Template",
    signatories: "Signatories",
    observers: "Observers",
    created: "Created",
    notUntilNow: "not until now",
    payload: "Payload",
    notFound: "Not found",
    theseEyesSeeNoSuch: "These eyes see no such contract",
    thereIsNoContract:
      "There is no contract with this id, it concerns other parties alone, or it ended before the ledger was pruned.",
    theContract: "the contract",
    theseEyesSeeItsEnd: "These eyes see its end alone",
    contract: "Contract",
    all: "All",
    allOf: ({ count }: { readonly count: string }) => `All (${count})`,
    templateOf: ({ template, count }: { readonly template: string; readonly count: string }) =>
      `${template} (${count})`,
    contracts: "Contracts",
    offset: "Offset",
    activeNow: "Active now",
    theContracts: "the contracts",
    noContractWasActiveHere: "No contract was active here",
    moveTheSliderOrChoose: "Move the slider, or choose another party.",
    contractsAtOffset: ({ count, at }: { readonly count: number; readonly at: number }) =>
      plural("en", count, {
        one: `${count} contract at offset ${at}`,
        other: `${count} contracts at offset ${at}`,
      }),
    contractsAndMoreAtOffset: ({ count, at }: { readonly count: number; readonly at: number }) =>
      plural("en", count, {
        one: `${count} contract, and there are more at offset ${at}`,
        other: `${count} contracts, and there are more at offset ${at}`,
      }),
    showMore: "Show more",
    acting: "Acting",
    seenBy: "Seen by",
    argument: "Argument",
    result: "Result",
    nothingThatYouMaySee: "Nothing that you may see",
    youLackARight: "You lack a right to read",
    grantIt: "Grant it",
    participantadminAloneSeesNoContracts: "ParticipantAdmin alone sees no contracts.",
    administratorOfThisNode: "An administrator of this node can grant it.",
    whoSeesTheLedger: ({
      readAs,
      actAs,
      readAsAnyParty,
    }: {
      readonly readAs: ReactNode;
      readonly actAs: ReactNode;
      readonly readAsAnyParty: ReactNode;
    }) =>
      rich`The ledger shows contracts and updates to those with ${readAs} or ${actAs} for one of their parties, or with ${readAsAnyParty}.`,
    notWithYourRights: "Not with your rights",
    youMayNotLook: "You may not look with these eyes",
    needsAllEyes: ({ readAsAnyParty }: { readonly readAsAnyParty: ReactNode }) =>
      rich`To see with the eyes of all parties you need ${readAsAnyParty}.`,
    needsEyesOf: ({
      readAs,
      party,
      readAsAnyParty,
    }: {
      readonly readAs: ReactNode;
      readonly party: string;
      readonly readAsAnyParty: ReactNode;
    }) => rich`You need ${readAs} for ${party}, or ${readAsAnyParty}.`,
    chooseAnotherPartyAbove: "Choose another party above.",
    yourRights: "your rights",
    whatIsLookedAt: "What is looked at",
    eventCount: ({ count }: { readonly count: number }) =>
      plural("en", count, { one: `${count} event`, other: `${count} events` }),
    command: ({ command }: { readonly command: ReactNode }) => rich`command ${command}`,
    latestUpdates: "The latest updates",
    updatesUpTo: ({ at }: { readonly at: number }) => `Updates up to ${at}`,
    theUpdates: "the updates",
    noUpdatesUpToHere: "No updates up to here",
    whatHappensOnTheLedger:
      "What happens on the ledger, and can be seen with these eyes, is listed here.",
    updates: "Updates",
    olderUpdates: "Older updates",
    chooseAParty: "Choose a party",
    allPartiesTogether: "All parties together",
    thisNodeKeepsNoLog: "This node keeps no log of its journal; start it with --audit.",
    downloadTheProof: "Download the proof",
    thereIsNoProof: "There is no proof.",
    commandOf: ({ command, user }: { readonly command: ReactNode; readonly user: ReactNode }) =>
      rich`Command ${command} of ${user}`,
    noUser: "no user",
    refusedSubmissions: "Refused submissions",
    whySubmissionsTookNoEffect: "Why submissions took no effect",
    latestSinceTheNode:
      "The latest since the node was started, of parties that you may read as; administrators see all.",
    commandId: "Command id",
    party: "Party",
    theRefusedSubmissions: "the refused submissions",
    nothingWasRefused: "Nothing was refused",
    submissionsThatFailAreListed: "Submissions that fail are listed here with code and cause.",
    nowOffset: ({ end }: { readonly end: number }) => `Now: offset ${end}`,
    offsetOf: ({ shown, end }: { readonly shown: number; readonly end: number }) =>
      `Offset ${shown} of ${end}`,
    timeTravelOffset: "Time travel: offset",
    spokenNow: ({ end }: { readonly end: number }) => `now, offset ${end}`,
    oneOffsetBack: "−1: one offset back",
    thisIsTheFirstOffset: "This is the first offset.",
    oneOffsetForward: "+1: one offset forward",
    thisIsThePresent: "This is the present.",
    now: "Now",
    consuming: "consuming",
    node: ({ nodeId }: { readonly nodeId: number }) => `node ${nodeId}`,
    events: "Events",
    theseEyesSeeNoEvent: "These eyes see no event of it",
    eventsOfTheUpdate: "Events of the update",
    update: "Update",
    contractsAtThisOffset: "Contracts at this offset",
    updateId: "Update id",
    updateIdToCopy: "update id",
    recorded: "Recorded",
    traffic: "Traffic",
    bytes: ({ count }: { readonly count: number }) =>
      plural("en", count, { one: `${count} byte`, other: `${count} bytes` }),
    parties: "Parties",
    theseEyesSeeNoSuchUpdate: "These eyes see no such update",
    thereIsNoUpdate:
      "There is no update with this id or offset, or it concerns other parties alone. Choose another party above.",
    theUpdate: "the update",
    thisIsNoTransaction: "This is no transaction",
    createdEntity: ({ entity }: { readonly entity: string }) => `Created ${entity}`,
    exercised: ({ choice, entity }: { readonly choice: string; readonly entity: string }) =>
      `${choice} on ${entity}`,
    archived: ({ entity }: { readonly entity: string }) => `Archived ${entity}`,
    hosted: "Hosted",
    changed: "Changed",
    changeOf: ({ change, party }: { readonly change: string; readonly party: string }) =>
      `${change} ${party}`,
    topology: "Topology",
    noEvents: "No events that can be seen",
    titles: ({ shown }: { readonly shown: ReadonlyArray<string> }) => listOf("en", shown),
    titlesAndMore: ({
      shown,
      rest,
    }: {
      readonly shown: ReadonlyArray<string>;
      readonly rest: number;
    }) => `${listOf("en", shown)} and ${rest} more`,
  },
});
