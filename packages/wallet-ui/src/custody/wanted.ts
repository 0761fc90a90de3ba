import { type Numeric, numericFromText } from "@tallystick/core/numeric";
import type { TransactionDescription } from "@tallystick/signing/browser";
import { isLeft } from "fp-ts/lib/Either.js";
import { messages } from "./messages.js";

/** A request that a party's signature is wanted for. */
export interface SignedRequest {
  readonly method: string;
  /** Without the query: `/v0/wallet/tap`. */
  readonly path: string;
  /** What was sent, as JSON. */
  readonly body: unknown;
}

type Command = NonNullable<TransactionDescription["command"]>;

/** What a request can become. */
interface Wanted {
  /** The choice, or the template of a create. */
  readonly does: string;
  readonly contractId?: string;
  /** Fields of the argument by their path, and what they must have. */
  readonly fields?: ReadonlyArray<readonly [path: string, value: string]>;
  /** The most that the party may lose. */
  readonly costs?: string;
}

interface Row {
  readonly method: "POST" | "DELETE";
  readonly path: RegExp;
  readonly wanted: (place: {
    readonly party: string;
    /** What the path names. */
    readonly id: string;
    readonly field: (name: string) => string;
  }) => Wanted;
}

const transferPath = (action: string): RegExp =>
  new RegExp(`/token-standard/transfers/([^/]+)/${action}$`);

const onContract = (path: RegExp, does: string): Row => ({
  method: "POST",
  path,
  wanted: ({ id }) => ({ does, contractId: id }),
});

/** Pays on a contract, by the party's own wallet. */
const paysOn = (path: RegExp, does: string): Row => ({
  method: "POST",
  path,
  wanted: ({ id, party }) => ({ does, contractId: id, fields: [["walletProvider", party]] }),
});

const rows: ReadonlyArray<Row> = [
  {
    method: "POST",
    path: /\/token-standard\/transfers$/,
    wanted: ({ party, field }) => ({
      does: "TransferFactory_Transfer",
      fields: [
        ["transfer.sender", party],
        ["transfer.receiver", field("receiver_party_id")],
        ["transfer.amount", field("amount")],
      ],
      costs: field("amount"),
    }),
  },
  {
    method: "POST",
    path: /\/coins\/merge$/,
    wanted: ({ party }) => ({
      does: "TransferFactory_Transfer",
      fields: [
        ["transfer.sender", party],
        ["transfer.receiver", party],
      ],
    }),
  },
  {
    method: "POST",
    path: /\/wallet\/tap$/,
    wanted: ({ party }) => ({ does: "AmuletRules_DevNet_Tap", fields: [["receiver", party]] }),
  },
  onContract(transferPath("accept"), "TransferInstruction_Accept"),
  onContract(transferPath("reject"), "TransferInstruction_Reject"),
  onContract(transferPath("withdraw"), "TransferInstruction_Withdraw"),
  onContract(/\/token-transfers\/([^/]+)\/accept$/, "TransferInstruction_Accept"),
  onContract(/\/token-transfers\/([^/]+)\/reject$/, "TransferInstruction_Reject"),
  onContract(/\/token-transfers\/([^/]+)\/withdraw$/, "TransferInstruction_Withdraw"),
  onContract(/\/transfer-offers\/([^/]+)\/accept$/, "TransferOffer_Accept"),
  onContract(/\/transfer-offers\/([^/]+)\/reject$/, "TransferOffer_Reject"),
  paysOn(/\/app-payment-requests\/([^/]+)\/accept$/, "AppPaymentRequest_Accept"),
  onContract(/\/app-payment-requests\/([^/]+)\/reject$/, "AppPaymentRequest_Reject"),
  paysOn(/\/subscription-requests\/([^/]+)\/accept$/, "SubscriptionRequest_AcceptAndMakePayment"),
  onContract(/\/subscription-requests\/([^/]+)\/reject$/, "SubscriptionRequest_Reject"),
  paysOn(/\/subscriptions\/([^/]+)\/pay$/, "SubscriptionIdleState_MakePayment"),
  {
    method: "DELETE",
    path: /\/subscription-requests\/([^/]+)$/,
    wanted: ({ id }) => ({ does: "SubscriptionIdleState_CancelSubscription", contractId: id }),
  },
  onContract(/\/setup-proposals\/([^/]+)\/accept$/, "ExternalPartySetupProposal_Accept"),
  onContract(
    /\/minting-delegation-proposals\/([^/]+)\/accept$/,
    "MintingDelegationProposal_Accept",
  ),
  onContract(
    /\/minting-delegation-proposals\/([^/]+)\/reject$/,
    "MintingDelegationProposal_Reject",
  ),
  onContract(/\/minting-delegations\/([^/]+)\/(?:reject|withdraw)$/, "MintingDelegation_Reject"),
  {
    method: "POST",
    path: /\/wallet\/transfer-preapproval$/,
    wanted: ({ party }) => ({ does: "TransferPreapprovalProposal", fields: [["receiver", party]] }),
  },
  {
    method: "DELETE",
    path: /\/wallet\/transfer-preapproval$/,
    wanted: ({ party }) => ({ does: "TransferPreapproval_Cancel", fields: [["p", party]] }),
  },
];

