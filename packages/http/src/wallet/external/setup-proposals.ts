import {
  amuletPackage,
  ExternalPartySetupProposal,
  TransferPreapproval,
  TransferPreapproval_Cancel,
  ValidatorRight,
} from "@tallystick/coin";
import { type Command, commandsOf, type PartyId } from "@tallystick/core";
import { orThrow, type Wallet } from "@tallystick/node";
import {
  type ActiveContract,
  executeBatch,
  preapprovalFeeInCc,
  type Submission,
} from "@tallystick/wallet";
import { required, wireObject, wireString } from "@tallystick/wire";
import { fundsFor } from "../rows/funds.js";
import { outcomeOf } from "../rows/operations.js";
import { runningNetwork, submitInTurn } from "../rows/submissions.js";
import { refused } from "../rows/wallet-row.js";
import { preapprovalOf } from "../transfers/preapproval-lookup.js";

const { exercise } = commandsOf(amuletPackage);

type Proposal = ActiveContract<{ readonly user: string; readonly validator: string }>;

export const proposals = ({ views, settings }: Wallet): ReadonlyArray<Proposal> =>
  views
    .of(ExternalPartySetupProposal, settings.operator)
    .filter(({ payload }) => payload.validator === settings.operator);

/** The open proposal to a party. */
export const proposalFor = (wallet: Wallet, user: string): Proposal | undefined =>
  wallet.views.named(ExternalPartySetupProposal, wallet.settings.operator, user, 1)[0];

/** Whether a party has accepted to be served by this validator. */
export const isServed = ({ views, settings }: Wallet, user: PartyId): boolean =>
  views.named(ValidatorRight, user, settings.operator, 1).length > 0;

type Preapproval = NonNullable<ReturnType<typeof preapprovalOf>>;

/** 409 for a party with a preapproval, or with one of a kind. */
export const requireNoPreapproval = (
  wallet: Wallet,
  user: PartyId,
  counts: (preapproval: Preapproval) => boolean = () => true,
): void => {
  const found = preapprovalOf(wallet, user);
  if (found !== undefined && counts(found))
    throw refused(409, `TransferPreapproval contract already exists: ${found.contractId}`);
};

/** 409 for a party with an open proposal. */
const requireNoProposal = (wallet: Wallet, user: PartyId): void => {
  const found = proposalFor(wallet, user);
  if (found === undefined) return;
  const text = `ExternalPartySetupProposal contract already exists: ${found.contractId}`;
  throw refused(409, text);
};

/** The preapprovals that the operator provides to a party, and ends as it proposes the set-up. */
const endings = ({ views, settings }: Wallet, user: PartyId): ReadonlyArray<Command> =>
  views
    .named(TransferPreapproval, user, user)
    .filter(({ payload }) => payload.provider === settings.operator)
    .map(({ contractId }) =>
      exercise(TransferPreapproval_Cancel, contractId, { p: settings.operator }),
    );

/**
 * The operator's payment and proposal. A party that got a preapproval before its set-up loses it in
 * the same transaction: its acceptance makes another, and no party ever has two. Throws 409 for a
 * party that is set up and has one, and for one of another provider, which is not the operator's to
 * end.
 */
export const planProposal = (wallet: Wallet, user: PartyId, commandId: string): Submission => {
  const { operator } = wallet.settings;
  requireNoProposal(wallet, user);
  const hasRight = isServed(wallet, user);
  requireNoPreapproval(wallet, user, ({ payload }) => hasRight || payload.provider !== operator);
  const network = runningNetwork(wallet);
  const lifetime = wallet.config.preapprovalLifetimeMicros;
  const fee = preapprovalFeeInCc(lifetime, network.config, network.round.payload.amuletPrice);
  if (fee === undefined) throw refused(500, "The preapproval's fee is out of range.");
  const lacking = "Insufficient funds for the transfer pre-approval purchase";
  const funding = fundsFor(wallet, network, operator, fee, lacking);
  const operation = {
    tag: "CO_CreateExternalPartySetupProposal" as const,
    value: { externalParty: user, preapprovalExpiresAt: BigInt(wallet.now() + lifetime) },
  };
  const treasury = { view: wallet.views, network, operator };
  const submission = executeBatch(treasury, operator, funding, [operation], commandId);
  if (submission === undefined) throw refused(503, "The operator's wallet is not set up yet.");
  return { ...submission, commands: [...submission.commands, ...endings(wallet, user)] };
};

/** Has the operator propose; the proposal's contract id. */
export const propose = async (
  wallet: Wallet,
  plan: () => Submission,
): Promise<{ readonly contract_id: string }> => {
  const { result } = orThrow(await submitInTurn(wallet, wallet.settings.operator, plan));
  return { contract_id: outcomeOf(result) ?? "" };
};

/** Answer of the rows that propose. */
export const ProposalAnswer = wireObject("CreateExternalPartySetupProposalResponse", {
  contract_id: required(wireString),
});
