import {
  type holdingV2,
  metadataV1,
  tokenHelpers,
  transferInstructionV1 as v1,
  transferInstructionV2 as v2,
} from "@tallystick/coin";
import {
  archive,
  type ChoiceProgram,
  create,
  instance,
  record,
  type Static,
  template,
} from "@tallystick/core";
import { goldId, pay, release, reserve, rulesIn, spend, take } from "./token.js";

const {
  burnAccount,
  isBasicAccount,
  isSameAccount,
  logAccountChange,
  mintAccount,
  principalOf,
  requireActors,
  requireBefore,
  requireReached,
  requireThat,
  transferToV1,
} = tokenHelpers;
const { emptyMetadata } = metadataV1;

const OfferPayload = record({ transfer: v2.Transfer });
type OfferPayload = Static<typeof OfferPayload>;

const senderOf = ({ transfer: { instrumentId, sender } }: OfferPayload): string =>
  principalOf(instrumentId.admin, sender);
const receiverOf = ({ transfer: { instrumentId, receiver } }: OfferPayload): string =>
  principalOf(instrumentId.admin, receiver);

/** A transfer that waits for its receiver; its inputs are the locked token of the sender. */
export const TokenTransferInstruction = template("Gold.Transfer:TokenTransferInstruction", {
  payload: OfferPayload,
  signatories: (offer) => [offer.transfer.instrumentId.admin, senderOf(offer)],
  observers: (offer) => [receiverOf(offer)],
});

/** Stops the command unless a transfer is between accounts of owners, or a mint, or a burn. */
function* requireAccounts({ sender, receiver }: v2.Transfer): ChoiceProgram<void> {
  const from = isBasicAccount(sender) || isSameAccount(sender, mintAccount);
  const to = isBasicAccount(receiver) || isSameAccount(receiver, burnAccount);
  yield* requireThat(from && to, "The accounts are basic, or those of mints and burns");
}

const legIdOf = ({ sender, receiver }: v2.Transfer): string => {
  if (isSameAccount(sender, mintAccount)) return "mint";
  return isSameAccount(receiver, burnAccount) ? "burn" : "";
};

/** Explains a transfer to both accounts, or a merge and split to the one. */
function* logTransfer(
  rules: string,
  transfer: v2.Transfer,
  change: ReadonlyArray<string>,
  paid: ReadonlyArray<string>,
): ChoiceProgram<void> {
  const { sender, receiver, amount, instrumentId, inputHoldingCids, meta } = transfer;
  const { admin, id } = instrumentId;
  const isSelf = isSameAccount(sender, receiver);
  const leg = { transferLegId: legIdOf(transfer), amount, instrumentId: id, meta };
  const sent = { ...leg, side: "SenderSide", otherside: receiver } as const;
  const got = { ...leg, side: "ReceiverSide", otherside: sender } as const;
  yield* logAccountChange(
    rules,
    {
      admin,
      account: sender,
      inputHoldingCids,
      transferLegSides: isSelf ? [] : [sent],
      outputHoldingCids: isSelf ? [...paid, ...change] : change,
    },
    isSelf ? "merge and split" : "",
  );
  if (isSelf) return;
  yield* logAccountChange(
    rules,
    {
      admin,
      account: receiver,
      inputHoldingCids: [],
      transferLegSides: [got],
      outputHoldingCids: paid,
    },
    "",
  );
}

const completed = (
  receiverHoldingCids: ReadonlyArray<string>,
  senderChangeCids: ReadonlyArray<string>,
): v2.TransferInstructionResult => ({
  output: { tag: "TransferInstructionResult_Completed", value: { receiverHoldingCids } },
  senderChangeCids,
  meta: emptyMetadata,
});

/** Transfers at once where the receiver acts too, and offers otherwise. */
export function* beginTransfer(
  admin: string,
  { transfer, actors, extraArgs: { context } }: v2.TransferFactoryTransferArgument,
): ChoiceProgram<v2.TransferInstructionResult> {
  const { sender, receiver, amount, instrumentId, inputHoldingCids: cids } = transfer;
  const [from, to] = [principalOf(admin, sender), principalOf(admin, receiver)];
  yield* requireActors(actors, [[from], [from, to]]);
  const isOurs = instrumentId.admin === admin && instrumentId.id === goldId;
  yield* requireThat(isOurs, "The instrument is the administrator's");
  yield* requireThat(amount > 0n, "The amount is positive");
  yield* requireAccounts(transfer);
  yield* requireReached("transfer.requestedAt", transfer.requestedAt);
  yield* requireBefore("transfer.executeBefore", transfer.executeBefore);
  const rules = yield* rulesIn(context, admin);
  if (actors.includes(to)) {
    const change = yield* spend(admin, sender, cids, amount);
    const paid = yield* pay(admin, receiver, amount);
    yield* logTransfer(rules, transfer, change, paid);
    return completed(paid, change);
  }
  const held = { cids, amount, reason: `transfer to ${to}` };
  const { locked, change } = yield* reserve(rules, admin, sender, held);
  const transferInstructionCid = yield* create(TokenTransferInstruction, {
    transfer: { ...transfer, inputHoldingCids: locked },
  });
  return {
    output: { tag: "TransferInstructionResult_Pending", value: { transferInstructionCid } },
    senderChangeCids: change,
    meta: emptyMetadata,
  };
}

