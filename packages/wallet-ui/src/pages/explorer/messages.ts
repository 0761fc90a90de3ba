import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { listOf } from "../../messages/list.js";
import { plural } from "../../messages/plural.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages of the explorer. */
export const messages = catalogue({
  en: {
    audit: {
      noLog: "No log is kept: nothing is proved",
      verifying: "Verifying the chain",
      changed: ({ reason }: { readonly reason: string }) => `Journal was changed: ${reason}`,
      damaged: ({ message }: { readonly message: string }) => `Journal is damaged: ${message}`,
      damagedAt: ({ offset, message }: { readonly offset: number; readonly message: string }) =>
        `Journal is damaged at offset ${offset}: ${message}`,
      unverified: ({ reason }: { readonly reason: string }) => `Chain not verified: ${reason}`,
      verified: ({ verifiedUpTo }: { readonly verifiedUpTo: number }) =>
        `Chain verified to offset ${verifiedUpTo}`,
      title: "Audit",
    },
    parties: {
      none: "none",
      title: "Parties",
    },
    contract: {
      notCreated: ({ at }: { readonly at: number }) => `Not created at ${at}`,
      ended: "Ended",
      endedAt: ({ at }: { readonly at: number }) => `Ended at ${at}`,
      active: "Active",
      activeAt: ({ at }: { readonly at: number }) => `Active at ${at}`,
      offset: ({ offset }: { readonly offset: number }) => `offset ${offset}`,
      id: "Contract id",
      idToCopy: "contract id",
      template: "Template",
      signatories: "Signatories",
      observers: "Observers",
      created: "Created",
      notEnded: "not until now",
      payload: "Payload",
      notFound: "Not found",
      unseen: "These eyes see no such contract",
      unseenHint:
        "There is no contract with this id, it concerns other parties alone, or it ended before the ledger was pruned.",
      what: "the contract",
      life: "Its life",
      lifeStep: ({ step, offset }: { readonly step: string; readonly offset: number }) =>
        `${step}, offset ${offset}`,
      lifeCut: "There may be more: only the first updates of its template were looked through.",
      stillActive: "Active until now",
      endOnly: "These eyes see its end alone",
      endOnlyHint: "Who saw its creation sees what it was: look with the eyes of such a party.",
      title: "Contract",
    },
    contracts: {
      all: "All",
      allCount: ({ count }: { readonly count: string }) => `All (${count})`,
      template: ({ template, count }: { readonly template: string; readonly count: string }) =>
        `${template} (${count})`,
      title: "Contracts",
      activeNow: "Active now",
      what: "the contracts",
      empty: "No contract was active here",
      emptyHint: "Move the slider, or choose another party.",
      count: ({ count, at }: { readonly count: number; readonly at: number }) =>
        plural("en", count, {
          one: `${count} contract at offset ${at}`,
          other: `${count} contracts at offset ${at}`,
        }),
      countAndMore: ({ count, at }: { readonly count: number; readonly at: number }) =>
        plural("en", count, {
          one: `${count} contract, and there are more at offset ${at}`,
          other: `${count} contracts, and there are more at offset ${at}`,
        }),
    },
    field: {
      offset: "Offset",
      party: "Party",
    },
    list: {
      showMore: "Show more",
    },
    event: {
      acting: "Acting",
      seenBy: "Seen by",
      argument: "Argument",
      result: "Result",
      consuming: "consuming",
      node: ({ nodeId }: { readonly nodeId: number }) => `node ${nodeId}`,
    },
    access: {
      nothing: "Nothing that you may see",
      denied: "You lack a right to read",
      grant: "Grant it",
      adminHint: "ParticipantAdmin alone sees no contracts.",
      askAdministrator: "An administrator of this node can grant it.",
      whoSees: ({
        readAs,
        actAs,
        readAsAnyParty,
      }: {
        readonly readAs: ReactNode;
        readonly actAs: ReactNode;
        readonly readAsAnyParty: ReactNode;
      }) =>
        rich`The ledger shows contracts and updates to those with ${readAs} or ${actAs} for one of their parties, or with ${readAsAnyParty}.`,
      deniedParty: "Not with your rights",
      perspectiveDenied: "You may not look with these eyes",
      needsAll: ({ readAsAnyParty }: { readonly readAsAnyParty: ReactNode }) =>
        rich`To see with the eyes of all parties you need ${readAsAnyParty}.`,
      needsParty: ({
        readAs,
        party,
        readAsAnyParty,
      }: {
        readonly readAs: ReactNode;
        readonly party: string;
        readonly readAsAnyParty: ReactNode;
      }) => rich`You need ${readAs} for ${party}, or ${readAsAnyParty}.`,
      chooseAnother: "Choose another party above.",
      what: "your rights",
    },
    perspective: {
      title: "What is looked at",
      choose: "Choose a party",
      all: "All parties together",
    },
    updates: {
      events: ({ count }: { readonly count: number }) =>
        plural("en", count, { one: `${count} event`, other: `${count} events` }),
      command: ({ command }: { readonly command: ReactNode }) => rich`command ${command}`,
      latest: "The latest updates",
      upTo: ({ at }: { readonly at: number }) => `Updates up to ${at}`,
      what: "the updates",
      empty: "No updates up to here",
      emptyHint: "What happens on the ledger, and can be seen with these eyes, is listed here.",
      title: "Updates",
      older: "Older updates",
      more: ({ rest }: { readonly rest: number }) => `and ${rest} more`,
    },
    proof: {
      noLog: "This node keeps no log of its journal; start it with --audit.",
      download: "Download the proof",
      none: "There is no proof.",
    },
    submissions: {
      command: ({ command, user }: { readonly command: ReactNode; readonly user: ReactNode }) =>
        rich`Command ${command} of ${user}`,
      noUser: "no user",
      title: "Refused submissions",
      card: "Why submissions took no effect",
      trace: "Trace a command",
      note: "The latest since the node was started, of parties that you may read as; administrators see all.",
      commandId: "Command id",
      what: "the refused submissions",
      empty: "Nothing was refused",
      emptyHint: "Submissions that fail are listed here with code and cause.",
    },
    travel: {
      now: ({ end }: { readonly end: number }) => `Now: offset ${end}`,
      offset: ({ shown, end }: { readonly shown: number; readonly end: number }) =>
        `Offset ${shown} of ${end}`,
      label: "Time travel: offset",
      spokenNow: ({ end }: { readonly end: number }) => `now, offset ${end}`,
      back: "−1: one offset back",
      first: "This is the first offset.",
      forward: "+1: one offset forward",
      present: "This is the present.",
      toNow: "Now",
    },
    update: {
      receipt: "Receipt",
      events: "Events",
      noEvent: "These eyes see no event of it",
      noEventHint:
        "A party sees what it signs, observes or acts in: look with the eyes of another one.",
      tree: "Events of the update",
      title: "Update",
      contracts: "Contracts at this offset",
      trace: "Step through it",
      id: "Update id",
      idToCopy: "update id",
      recorded: "Recorded",
      traffic: "Traffic",
      bytes: ({ count }: { readonly count: number }) =>
        plural("en", count, { one: `${count} byte`, other: `${count} bytes` }),
      unseen: "These eyes see no such update",
      unseenHint:
        "There is no update with this id or offset, or it concerns other parties alone. Choose another party above.",
      what: "the update",
      noTransaction: "This is no transaction",
      noTransactionHint:
        "It changed something else than contracts, such as where a party is hosted.",
      picture: "The transaction as a picture",
      pictureOf: ({ id }: { readonly id: string }) => `Update ${id}`,
    },
    words: {
      created: ({ entity }: { readonly entity: string }) => `Created ${entity}`,
      exercised: ({ choice, entity }: { readonly choice: string; readonly entity: string }) =>
        `${choice} on ${entity}`,
      archived: ({ entity }: { readonly entity: string }) => `Archived ${entity}`,
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
    topology: {
      hosted: "Hosted",
      changed: "Changed",
      change: ({ change, party }: { readonly change: string; readonly party: string }) =>
        `${change} ${party}`,
      title: "Topology",
    },
  },
});
