import {
  choice,
  type ChoiceProgram,
  contractId,
  exercise,
  list,
  optional,
  record,
  type Static,
} from "@tallystick/core";
import {
  TransferFactory_Transfer,
  TransferInstructionResult,
} from "../token-standard/transfer-instruction-v1.js";
import {
  HoldingsByInstrument,
  holdingsOf,
  withHoldings,
} from "../delegation/holdings-by-instrument.js";
import { TransferCall } from "../delegation/merge-delegation.js";
import { requireThat, throwGeneralError } from "../model/coin-error.js";
import { modulePart } from "../model/module-part.js";
import {
  markActivityOf,
  type ProxyPayload,
  requireAllowed,
  requireRightOf,
  WalletUserProxy,
} from "./wallet-user-proxy.js";
import { shownParty } from "../model/shown.js";

const Batch = record({
  transferCalls: list(TransferCall),
  optFeaturedAppRightCid: optional(contractId),
});
type Batch = Static<typeof Batch>;

const BatchResult = record({
  transferResults: list(TransferInstructionResult),
  senderChangeMap: HoldingsByInstrument,
});

const firstSender = ({ transferCalls }: Batch): string =>
  transferCalls[0]?.choiceArg.transfer.sender ??
  throwGeneralError("Cannot determine sender from empty list of TransferFactoryCalls");

/**
 * Carries out the transfers in order, all or none; the change of one is an input of the next of its
 * instrument.
 */
function* runTransfers(
  proxy: ProxyPayload,
  batch: Batch,
): ChoiceProgram<Static<typeof BatchResult>> {
  const { transferCalls, optFeaturedAppRightCid } = batch;
  const sender = firstSender(batch);
  if (optFeaturedAppRightCid !== undefined) yield* requireRightOf(proxy, optFeaturedAppRightCid);
  yield* requireAllowed(proxy, sender);
  const transferResults: Array<TransferInstructionResult> = [];
  let senderChangeMap: HoldingsByInstrument = [];
  for (const { factoryCid, choiceArg } of transferCalls) {
    const { transfer } = choiceArg;
    yield* requireThat(
      transfer.sender === sender,
      () =>
        `Transfer sender ${shownParty(transfer.sender)} matches expected sender ${shownParty(sender)}`,
    );
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
    controllers: (_proxy, batch) => [firstSender(batch)],
    *body({ payload }, batch) {
      return yield* runTransfers(payload, batch);
    },
  },
);

export const batchTransferModule = modulePart({ choices: [WalletUserProxy_BatchTransfer] });
