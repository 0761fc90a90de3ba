import { coinPackages, metadataKeys } from "@tallystick/coin";
import {
  type ExerciseNode,
  type Json,
  numericFromText,
  numericToText,
  timestampToText,
  type TransactionCommitted,
  type TransactionNode,
  type PartyId,
} from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type {
  BalanceChangeItem,
  HistoryEntry,
  NotificationItem,
  PartyAndAmount,
  TransactionSubtype,
  TransferItem,
} from "./history-item.js";
import {
  type HistoryRow,
  historyRows,
  type NamedChoice,
  plainTransfer,
  saysMore,
  type SenderPath,
  unlockedCoin,
  walletBatch,
} from "./history-rows.js";
import { jsonAt, objectWith, textAt } from "./json-path.js";
import { reportedEntry } from "./reported-entry.js";
import { settlementEntries } from "./settlement-entries.js";
import { noAmount, shownAmount } from "./shown-amount.js";
import { type PayloadOf, unlockedChanges } from "./unlocked-changes.js";

const ourPackages = new Set(coinPackages.map(({ name }) => name));

/** A choice of a transaction that is an item, with its context. */
interface Happening {
  readonly transaction: TransactionCommitted;
  readonly node: ExerciseNode;
  readonly subtype: TransactionSubtype;
  readonly payload: Json | undefined;
  readonly changes: ReadonlyMap<string, bigint>;
}

const subtypeOf = (
  { templateId, choice, interfaceId }: ExerciseNode,
  as?: NamedChoice,
  operation?: string,
): TransactionSubtype => ({
  template_id:
    as === undefined
      ? templateId
      : `${templateId.slice(0, templateId.indexOf(":"))}:${as.template}`,
  choice: as?.choice ?? choice,
  ...(operation === undefined ? {} : { amulet_operation: operation }),
  ...(interfaceId === undefined ? {} : { interface_id: interfaceId }),
});

const baseOf = ({ transaction, node }: Happening) => ({
  event_id: `#${transaction.updateId}:${node.nodeId}`,
  date: timestampToText(transaction.effectiveAt),
});

const senderOf = ({ node, payload }: Happening, { in: where, path, account }: SenderPath) => {
  const value = { argument: node.argument, result: node.result, payload }[where];
  const owner = account === undefined ? undefined : textAt(value, `${account}.owner`);
  return textAt(value, path) ?? owner;
};

const amounts = (changes: Iterable<readonly [string, bigint]>): ReadonlyArray<PartyAndAmount> =>
  [...changes]
    .filter(([, units]) => units !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([party, units]) => ({ party, amount: shownAmount(units) }));

/** Rewards minted by it, from the summary of the inner transfer. */
const rewardsUsed = (result: Json) => {
  const summary = objectWith(result, "inputAppRewardAmount");
  const amount = (key: string): string => {
    const read = numericFromText(textAt(summary, key) ?? "");
    return isLeft(read) ? noAmount : numericToText(read.right);
  };
  return {
    holding_fees: amount("holdingFees"),
    app_rewards_used: amount("inputAppRewardAmount"),
    // rewards of liveness records are included
    validator_rewards_used: amount("inputValidatorRewardAmount"),
    sv_rewards_used: amount("inputSvRewardAmount"),
    development_fund_coupons_used: amount("inputDevelopmentFundAmount"),
  };
};

/** What the sender of a transfer wrote, in the transfer's own metadata. */
const reasonOf = (value: Json | undefined): string | undefined => {
  const values = jsonAt(value, "transfer.meta.values");
  if (typeof values !== "object" || values === null || Array.isArray(values)) return undefined;
  // the key has dots in it
  const found = Object.entries(values).find(([key]) => key === metadataKeys.reason)?.[1];
  return typeof found === "string" ? found : undefined;
};

const descriptionOf = ({ node, payload }: Happening): string | undefined =>
  textAt(node.argument, "description") ??
  reasonOf(node.argument) ??
  // what is accepted says it no more
  reasonOf(payload);

/** The pending state of a two-step transfer. */
const instructionOf = ({ node }: Happening) => {
  const cid = textAt(node.result, "output.value.transferInstructionCid");
  const { argument } = node;
  const receiver =
    textAt(argument, "transfer.receiver") ?? textAt(argument, "transfer.receiver.owner");
  const amount = textAt(node.argument, "transfer.amount");
  return cid === undefined || receiver === undefined || amount === undefined
    ? undefined
    : {
        transfer_instruction_receiver: receiver,
        transfer_instruction_amount: amount,
        transfer_instruction_cid: cid,
      };
};

const entry = (item: HistoryEntry["item"], parties: Iterable<PartyId>): HistoryEntry => ({
  item,
  parties: [...new Set(parties)].sort(),
});

const transferEntry = (happening: Happening, where: SenderPath): HistoryEntry | undefined => {
  const { node, changes } = happening;
  const sender = senderOf(happening, where);
  if (sender === undefined) return undefined;
  // an allocation that only receives moves nothing
  if (node.choice === "AllocationFactory_Allocate" && changes.size === 0) return undefined;
  const instruction = instructionOf(happening);
  const accepted =
    node.choice === "TransferInstruction_Accept"
      ? { transfer_instruction_cid: node.contractId }
      : {};
  const description = descriptionOf(happening);
  const receivers = amounts([...changes].filter(([party]) => party !== sender));
  const item: TransferItem = {
    transaction_type: "transfer",
    transaction_subtype: happening.subtype,
    ...baseOf(happening),
    sender: { party: sender, amount: shownAmount(changes.get(sender) ?? 0n) },
    receivers,
    ...rewardsUsed(node.result),
    ...accepted,
    ...instruction,
    ...(description === undefined ? {} : { description }),
  };
  const waiting = instruction?.transfer_instruction_receiver;
  return entry(item, [
    sender,
    ...receivers.map(({ party }) => party),
    ...(waiting === undefined ? [] : [waiting]),
  ]);
};