function* accept(
  { transfer }: OfferPayload,
  { context }: metadataV1.ExtraArgs,
): ChoiceProgram<v2.TransferInstructionResult> {
  const { sender, receiver, amount, instrumentId, inputHoldingCids, executeBefore } = transfer;
  const { admin } = instrumentId;
  yield* requireBefore("transfer.executeBefore", executeBefore);
  const rules = yield* rulesIn(context, admin);
  yield* take(admin, sender, inputHoldingCids, "locked");
  const paid = yield* pay(admin, receiver, amount);
  yield* logTransfer(rules, transfer, [], paid);
  return completed(paid, []);
}

function* end(
  { transfer: { sender, instrumentId, inputHoldingCids } }: OfferPayload,
  { context }: metadataV1.ExtraArgs,
): ChoiceProgram<v2.TransferInstructionResult> {
  const { admin } = instrumentId;
  const rules = yield* rulesIn(context, admin);
  return {
    output: { tag: "TransferInstructionResult_Failed", value: {} },
    senderChangeCids: yield* release(rules, admin, sender, inputHoldingCids),
    meta: emptyMetadata,
  };
}

type Way = v2.TransferInstructionMethods["accept"];

/** A choice of the second version: it archives the offer, and one party may exercise it. */
const byOne = (offer: OfferPayload, actor: string, then: typeof end): Way =>
  function* archived(self, { actors, extraArgs }) {
    yield* requireActors(actors, [[actor]]);
    yield* archive(TokenTransferInstruction, self, v2.TransferInstruction);
    return yield* then(offer, extraArgs);
  };

const viewV2 = (offer: OfferPayload): v2.TransferInstructionView => ({
  originalInstructionCid: undefined,
  transfer: offer.transfer,
  expiresAt: offer.transfer.executeBefore,
  availableActions: [
    [{ tag: "TIA_Accept", value: {} }, [[receiverOf(offer)]]],
    [{ tag: "TIA_Reject", value: {} }, [[receiverOf(offer)]]],
    [{ tag: "TIA_Withdraw", value: {} }, [[senderOf(offer)]]],
  ],
  meta: emptyMetadata,
});

/** The parties of a transfer, for the observers of its choices. */
export const partiesOf = ({ sender, receiver }: v2.Transfer): ReadonlyArray<string> =>
  [sender, receiver].flatMap(({ owner }: holdingV2.Account) => owner ?? []);

export const transferInstances = [
  instance(TokenTransferInstruction, v2.TransferInstruction, {
    view: viewV2,
    methods: (offer) => ({
      accept: byOne(offer, receiverOf(offer), accept),
      reject: byOne(offer, receiverOf(offer), end),
      withdraw: byOne(offer, senderOf(offer), end),
      acceptObservers: () => partiesOf(offer.transfer),
      rejectObservers: () => partiesOf(offer.transfer),
      withdrawObservers: () => partiesOf(offer.transfer),
    }),
  }),
  // its choices archive the offer themselves
  instance(TokenTransferInstruction, v1.TransferInstruction, {
    view: ({ transfer }) => ({
      originalInstructionCid: undefined,
      transfer: transferToV1(transfer),
      status: { tag: "TransferPendingReceiverAcceptance", value: {} } as const,
      meta: emptyMetadata,
    }),
    methods: (offer) => ({
      accept: ({ extraArgs }) => accept(offer, extraArgs),
      reject: ({ extraArgs }) => end(offer, extraArgs),
      withdraw: ({ extraArgs }) => end(offer, extraArgs),
      *update({ extraArgs }) {
        yield* requireReached("transfer.executeBefore", offer.transfer.executeBefore);
        return yield* end(offer, extraArgs);
      },
    }),
  }),
];
