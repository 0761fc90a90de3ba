import { constantInt, zero } from "../../model/arithmetic.js";
import { fetchOwned } from "../../model/checked-fetch.js";
import { requireThat } from "../../model/coin-error.js";
import { requireBefore, requireReached } from "../../model/deadline.js";
import { modulePart } from "../../model/module-part.js";
import { isLater } from "../../model/release.js";
import { named, requireActors, requireRelated } from "../../model/require-related.js";
import { accountParties, isSameAccount, requireNoAccount } from "../../token-standard/accounts.js";
import { transferToV1 } from "../../token-standard/bridge-v1.js";
import { eventLogOf } from "../../token-standard/holdings-change.js";
import * as v2 from "../../token-standard/transfer-instruction-v2.js";
import { maxLifeOf } from "../configuration/amulet-config.js";
import { coinTermsIn } from "./coin-terms.js";
import { shownParty } from "../../model/shown.js";
import { contextKeys, contractInContext } from "../../token-standard/choice-context.js";
import { type ChoiceContext, emptyMetadata, RelTime } from "../../token-standard/metadata-v1.js";
import { reasonOf, txMetadata } from "../../token-standard/token-metadata.js";
import {
  type Transfer,
  TransferFactory,
  type TransferFactoryTransferArgument,
  type TransferInstructionResult,
} from "../../token-standard/transfer-instruction-v1.js";
import { coinInstrument } from "../holding/amulet.js";
import { TransferPreapproval_SendV2 } from "../preapproval/transfer-preapproval-send.js";
import { TransferPreapproval } from "../preapproval/transfer-preapproval.js";
import { executeExternalPartyTransfer } from "../transfer/execute-transfer.js";
import { createdCids, type TransferResult } from "../transfer/transfer-types.js";
import { AmuletTransferInstruction, twoStepOf } from "./amulet-transfer-instruction.js";
import {
  externalContextIn,
  holdingInputs,
  listOf,
  prepareTwoStepTransfer,
  unfeaturedContextIn,
} from "./two-step-transfer.js";
import {
  type ChoiceProgram,
  create,
  exercise,
  instance,
  party,
  record,
  template,
} from "@tallystick/core";
import { InstrumentId } from "../../token-standard/holding-v1.js";

/**
 * Rules that hardly ever change, for transactions signed outside the node: the factory of transfers
 * and allocations.
 */
export const ExternalPartyAmuletRules = template(
  "Splice.ExternalPartyAmuletRules:ExternalPartyAmuletRules",
  { payload: record({ dso: party }), signatories: ({ dso }) => [dso] },
);

/** Stops the command when the caller expects another administrator. */
export const requireExpectedAdmin = (dso: string, expected: string): ChoiceProgram<void> =>
  requireThat(
    expected === dso,
    () => `Expected admin ${shownParty(expected)} matches actual admin ${shownParty(dso)}`,
  );

/** The receiver's preapproval in a choice context. */
function* preapprovalIn(
  context: ChoiceContext,
  dso: string,
  receiver: string,
): ChoiceProgram<string | undefined> {
  const cid = yield* contractInContext(context, contextKeys.transferPreapproval);
  if (cid === undefined) return undefined;
  yield* fetchOwned(TransferPreapproval, cid, dso, receiver, (found) => found.receiver);
  return cid;
}

/** Stops the command unless a transfer is over some CC. */
function* requireCoins(
  dso: string,
  { instrumentId, amount }: Pick<Transfer, "instrumentId" | "amount">,
): ChoiceProgram<void> {
  const expected = InstrumentId.show(coinInstrument(dso));
  const found = InstrumentId.show(instrumentId);
  yield* requireThat(
    found === expected,
    `Expected instrumentId ${expected} matches actual instrumentId ${found}`,
  );
  yield* requireThat(amount > 0n, "Amount must be positive");
}

/** Stops the command outside of a transfer's time, which the later release limits. */
function* requireTimes(
  dso: string,
  { requestedAt, executeBefore }: Transfer,
  context: ChoiceContext,
): ChoiceProgram<void> {
  if (!(yield* isLater())) {
    yield* requireReached("Transfer.requestedAt", requestedAt);
    yield* requireBefore("Transfer.executeBefore", executeBefore);
    return;
  }
  yield* requireReached("transfer.requestedAt", requestedAt);
  yield* requireBefore("transfer.executeBefore", executeBefore);
  const { config } = yield* coinTermsIn(context, dso);
  const life = { microseconds: constantInt(executeBefore - requestedAt) };
  const longest = maxLifeOf(config);
  yield* requireRelated(
    life.microseconds <= longest.microseconds,
    named("transferLifetime", RelTime, life),
    "is greater than",
    named("tokenStandardMaxTTL", RelTime, longest),
  );
}

/**
 * Begins a transfer: at once to oneself, over a preapproval, or where the receiver acts too; else
 * in two steps (wallet 11.3).
 */
function* transferFrom(
  dso: string,
  actors: ReadonlyArray<string>,
  { expectedAdmin, transfer, extraArgs: { context } }: TransferFactoryTransferArgument,
): ChoiceProgram<TransferInstructionResult> {
  const { sender, receiver } = transfer;
  const hasAccounts = yield* isLater();
  if (hasAccounts) yield* requireActors(actors, [[sender], [sender, receiver]]);
  yield* requireExpectedAdmin(dso, expectedAdmin);
  const preapprovalCid = yield* preapprovalIn(context, dso, receiver);
  yield* requireCoins(dso, transfer);
  yield* requireTimes(dso, transfer, context);
  yield* requireThat(transfer.inputHoldingCids.length > 0, "At least one holding must be provided");
  if (hasAccounts) {
    yield* requireNoAccount("transfer", "sender", transfer.meta);
    yield* requireNoAccount("transfer", "receiver", transfer.meta);
    if (actors.includes(receiver)) return yield* transferAtOnce(dso, transfer, context);
  }
  if (preapprovalCid !== undefined)
    return yield* sendDirectly(dso, transfer, context, preapprovalCid);
  return sender === receiver
    ? yield* transferAtOnce(dso, transfer, context)
    : yield* offer(dso, transfer, context);
}

