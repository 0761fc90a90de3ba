import { choice, contractId, create, record, template } from "@tallystick/core";
import { modulePart } from "../model/module-part.js";
import { Ended, MergeDelegation, mergeDelegationModuleName } from "./merge-delegation.js";

/**
 * An owner offers a wallet provider to merge its holdings; signed at onboarding (specification
 * 2.6).
 */
export const MergeDelegationProposal = template(
  `${mergeDelegationModuleName}:MergeDelegationProposal`,
  {
    payload: record({ delegation: MergeDelegation.payload }),
    signatories: ({ delegation }) => [delegation.owner],
    observers: ({ delegation }) => [delegation.operator],
  },
);

/** The wallet provider agrees (specification 3). */
export const MergeDelegationProposal_Accept = choice(
  MergeDelegationProposal,
  "MergeDelegationProposal_Accept",
  {
    argument: record({}),
    result: record({ mergeDelegationCid: contractId }),
    controllers: ({ delegation }) => [delegation.operator],
    *body({ payload: { delegation } }) {
      return { mergeDelegationCid: yield* create(MergeDelegation, delegation) };
    },
  },
);

/** The wallet provider does not want it. */
export const MergeDelegationProposal_Reject = choice(
  MergeDelegationProposal,
  "MergeDelegationProposal_Reject",
  {
    argument: record({}),
    result: Ended,
    controllers: ({ delegation }) => [delegation.operator],
    *body() {
      return { result: {} };
    },
  },
);

export const MergeDelegationProposal_Withdraw = choice(
  MergeDelegationProposal,
  "MergeDelegationProposal_Withdraw",
  {
    argument: record({}),
    result: Ended,
    controllers: ({ delegation }) => [delegation.owner],
    *body() {
      return { result: {} };
    },
  },
);

export const mergeDelegationProposalModule = modulePart({
  templates: [MergeDelegationProposal],
  choices: [
    MergeDelegationProposal_Accept,
    MergeDelegationProposal_Reject,
    MergeDelegationProposal_Withdraw,
  ],
});
