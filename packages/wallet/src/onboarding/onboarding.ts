import {
  type Command,
  commandsOf,
  type ContractId,
  type PartyId,
  type UserId,
} from "@tallystick/core";
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
import type { ContractsView } from "../contracts/contracts-view.js";
import { firstOf } from "../contracts/first-found.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";

const amulet = commandsOf(amuletPackage);
const wallet = commandsOf(walletPackage);
const merging = commandsOf(tokenStandardWalletPackage);

/** A user and the party of its wallet. */
export interface WalletUser {
  readonly dso: string;
  readonly operator: string;
  /** The ledger user's id. */
  readonly userId: UserId;
  readonly party: PartyId;
  /**
   * Offset up to which the view was read: later submissions are repeats, earlier ones may be
   * repeated by a user that comes back.
   */
  readonly offset: number;
}

/** The wallet of a party, if it has one. */
export const installOf = (
  view: ContractsView,
  party: PartyId,
): { readonly contractId: ContractId; readonly userId: UserId } | undefined => {
  // the operator is a stakeholder of every wallet
  const [found] = firstOf(view, {
    template: WalletAppInstall,
    party,
    keep: ({ payload }) => payload.endUserParty === party,
    wanted: 1,
  });
  return found && { contractId: found.contractId, userId: found.payload.endUserName };
};

/** The wallets of a user: of its party, and of a party it had before. */
export const installsOfUser = (
  view: ContractsView,
  operator: string,
  userId: UserId,
): ReadonlyArray<{ readonly contractId: ContractId; readonly party: PartyId }> =>
  view
    .named(WalletAppInstall, operator, userId)
    .map(({ contractId, payload }) => ({ contractId, party: payload.endUserParty }));

/**
 * The submission still needed to onboard a user (wallet 14.1), in one transaction: its wallet, the
 * validator's right to rewards of its burns, and its proposal of a merge delegation (specification
 * 8); none when all exist. The operator's own party needs no delegation, as its own wallet merges
 * its coins.
 */
export const onboardingSteps = (
  view: ContractsView,
  { dso, operator, userId, party, offset }: WalletUser,
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
  const commands: ReadonlyArray<Command> = [
    ...(installsOfUser(view, operator, userId).some((it) => it.party === party)
      ? []
      : [wallet.create(WalletAppInstall, install)]),
    ...(hasRight ? [] : [amulet.create(ValidatorRight, { dso, user: party, validator: operator })]),
    ...(isDelegated ? [] : [merging.create(MergeDelegationProposal, { delegation })]),
  ];
  if (commands.length === 0) return [];
  return [
    {
      commandId: commandIdOf("onboard", userId),
      actAs: [...new Set([operator, party])],
      readAs: [],
      commands,
      deduplicationPeriod: { kind: "offset", offset },
    },
  ];
};

const archive = (contractId: ContractId): Command => ({
  kind: "ExerciseCommand",
  templateId: `#${walletPackage.name}:${WalletAppInstall.name}`,
  contractId,
  choice: "Archive",
  choiceArgument: {},
});

/**
 * The submission that ends a user's wallets (wallet 14.2): parties and holdings remain. None when
 * there is no wallet.
 */
export const offboardingSteps = (
  view: ContractsView,
  { operator, userId }: Pick<WalletUser, "operator" | "userId">,
): ReadonlyArray<Submission> =>
  installsOfUser(view, operator, userId).map(({ contractId, party }) => {
    const rights = view
      .named(ValidatorRight, party, operator)
      .map((it) => amulet.exercise(ValidatorRight_ArchiveAsValidator, it.contractId, {}));
    return {
      commandId: commandIdOf("offboard", contractId),
      actAs: [...new Set([operator, party])],
      readAs: [],
      commands: [archive(contractId), ...rights],
    };
  });