function* sendDirectly(
  dso: string,
  transfer: Transfer,
  choiceContext: ChoiceContext,
  preapprovalCid: string,
): ChoiceProgram<TransferInstructionResult> {
  const { sender, amount, inputHoldingCids, meta } = transfer;
  const context = yield* externalContextIn(choiceContext, dso);
  const inputs = yield* holdingInputs(inputHoldingCids, dso, sender);
  const description = reasonOf(transfer.meta);
  const argument = { context, inputs, amount, sender, description, meta };
  const sent = yield* exercise(TransferPreapproval_SendV2, preapprovalCid, argument);
  return completed({ ...sent.result, meta: sent.meta });
}

/** A transfer with the authority of both, without reward. */
function* transferAtOnce(
  dso: string,
  { sender, receiver, amount, inputHoldingCids, meta }: Transfer,
  choiceContext: ChoiceContext,
): ChoiceProgram<TransferInstructionResult> {
  const context = yield* unfeaturedContextIn(choiceContext, dso);
  const inputs = yield* holdingInputs(inputHoldingCids, dso, sender);
  const output = { receiver, receiverFeeRatio: zero, amount, lock: undefined, meta };
  const transfer = {
    sender,
    provider: sender,
    inputs,
    outputs: [output],
    beneficiaries: undefined,
  };
  return completed(yield* executeExternalPartyTransfer(dso, transfer, context));
}

const completed = ({
  createdAmulets,
  senderChangeAmulet,
  meta,
}: TransferResult): TransferInstructionResult => ({
  output: {
    tag: "TransferInstructionResult_Completed",
    value: { receiverHoldingCids: createdCids(createdAmulets) },
  },
  senderChangeCids: listOf(senderChangeAmulet),
  meta: meta ?? emptyMetadata,
});

function* offer(
  dso: string,
  transfer: Transfer,
  choiceContext: ChoiceContext,
): ChoiceProgram<TransferInstructionResult> {
  const { requestedAt, inputHoldingCids } = transfer;
  const context = yield* unfeaturedContextIn(choiceContext, dso);
  const first = { requestedAt, inputHoldingCids, context };
  const { lockedAmulet, ...rest } = yield* prepareTwoStepTransfer(twoStepOf(transfer), first);
  const transferInstructionCid = yield* create(AmuletTransferInstruction, {
    lockedAmulet,
    // what backs the transfer from here on is the locked coin
    transfer: { ...transfer, inputHoldingCids: [lockedAmulet] },
  });
  return {
    output: { tag: "TransferInstructionResult_Pending", value: { transferInstructionCid } },
    ...rest,
  };
}

/** The view of the rules; the later release does not look at whom the reader expects. */
export function* publicView(dso: string, expectedAdmin: string) {
  if (!(yield* isLater())) yield* requireExpectedAdmin(dso, expectedAdmin);
  return { admin: dso, meta: emptyMetadata };
}

/** A transfer of the second version by the rules of the first, with what it says of itself. */
function* transferV2(
  dso: string,
  { transfer, actors, extraArgs }: v2.TransferFactoryTransferArgument,
): ChoiceProgram<TransferInstructionResult> {
  yield* requireNoAccount("transfer", "sender", transfer.meta);
  yield* requireNoAccount("transfer", "receiver", transfer.meta);
  const argument = {
    expectedAdmin: transfer.instrumentId.admin,
    transfer: transferToV1(transfer),
    extraArgs,
  };
  const result = yield* transferFrom(dso, actors, argument);
  const said = isSameAccount(transfer.sender, transfer.receiver)
    ? txMetadata({ kind: "merge-split" })
    : txMetadata({ kind: "transfer", sender: argument.transfer.sender });
  return { ...result, meta: { values: new Map([...result.meta.values, ...said.values]) } };
}

/** The rules for parties outside the node and what they make. */
export const externalPartyAmuletRulesModule = modulePart({
  templates: [ExternalPartyAmuletRules],
  instances: [
    instance(ExternalPartyAmuletRules, TransferFactory, {
      view: ({ dso }) => ({ admin: dso, meta: emptyMetadata }),
      methods: ({ dso }) => ({
        transfer: (argument) => transferFrom(dso, [argument.transfer.sender], argument),
        publicFetch: ({ expectedAdmin }) => publicView(dso, expectedAdmin),
      }),
    }),
  ],
  later: {
    instances: [
      eventLogOf(ExternalPartyAmuletRules),
      instance(ExternalPartyAmuletRules, v2.TransferFactory, {
        view: ({ dso }) => ({ admin: dso, meta: emptyMetadata }),
        methods: ({ dso }) => ({
          transfer: (_self, argument) => transferV2(dso, argument),
          transferObservers: ({ transfer: { sender, receiver, instrumentId } }) => [
            ...accountParties(instrumentId.admin, sender),
            ...accountParties(instrumentId.admin, receiver),
          ],
          *publicFetch() {
            return { admin: dso, meta: emptyMetadata };
          },
        }),
      }),
    ],
  },
});
