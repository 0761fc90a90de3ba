import {
  choice,
  contractId,
  exercise,
  list,
  optional,
  record,
  type Static,
  type ChoiceProgram,
} from "@tallystick/core";
import {
  TransferFactory_Transfer,
  TransferInstructionResult,
} from "../token-standard/transfer-instruction-v1.js";
import { requireSame } from "../model/require-same.js";
import {
  HoldingsByInstrument,
  holdingsOf,
  withHoldings,
} from "../delegation/holdings-by-instrument.js";
import { TransferCall } from "../delegation/merge-delegation.js";
import { stopWith } from "../model/coin-error.js";
import { modulePart } from "../model/module-part.js";
import {
  requireAllowed,
  requireRightOf,
  markActivityOf,
  type ProxyPayload,
  WalletUserProxy,
} from "./wallet-user-proxy.js";

const Batch = record({
  transferCalls: list(TransferCall),
  optFeaturedAppRightCid: optional(contractId),
});
type Batch = Static<typeof Batch>;

const BatchResult = record({
  transferResults: list(TransferInstructionResult),
  senderChangeMap: HoldingsByInstrument,
});

const firstSender = ({ transferCalls }: Batch): string | undefined =>
  transferCalls[0]?.choiceArg.transfer.sender;

/**
 * Carries out the transfers in order, all or none; the change of one is an input of the next of its
 * instrument.
 */
function* runTransfers(
  proxy: ProxyPayload,
  batch: Batch,
): ChoiceProgram<Static<typeof BatchResult>> {
  const { transferCalls, optFeaturedAppRightCid } = batch;
  const sender =
    firstSender(batch) ??
    (yield* stopWith("invalid-argument", "A batch has at least one transfer."));
  if (optFeaturedAppRightCid !== undefined) yield* requireRightOf(proxy, optFeaturedAppRightCid);
  yield* requireAllowed(proxy, sender);
  const transferResults: Array<TransferInstructionResult> = [];
  let senderChangeMap: HoldingsByInstrument = [];
  for (const { factoryCid, choiceArg } of transferCalls) {
    const { transfer } = choiceArg;
    yield* requireSame("sender of the transfer", transfer.sender, sender);
    const inputHoldingCids = [
      ...transfer.inputHoldingCids,
      ...holdingsOf(senderChangeMap, transfer.instrumentId),
    ];
    const result = yield* exercise(TransferFactory_Transfer, factoryCid, {
      ...choiceArg,
      transfer: { ...transfer, inputHoldingCids },
    });
    if (optFeaturedAppRightCid !== undefined)
      yield* markActivityOf(proxy, sender, optFeaturedAppRightCid);
    transferResults.push(result);
    const { instrumentId } = transfer;
    senderChangeMap = withHoldings(senderChangeMap, instrumentId, result.senderChangeCids);
  }
  return { transferResults, senderChangeMap };
}

/**
 * The user makes many transfers at once; without a featured app right none of them earns anything.
 */
export const WalletUserProxy_BatchTransfer = choice(
  WalletUserProxy,
  "WalletUserProxy_BatchTransfer",
  {
    argument: Batch,
    result: BatchResult,
    consuming: false,
    // an empty batch has no sender; the body refuses it
    controllers: ({ provider }, batch) => [firstSender(batch) ?? provider],
    body: ({ payload }, batch) => runTransfers(payload, batch),
  },
);

/** Many transfers through the proxy at once. */
export const batchTransferModule = modulePart({ choices: [WalletUserProxy_BatchTransfer] });