const changeEntry = (happening: Happening): HistoryEntry | undefined => {
  const { node, payload, changes } = happening;
  const isInstruction = node.choice.startsWith("TransferInstruction_");
  const owner =
    textAt(payload, "owner") ??
    textAt(payload, "amulet.owner") ??
    textAt(payload, "transfer.sender");
  const named = [...changes.keys(), ...(owner === undefined ? [] : [owner])];
  const receiver = isInstruction ? textAt(payload, "transfer.receiver") : undefined;
  const description = isInstruction ? descriptionOf(happening) : undefined;
  if (named.length === 0) return undefined;
  // dust disappears completely, which is shown as no change of the spendable balance
  const isDust = node.choice.includes("_Expire") && node.choice.includes("Amulet_Expire");
  const item: BalanceChangeItem = {
    transaction_type: "balance_change",
    transaction_subtype: happening.subtype,
    ...baseOf(happening),
    receivers: [...new Set(named)].sort().map((party) => ({
      party,
      amount: isDust ? noAmount : shownAmount(changes.get(party) ?? 0n),
    })),
    ...(receiver === undefined ? {} : { transfer_instruction_receiver: receiver }),
    ...(isInstruction ? { transfer_instruction_cid: node.contractId } : {}),
    ...(description === undefined ? {} : { description }),
  };
  return entry(item, receiver === undefined ? named : [...named, receiver]);
};

/**
 * An aborted operation of a wallet, in the words of clients: lack of funds is
 * `ITR_InsufficientFunds: missing <n> CC`.
 */
const detailsOf = ({ node }: Happening): string => {
  const reason = textAt(node.argument, "reason") ?? "the payment was missed";
  const missing = /^out of funds \(missing (.+) CC\)$/.exec(reason)?.[1];
  return missing === undefined ? reason : `ITR_InsufficientFunds: missing ${missing} CC`;
};

const notificationEntry = (happening: Happening): HistoryEntry | undefined => {
  const { payload } = happening;
  const sender = textAt(payload, "sender") ?? textAt(payload, "subscriptionData.sender");
  if (sender === undefined) return undefined;
  const item: NotificationItem = {
    transaction_type: "notification",
    transaction_subtype: happening.subtype,
    ...baseOf(happening),
    details: detailsOf(happening),
  };
  return entry(item, [sender]);
};

const listed = (found: HistoryEntry | undefined): ReadonlyArray<HistoryEntry> =>
  found === undefined ? [] : [found];

const entriesOf = (
  row: HistoryRow,
  happening: Happening,
  payloadOf: PayloadOf,
): ReadonlyArray<HistoryEntry> => {
  const { node, subtype, changes } = happening;
  switch (row.kind) {
    case "transfer":
      return listed(transferEntry(happening, row.sender));
    case "balance_change":
      return listed(changeEntry(happening));
    case "notification":
      return listed(notificationEntry(happening));
    case "settlement": {
      const base = { transaction_subtype: subtype, ...baseOf(happening) };
      return settlementEntries(node, base, subtypeOf(node, unlockedCoin), changes);
    }
    case "reported":
      return listed(
        reportedEntry(node, { transaction_subtype: subtype, ...baseOf(happening) }, payloadOf),
      );
  }
};

/** How the history names a choice; a transfer in one step is a plain one, whatever makes it. */
const nameOf = (row: HistoryRow, node: ExerciseNode): TransactionSubtype => {
  const isOneStep =
    node.choice === "TransferFactory_Transfer" &&
    textAt(node.result, "output.value.transferInstructionCid") === undefined;
  const operation = row.kind === "notification" ? row.operation : undefined;
  return subtypeOf(node, isOneStep ? plainTransfer : row.as, operation);
};

/** The node itself, or the one inside of it that says more of the transfer. */
const best = (nodes: ReadonlyArray<TransactionNode>, node: ExerciseNode): ExerciseNode =>
  nodes
    .slice(node.nodeId + 1, node.lastDescendantNodeId + 1)
    .find((it): it is ExerciseNode => it.kind === "exercise" && saysMore.has(it.choice)) ?? node;

/**
 * The items a transaction adds to the histories of parties (wallet 9), in the order of its nodes.
 * The outermost choice that is an item covers everything inside of it.
 *
 * @param payloadOf of the contracts that are active before the transaction or created by it
 */
export const historyOf = (
  transaction: TransactionCommitted,
  payloadOf: PayloadOf,
): ReadonlyArray<HistoryEntry> => {
  const { nodes } = transaction;
  const entries: Array<HistoryEntry> = [];
  let batch: ExerciseNode | undefined;
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    if (node === undefined || node.kind === "create") continue;
    if (node.choice === walletBatch) batch = node;
    const row = historyRows.get(node.choice);
    // other packages implement the same interfaces of the token standard
    if (row === undefined || !ourPackages.has(node.packageName)) continue;
    // a transfer of the batch itself collects rewards and merges coins
    const around = batch !== undefined && at <= batch.lastDescendantNodeId ? batch : node;
    const subtype = nameOf(row, node.choice === plainTransfer.choice ? around : node);
    const inside = nodes.slice(at, node.lastDescendantNodeId + 1);
    const shownNode = best(nodes, node);
    const changes = unlockedChanges(inside, payloadOf);
    const payload = payloadOf(shownNode.contractId);
    const rowShown = historyRows.get(shownNode.choice) ?? row;
    const happening = { transaction, node: shownNode, subtype, payload, changes };
    entries.push(...entriesOf(rowShown, happening, payloadOf));
    at = node.lastDescendantNodeId;
  }
  return entries;
};
