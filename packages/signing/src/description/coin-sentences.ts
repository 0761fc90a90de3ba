import type { CreateNode, ExerciseNode } from "../messages/transaction-node.js";
import type { Value } from "../messages/value.js";
import {
  allocationPackages,
  allocationSentences,
  insideAllocations,
} from "./allocation-sentences.js";
import { insidePayments, paymentSentences } from "./payment-sentences.js";
import { timeText } from "./printable.js";
import { type Sentence, shown } from "./sentence.js";
import { textAt, timeAt } from "./value-fields.js";

const until = (time: bigint | undefined): string =>
  time === undefined ? "without expiry" : `until ${timeText(time)}`;

/** A transfer of either version of the token standard: of V2 between accounts, of V1 parties. */
const transferWords = (transfer: Value, ...path: ReadonlyArray<string>): string => {
  const at = (...labels: ReadonlyArray<string>) => shown(textAt(transfer, ...path, ...labels));
  const partyAt = (label: string) =>
    shown(textAt(transfer, ...path, label) ?? textAt(transfer, ...path, label, "owner"));
  return `${at("amount")} ${at("instrumentId", "id")} (issued by ${at("instrumentId", "admin")}) from ${partyAt("sender")} to ${partyAt("receiver")}, ${until(timeAt(transfer, ...path, "executeBefore"))}`;
};

const onInstruction =
  (verb: string): Sentence =>
  ({ contract }) =>
    contract === undefined
      ? `${verb} a transfer`
      : `${verb} the transfer of ${transferWords(contract, "transfer")}`;

/** The choices of transfers in one version of the token standard. */
const transferSentences = (version: string): Readonly<Record<string, Sentence>> => {
  const module = `splice-api-token-transfer-instruction-v${version}:Splice.Api.Token.TransferInstructionV${version}`;
  return {
    [`${module}:TransferFactory/TransferFactory_Transfer`]: ({ argument }) =>
      `Transfers ${transferWords(argument, "transfer")}`,
    [`${module}:TransferInstruction/TransferInstruction_Accept`]: onInstruction("Accepts"),
    [`${module}:TransferInstruction/TransferInstruction_Reject`]: onInstruction("Rejects"),
    [`${module}:TransferInstruction/TransferInstruction_Withdraw`]: onInstruction("Withdraws"),
  };
};

