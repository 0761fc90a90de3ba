import {
  amuletPackage,
  MergeDelegation,
  MergeDelegationProposal,
  metadataV1,
  tokenStandardWalletPackage,
  ValidatorRight,
  ValidatorRight_ArchiveAsValidator,
  WalletAppInstall,
  walletPackage,
} from "@tallystick/coin";
import { commandsOf, type JsCommand } from "@tallystick/wire";
import type { ContractsView } from "../contracts/contracts-view.js";
import { firstOf } from "../contracts/first-found.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";

const amulet = commandsOf(amuletPackage);
const wallet = commandsOf(walletPackage);
const merging = commandsOf(tokenStandardWalletPackage);

/** A user and the party whose wallet it gets. */
export interface WalletUser {
  readonly dso: string;
  readonly operator: string;
  /** The ledger user's id. */
  readonly userId: string;
  readonly party: string;
  /** Microseconds since the Unix epoch; a user may come back after it was offboarded. */
  readonly now: number;
}

/** The wallet of a user, when it has one. */
export const installOf = (
  view: ContractsView,
  party: string,
  userId?: string,
): { readonly contractId: string; readonly userId: string } | undefined => {
  // the operator is a stakeholder of every user's
  const [found] = firstOf(view, {
    template: WalletAppInstall,
    party,
    keep: ({ payload }) =>
      payload.endUserParty === party && (userId === undefined || payload.endUserName === userId),
    wanted: 1,
  });
  return found && { contractId: found.contractId, userId: found.payload.endUserName };
};

/**
 * What is still to be submitted to onboard a user (wallet 14.1), in one transaction: its wallet,
 * the validator's right to what its burns earn, and its proposal of a merge delegation
 * (specification 8); nothing when all of it is there. The operator's own party needs no delegation,
 * its coins are merged by its own wallet.
 */
export const onboardingSteps = (
  view: ContractsView,
  { dso, operator, userId, party, now }: WalletUser,
): ReadonlyArray<Submission> => {
  const hasRight = view.named(ValidatorRight, party, operator, 1).length > 0;
  const isDelegated =
    party === operator ||
    view.named(MergeDelegation, party, party, 1).length > 0 ||
    view.named(MergeDelegationProposal, party, party, 1).length > 0;
  const install = {
    dsoParty: dso,
    validatorParty: operator,
    endUserName: userId,
    endUserParty: party,
  };
  const delegation = { operator, owner: party, meta: metadataV1.emptyMetadata };
  const commands: ReadonlyArray<JsCommand> = [
    ...(installOf(view, party, userId) === undefined
      ? [wallet.create(WalletAppInstall, install)]
      : []),
    ...(hasRight ? [] : [amulet.create(ValidatorRight, { dso, user: party, validator: operator })]),
    ...(isDelegated ? [] : [merging.create(MergeDelegationProposal, { delegation })]),
  ];
  if (commands.length === 0) return [];
  return [
    {
      commandId: commandIdOf("onboard", userId, now),
      actAs: [...new Set([operator, party])],
      readAs: [],
      commands,
    },
  ];
};

const archive = (contractId: string): JsCommand => ({
  ExerciseCommand: {
    templateId: `#${walletPackage.name}:${WalletAppInstall.name}`,
    contractId,
    choice: "Archive",
    choiceArgument: {},
  },
});

/**
 * What ends a user's wallet (wallet 14.2): the party and its holdings stay. Nothing when there is
 * no wallet.
 */
export const offboardingSteps = (
  view: ContractsView,
  { operator, userId, party }: Omit<WalletUser, "dso" | "now">,
): ReadonlyArray<Submission> => {
  const install = installOf(view, party, userId);
  if (install === undefined) return [];
  const rights = view
    .named(ValidatorRight, party, operator)
    .map(({ contractId }) => amulet.exercise(ValidatorRight_ArchiveAsValidator, contractId, {}));
  return [
    {
      commandId: commandIdOf("offboard", install.contractId),
      actAs: [...new Set([operator, party])],
      readAs: [],
      commands: [archive(install.contractId), ...rights],
    },
  ];
};
