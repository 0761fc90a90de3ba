import {
  AcceptedAppPayment,
  AcceptedTransferOffer,
  AnsEntry,
  AnsEntryContext,
  ExternalPartySetupProposal,
  FeaturedAppRight,
  MemberTraffic,
  MergeDelegation,
  MergeDelegationProposal,
  SubscriptionIdleState,
  SubscriptionPayment,
  TransferCommandCounter,
  TransferOffer,
  TransferPreapproval,
  TransferPreapprovalProposal,
  ValidatorRight,
  WalletAppInstall,
} from "@tallystick/coin";
import type { Json, Template, PartyId } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";

/** The name of a contract: its party and text. */
export interface ContractName {
  /** One of its stakeholders. */
  readonly party: PartyId;
  readonly text: string;
}

interface NamedRow {
  readonly template: string;
  readonly name: (payload: Json) => ContractName | undefined;
}

const row = <P>(of: Template<P>, name: (payload: P) => ContractName): NamedRow => ({
  template: of.name,
  name: (json) => {
    const read = of.payload.decode(json);
    return isLeft(read) ? undefined : name(read.right);
  },
});

const rows: ReadonlyArray<NamedRow> = [
  row(AnsEntry, ({ dso, name }) => ({ party: dso, text: name })),
  row(AnsEntryContext, ({ dso, reference }) => ({ party: dso, text: reference })),
  row(TransferCommandCounter, ({ dso, sender }) => ({ party: dso, text: sender })),
  row(MemberTraffic, ({ dso, memberId }) => ({ party: dso, text: memberId })),
  row(TransferOffer, ({ sender, receiver }) => ({ party: sender, text: receiver })),
  row(AcceptedTransferOffer, ({ sender, receiver }) => ({ party: sender, text: receiver })),
  row(TransferPreapproval, ({ receiver }) => ({ party: receiver, text: receiver })),
  row(TransferPreapprovalProposal, ({ receiver, provider }) => ({
    party: receiver,
    text: provider,
  })),
  row(ExternalPartySetupProposal, ({ validator, user }) => ({ party: validator, text: user })),
  row(FeaturedAppRight, ({ dso, provider }) => ({ party: dso, text: provider })),
  row(ValidatorRight, ({ user, validator }) => ({ party: user, text: validator })),
  row(WalletAppInstall, ({ validatorParty, endUserName }) => ({
    party: validatorParty,
    text: endUserName,
  })),
  row(MergeDelegation, ({ owner }) => ({ party: owner, text: owner })),
  row(MergeDelegationProposal, ({ delegation: { owner } }) => ({ party: owner, text: owner })),
  row(AcceptedAppPayment, ({ sender, reference }) => ({ party: sender, text: reference })),
  row(SubscriptionIdleState, ({ subscriptionData: { sender }, reference }) => ({
    party: sender,
    text: reference,
  })),
  row(SubscriptionPayment, ({ subscriptionData: { sender }, reference }) => ({
    party: sender,
    text: reference,
  })),
];

const byTemplate = new Map(rows.map(({ template, name }) => [template, name]));

/**
 * The name with which a contract is looked up among many of its template: the name of an entry of
 * the name service, the sender of a counter, the receiver of an offer or preapproval, the user of a
 * wallet, the member that has bought traffic. Undefined for templates without one.
 *
 * @param template the template's name, `Splice.Amulet:Amulet`
 * @param payload in wire form
 */
export const namedOf = (template: string, payload: Json): ContractName | undefined =>
  byTemplate.get(template)?.(payload);