/** Root creates and choices that are put into words, by `package name:Module:Entity[/Choice]`. */
const sentences: Readonly<Record<string, Sentence>> = {
  ...transferSentences("1"),
  ...transferSentences("2"),
  ...allocationSentences,
  ...paymentSentences,
  "splice-amulet:Splice.AmuletRules:AmuletRules/AmuletRules_DevNet_Tap": ({ argument }) =>
    `Gives ${shown(textAt(argument, "receiver"))} ${shown(textAt(argument, "amount"))} coins of the test network`,
  "splice-amulet:Splice.AmuletRules:ExternalPartySetupProposal/ExternalPartySetupProposal_Accept":
    ({ contract }) =>
      `Makes ${shown(textAt(contract, "validator"))} the validator of ${shown(textAt(contract, "user"))}: it may take the rewards that validators get for what the party burns, and transfers to the party are accepted without its signature ${until(timeAt(contract, "preapprovalExpiresAt"))}`,
  "splice-amulet:Splice.AmuletRules:TransferPreapproval/TransferPreapproval_Cancel": ({
    contract,
  }) =>
    `Ends the preapproval of ${shown(textAt(contract, "receiver"))}: transfers to it need its signature again`,
  "splice-amulet:Splice.ExternalPartyAmuletRules:ExternalPartyAmuletRules/ExternalPartyAmuletRules_CreateTransferCommand":
    ({ argument }) =>
      `Orders ${shown(textAt(argument, "delegate"))} to transfer ${shown(textAt(argument, "amount"))} coins from ${shown(textAt(argument, "sender"))} to ${shown(textAt(argument, "receiver"))}, ${until(timeAt(argument, "expiresAt"))}, as number ${shown(textAt(argument, "nonce"))}`,
  "splice-amulet:Splice.ExternalPartyAmuletRules:TransferCommand/TransferCommand_Withdraw": ({
    contract,
  }) =>
    `Withdraws the order to transfer ${shown(textAt(contract, "amount"))} coins to ${shown(textAt(contract, "receiver"))}`,
  "splice-wallet:Splice.Wallet.TransferPreapproval:TransferPreapprovalProposal": ({ argument }) =>
    `Proposes that ${shown(textAt(argument, "provider"))} accepts transfers to ${shown(textAt(argument, "receiver"))} without its signature`,
  "splice-wallet:Splice.Wallet.TransferOffer:TransferOffer/TransferOffer_Accept": ({ contract }) =>
    `Accepts the offer of ${shown(textAt(contract, "amount", "amount"))} coins by ${shown(textAt(contract, "sender"))}, whose wallet pays them to ${shown(textAt(contract, "receiver"))}`,
  "splice-wallet:Splice.Wallet.TransferOffer:TransferOffer/TransferOffer_Reject": ({ contract }) =>
    `Rejects the offer of ${shown(textAt(contract, "amount", "amount"))} coins by ${shown(textAt(contract, "sender"))}`,
  "splice-amulet:Splice.AmuletRules:TransferPreapproval/TransferPreapproval_Send": ({
    argument,
    contract,
  }) =>
    `Transfers ${shown(textAt(argument, "amount"))} coins from ${shown(textAt(argument, "sender"))} to ${shown(textAt(contract, "receiver"))} at once`,
  "splice-util-token-standard-wallet:Splice.Util.Token.Wallet.MergeDelegation:MergeDelegationProposal":
    ({ argument }) =>
      `Lets ${shown(textAt(argument, "delegation", "operator"))} merge the coins of ${shown(textAt(argument, "delegation", "owner"))}, which stay with it`,
  "splice-util-token-standard-wallet:Splice.Util.Token.Wallet.MergeDelegation:MergeDelegation/MergeDelegation_Withdraw":
    ({ contract }) =>
      `Ends the right of ${shown(textAt(contract, "operator"))} to merge the coins of ${shown(textAt(contract, "owner"))}`,
  "splice-wallet:Splice.Wallet.MintingDelegation:MintingDelegationProposal": ({ argument }) =>
    `Lets ${shown(textAt(argument, "delegation", "delegate"))} mint what ${shown(textAt(argument, "delegation", "beneficiary"))} has earned and merge its coins, which stay with it, ${until(timeAt(argument, "delegation", "expiresAt"))}`,
  "splice-wallet:Splice.Wallet.MintingDelegation:MintingDelegationProposal/MintingDelegationProposal_Accept":
    ({ contract }) =>
      `Agrees, as ${shown(textAt(contract, "delegation", "delegate"))}, to mint what ${shown(textAt(contract, "delegation", "beneficiary"))} has earned and to merge its coins, ${until(timeAt(contract, "delegation", "expiresAt"))}`,
  "splice-wallet:Splice.Wallet.MintingDelegation:MintingDelegationProposal/MintingDelegationProposal_Reject":
    ({ contract }) =>
      `Declines, as ${shown(textAt(contract, "delegation", "delegate"))}, to mint what ${shown(textAt(contract, "delegation", "beneficiary"))} has earned`,
  "splice-wallet:Splice.Wallet.MintingDelegation:MintingDelegation/MintingDelegation_Reject": ({
    contract,
  }) =>
    `Ends the right of ${shown(textAt(contract, "delegate"))} to mint what ${shown(textAt(contract, "beneficiary"))} has earned`,
  "splice-wallet:Splice.Wallet.MintingDelegation:MintingDelegation/MintingDelegation_Withdraw": ({
    contract,
  }) =>
    `Ends the right of ${shown(textAt(contract, "delegate"))} to mint what ${shown(textAt(contract, "beneficiary"))} has earned`,
  "splice-amulet-name-service:Splice.Ans:AnsRules/AnsRules_RequestEntry": ({ argument }) =>
    `Asks for the name ${shown(textAt(argument, "name"))} for ${shown(textAt(argument, "user"))}; nothing is paid yet`,
  "canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping": ({ argument }) =>
    `Creates the ping ${shown(textAt(argument, "id"))} of ${shown(textAt(argument, "initiator"))} for ${shown(textAt(argument, "responder"))}`,
};

