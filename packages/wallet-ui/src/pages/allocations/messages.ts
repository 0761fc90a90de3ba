import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";
import { rich } from "../../texts/rich.js";

/** The texts of the page Allocations. */
export const messages = catalogue({
  en: {
    hours: ({ count }: { readonly count: number }) =>
      plural("en", count, { one: `${count} hour`, other: `${count} hours` }),
    days: ({ count }: { readonly count: number }) =>
      plural("en", count, { one: `${count} day`, other: `${count} days` }),
    coinsAreAllocated: "The coins are allocated.",
    executor: "Executor",
    whoSettlesAllLegsTogether: "Who settles all legs together.",
    receiver: "Receiver",
    allocate: "Allocate",
    fillInAllFieldsFirst: "Fill in all fields first.",
    settlement: "Settlement",
    itsReferenceAsTheExecutor: "Its reference, as the executor has it.",
    leg: "Leg",
    amount: "Amount",
    allocateWithin: "Allocate within",
    itMustBeSettledWithin: "It must be settled within twice this time.",
    coinsAreLockedUntil: "The coins are locked until it is settled, or you withdraw them.",
    coinsWereNotAllocated: "The coins were not allocated.",
    from: "From",
    to: "To",
    ofAnotherToken: ({ amount }: { readonly amount: string }) => `${amount} of another token`,
    allocateBefore: "Allocate before",
    settleBefore: "Settle before",
    allocated: "Allocated",
    allocateLeg: ({ legId }: { readonly legId: string }) => `Allocate leg ${legId}`,
    allocateTheCoins: "Allocate the coins?",
    areLockedForThisSettlement: ({ amount }: { readonly amount: ReactNode }) =>
      rich`${amount} are locked for this settlement. You can withdraw them until it is settled.`,
    reject: "Reject",
    rejectTheRequest: "Reject the request?",
    appSeesThatYouDo: "The app sees that you do not take part. Nothing is paid.",
    requestIsRejected: "The request is rejected.",
    requestCouldNotBeRejected: "The request could not be rejected.",
    withdraw: "Withdraw",
    withdrawTheAllocation: "Withdraw the allocation?",
    whatWithdrawingDoes:
      "The coins are yours again, and the settlement cannot take place without them.",
    coinsAreYoursAgain: "The coins are yours again.",
    allocationCouldNotBeWithdrawn: "The allocation could not be withdrawn.",
    requests: "Requests",
    theRequests: "the requests",
    noRequests: "No requests",
    appsThatSettleTradesAsk:
      "Apps that settle trades ask you here to set coins aside for your part.",
    title: "Allocations",
    theAllocations: "the allocations",
    noCoinsAreAllocated: "No coins are allocated",
  },
});
