import {
  metadataKeys,
  transferInstructionV1 as v1,
  transferInstructionV2 as v2,
} from "@tallystick/coin";
import { type Command, commandsOf, type Json, type Micros, type PartyId } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { InboxItem, InboxReason, TokenAmount } from "./inbox-item.js";
import { extraArgsOf, type RegistryContext } from "../registry/choice-contexts.js";

const [packageV1, packageV2] = [
  "splice-api-token-transfer-instruction-v1",
  "splice-api-token-transfer-instruction-v2",
];
const byV1 = commandsOf({ name: packageV1 });
const byV2 = commandsOf({ name: packageV2 });

/** The interfaces of transfers that wait, the newest first: it counts where a contract has both. */
export const transferInterfaces = [
  { version: 2, id: `#${packageV2}:${v2.TransferInstruction.name}` },
  { version: 1, id: `#${packageV1}:${v1.TransferInstruction.name}` },
] as const;

/** A version of the token standard that a transfer has. */
export type TransferVersion = (typeof transferInterfaces)[number]["version"];

/** What ends a transfer that waits. */
export type TransferEnding = "accept" | "reject" | "withdraw";

/** A transfer that waits, of any token, as an interface of the token standard shows it. */
export interface TokenTransfer {
  /** The sender; the administrator of the instrument where the account has no owner. */
  readonly sender: PartyId;
  /** The receiver, likewise. */
  readonly receiver: PartyId;
  readonly token: TokenAmount;
  readonly memo: string | undefined;
  /** From when on it cannot be accepted; microseconds since the Unix epoch. */
  readonly expiresAt: bigint;
  /** What a party can do by itself. */
  readonly endingsOf: (party: PartyId) => ReadonlyArray<TransferEnding>;
}

const tokenOf = ({
  amount,
  instrumentId: { admin, id },
}: Pick<v1.Transfer, "amount" | "instrumentId">): TokenAmount => ({ amount, admin, id });

/** What each side of a transfer can do, where it does not say so itself. */
const endingsByRole =
  (sender: PartyId, receiver: PartyId, isOffered: boolean) =>
  (party: PartyId): ReadonlyArray<TransferEnding> => [
    ...(party === receiver && isOffered ? (["accept", "reject"] as const) : []),
    ...(party === sender ? (["withdraw"] as const) : []),
  ];

const transferInV1 = (view: Json): TokenTransfer | undefined => {
  const read = v1.TransferInstructionView.decode(view);
  if (isLeft(read)) return undefined;
  const { transfer, status } = read.right;
  const { sender, receiver, executeBefore, meta } = transfer;
  return {
    sender,
    receiver,
    token: tokenOf(transfer),
    memo: meta.values.get(metadataKeys.reason),
    expiresAt: executeBefore,
    endingsOf: endingsByRole(sender, receiver, status.tag === "TransferPendingReceiverAcceptance"),
  };
};

const endingOfAction: Readonly<Record<string, TransferEnding>> = {
  TIA_Accept: "accept",
  TIA_Reject: "reject",
  TIA_Withdraw: "withdraw",
};

const namedEndings =
  (actions: v2.TransferInstructionView["availableActions"]) =>
  (party: PartyId): ReadonlyArray<TransferEnding> =>
    actions.flatMap(([{ tag }, groups]) =>
      groups.some((group) => group.length > 0 && group.every((member) => member === party))
        ? (endingOfAction[tag] ?? [])
        : [],
    );

const transferInV2 = (view: Json): TokenTransfer | undefined => {
  const read = v2.TransferInstructionView.decode(view);
  if (isLeft(read)) return undefined;
  const { transfer, expiresAt, availableActions: actions } = read.right;
  const { instrumentId, executeBefore, meta } = transfer;
  const sender = transfer.sender.owner ?? instrumentId.admin;
  const receiver = transfer.receiver.owner ?? instrumentId.admin;
  return {
    sender,
    receiver,
    token: tokenOf(transfer),
    memo: meta.values.get(metadataKeys.reason),
    expiresAt: expiresAt ?? executeBefore,
    // one that names no actions leaves them to its choices
    endingsOf: actions.length === 0 ? endingsByRole(sender, receiver, true) : namedEndings(actions),
  };
};

/**
 * The transfer in a view of the token standard; undefined where the view does not read.
 *
 * @param view of the version's interface, in wire form
 */
export const tokenTransferIn = (version: TransferVersion, view: Json): TokenTransfer | undefined =>
  version === 1 ? transferInV1(view) : transferInV2(view);

/** What an item of the inbox follows from, besides the transfer. */
interface TransferPlace {
  readonly contractId: string;
  readonly createdAt: Micros;
  readonly party: PartyId;
  readonly now: Micros;
  /** Whether the registry of the token's administrator says what its choices need. */
  readonly isRegistryKnown: boolean;
}

const reasonOf = (
  endings: ReadonlyArray<TransferEnding>,
  isSent: boolean,
  isOver: boolean,
  isRegistryKnown: boolean,
): InboxReason => {
  if (isSent && !isOver) return { code: "waiting-for-receiver" };
  if (endings.length === 0) return { code: "waiting-for-app" };
  if (!isRegistryKnown) return { code: "registry-unknown" };
  return { code: isOver ? "expired" : "waiting-for-you" };
};

/** What a party's inbox says of a transfer; undefined where it neither sends nor receives it. */
export const itemOfTransfer = (
  { sender, receiver, token, memo, expiresAt, endingsOf }: TokenTransfer,
  { contractId, createdAt, party, now, isRegistryKnown }: TransferPlace,
): InboxItem | undefined => {
  if (party !== sender && party !== receiver) return undefined;
  const isSent = party === sender;
  const isOver = BigInt(now) >= expiresAt;
  const endings = endingsOf(party).filter((ending) => !isOver || ending !== "accept");
  return {
    kind: "token-transfer",
    contractId,
    createdAt,
    direction: isSent ? "sent" : "received",
    counterparties: [isSent ? receiver : sender].filter((other) => other !== party),
    token,
    ...(memo === undefined ? {} : { description: memo }),
    expiresAt,
    reason: reasonOf(endings, isSent, isOver, isRegistryKnown),
    actions: isRegistryKnown ? endings : [],
  };
};

const endingsV1 = {
  accept: v1.TransferInstruction_Accept,
  reject: v1.TransferInstruction_Reject,
  withdraw: v1.TransferInstruction_Withdraw,
};
const endingsV2 = {
  accept: v2.TransferInstruction_Accept,
  reject: v2.TransferInstruction_Reject,
  withdraw: v2.TransferInstruction_Withdraw,
};

/**
 * The command with which a party ends a transfer that waits.
 *
 * @param version by whose interface
 * @param context what the registry says that the choice needs
 */
export const endTransfer = (
  version: TransferVersion,
  ending: TransferEnding,
  party: PartyId,
  contractId: string,
  context: RegistryContext,
): Command =>
  version === 1
    ? byV1.exercise(endingsV1[ending], contractId, { extraArgs: extraArgsOf(context) })
    : byV2.exercise(endingsV2[ending], contractId, {
        actors: [party],
        extraArgs: extraArgsOf(context),
      });