const at = (value: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === "object" && inner !== null ? Reflect.get(inner, name) : undefined,
      value,
    );

const textAt = (value: unknown, path: string): string => {
  const found = at(value, path);
  return typeof found === "string" || typeof found === "number" ? String(found) : "";
};

const units = (text: string): Numeric | undefined => {
  const read = numericFromText(text);
  return isLeft(read) ? undefined : read.right;
};

/** Amounts are the same when they are worth the same: "2.5" and "2.5000000000". */
const isSame = (found: string, wanted: string): boolean => {
  const [one, other] = [units(found), units(wanted)];
  return found === wanted || (one !== undefined && one === other);
};

const doneBy = (command: Command): string => {
  if (command.kind === "CreateCommand") return command.templateId.split(":").at(-1) ?? "";
  return command.kind === "ExerciseCommand" ? command.choice : "";
};

const argumentOf = (command: Command): unknown =>
  command.kind === "CreateCommand"
    ? command.createArguments
    : command.kind === "ExerciseCommand"
      ? command.choiceArgument
      : undefined;

/** Why a command is not what was requested; undefined when it is. */
const otherCommand = (command: Command, wanted: Wanted): string | undefined => {
  const does = doneBy(command);
  if (does !== wanted.does) return messages.wanted.other({ found: does, wanted: wanted.does });
  const contractId = command.kind === "ExerciseCommand" ? command.contractId : "";
  if (wanted.contractId !== undefined && contractId !== wanted.contractId)
    return messages.wanted.otherContract({ found: contractId, wanted: wanted.contractId });
  const wrong = wanted.fields?.find(
    ([path, value]) => !isSame(textAt(argumentOf(command), path), value),
  );
  if (wrong === undefined) return undefined;
  const [field, value] = wrong;
  const found = textAt(argumentOf(command), field);
  return found === ""
    ? messages.wanted.missing({ field, wanted: value })
    : messages.wanted.otherField({ field, found, wanted: value });
};

/** What the party would lose beyond what was requested; undefined when nothing. */
const otherLoss = (
  { movements }: TransactionDescription,
  party: string,
  costs: string,
): string | undefined => {
  const lost = movements.find((each) => {
    const change = units(each.amount.replace(/^\+/, ""));
    // a request costs coins alone
    const most = each.isCoin ? (units(costs) ?? 0n) : 0n;
    return each.party === party && (change === undefined || change < -most);
  });
  return lost === undefined ? undefined : messages.wanted.loss(lost);
};

/**
 * Compares a prepared transaction with the request that it answers.
 *
 * @returns why it is not what was requested; undefined when it is, or when this wallet cannot tell
 */
export const mismatchOf = (
  description: TransactionDescription,
  { method, path, body }: SignedRequest,
  party: string,
): string | undefined => {
  const row = rows.find((each) => each.method === method && each.path.test(path));
  if (row === undefined) return undefined;
  const { command } = description;
  if (command === undefined) return messages.wanted.notOne;
  const id = decodeURIComponent(row.path.exec(path)?.[1] ?? "");
  const wanted = row.wanted({ party, id, field: (name) => textAt(body, name) });
  return otherCommand(command, wanted) ?? otherLoss(description, party, wanted.costs ?? "0");
};