/** Creates and choices below the roots that only move the coins whose sums are said, or read. */
const movingCoins: ReadonlySet<string> = new Set([
  "splice-amulet:Splice.Amulet:Amulet",
  "splice-amulet:Splice.Amulet:Amulet/Archive",
  "splice-amulet:Splice.Amulet:LockedAmulet",
  "splice-amulet:Splice.Amulet:LockedAmulet/Archive",
  "splice-amulet:Splice.Amulet:LockedAmulet/LockedAmulet_Unlock",
  "splice-amulet:Splice.Amulet:LockedAmulet/LockedAmulet_UnlockV2",
  "splice-amulet:Splice.Amulet:LockedAmulet/LockedAmulet_OwnerExpireLock",
  "splice-amulet:Splice.Amulet:LockedAmulet/LockedAmulet_OwnerExpireLockV2",
  "splice-amulet:Splice.Amulet:AppRewardCoupon",
  "splice-amulet:Splice.Amulet:ValidatorRewardCoupon",
  "splice-amulet:Splice.Amulet:FeaturedAppActivityMarker",
  "splice-amulet:Splice.Amulet:FeaturedAppRight/FeaturedAppRight_CreateActivityMarker",
  "splice-amulet:Splice.Round:OpenMiningRound/OpenMiningRound_Fetch",
  "splice-amulet:Splice.AmuletRules:AmuletRules/AmuletRules_Mint",
  "splice-amulet:Splice.AmuletRules:AmuletRules/AmuletRules_Transfer",
  "splice-amulet:Splice.AmuletRules:TransferPreapproval/TransferPreapproval_Send",
  "splice-amulet:Splice.AmuletRules:TransferPreapproval/TransferPreapproval_SendV2",
  "splice-amulet:Splice.AmuletTransferInstruction:AmuletTransferInstruction",
  "splice-amulet:Splice.AmuletRules:AmuletRules/EventLog_HoldingsChange",
  "splice-amulet:Splice.ExternalPartyConfigState:ExternalPartyConfigState/EventLog_HoldingsChange",
  "splice-amulet:Splice.ExternalPartyAmuletRules:ExternalPartyAmuletRules/EventLog_HoldingsChange",
  "splice-amulet:Splice.AmuletEventLog:AmuletEventLog",
  "splice-amulet:Splice.AmuletEventLog:AmuletEventLog/EventLog_HoldingsChange",
  "splice-amulet:Splice.AmuletEventLog:AmuletEventLog/Archive",
]);

/** What else belongs to a root whose sentence says it, by the name of the root's choice. */
const insideOf: Readonly<Record<string, ReadonlyArray<string>>> = {
  ...insideAllocations,
  ...insidePayments,
  ExternalPartySetupProposal_Accept: [
    "splice-amulet:Splice.AmuletRules:TransferPreapproval",
    "splice-amulet:Splice.Amulet:ValidatorRight",
  ],
  ExternalPartyAmuletRules_CreateTransferCommand: [
    "splice-amulet:Splice.ExternalPartyAmuletRules:TransferCommand",
  ],
  MintingDelegationProposal_Accept: [
    "splice-wallet:Splice.Wallet.MintingDelegation:MintingDelegation",
    "splice-wallet:Splice.Wallet.MintingDelegation:MintingDelegation/Archive",
  ],
  TransferOffer_Accept: ["splice-wallet:Splice.Wallet.TransferOffer:AcceptedTransferOffer"],
  AnsRules_RequestEntry: [
    "splice-wallet-payments:Splice.Wallet.Subscriptions:SubscriptionRequest",
    "splice-amulet-name-service:Splice.Ans:AnsEntryContext",
  ],
};

/** The name of what a node creates or exercises, as the tables have it. */
const nameOfNode = (content: CreateNode | ExerciseNode): string => {
  const { packageName, templateId } = content;
  const template = `${packageName}:${templateId.moduleName}:${templateId.entityName}`;
  return "choiceId" in content ? `${template}/${content.choiceId}` : template;
};

/** Whether the words for a root, and the sums of coins, say what a node below it does. */
export const isSaid = (
  node: CreateNode | ExerciseNode,
  rootChoice: string | undefined,
): boolean => {
  const name = nameOfNode(node);
  return movingCoins.has(name) || (insideOf[rootChoice ?? ""]?.includes(name) ?? false);
};

/** Package names of interfaces, which nodes name by id only. */
const interfacePackages: ReadonlyMap<string, string> = new Map([
  ...allocationPackages,
  ["Splice.Api.Token.TransferInstructionV1", "splice-api-token-transfer-instruction-v1"],
  ["Splice.Api.Token.TransferInstructionV2", "splice-api-token-transfer-instruction-v2"],
]);

/** What a root create does, in words; undefined when it is not known. */
export const createSentence = (create: CreateNode): string | undefined => {
  const { packageName, templateId, argument } = create;
  const id = `${packageName}:${templateId.moduleName}:${templateId.entityName}`;
  return sentences[id]?.({ argument, contract: undefined });
};

/**
 * What a root exercise does, in words; undefined when it is not known.
 * @param contract the create of the contract it is on
 */
export const exerciseSentence = (
  exercise: ExerciseNode,
  contract: CreateNode | undefined,
): string | undefined => {
  const { interfaceId, templateId, packageName, choiceId, chosenValue } = exercise;
  const place = interfaceId ?? templateId;
  const name =
    interfaceId === undefined
      ? packageName
      : (interfacePackages.get(interfaceId.moduleName) ?? interfaceId.packageId);
  const id = `${name}:${place.moduleName}:${place.entityName}/${choiceId}`;
  return sentences[id]?.({ argument: chosenValue, contract: contract?.argument });
};
