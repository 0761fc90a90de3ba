import type { ChoiceProgram, Numeric } from "@tallystick/core";
import { plus, zero } from "../../model/arithmetic.js";
import { isLater } from "../../model/release.js";
import { basicAccount, burnAccount, mintAccount } from "../../token-standard/accounts.js";
import { logChange } from "../../token-standard/holdings-change.js";
import { emptyExtraArgs, emptyMetadata, type Metadata } from "../../token-standard/metadata-v1.js";
import { withReason } from "../../token-standard/token-metadata.js";
import type { TransferLegSide } from "../../token-standard/transfer-leg-side.js";
import { coinInstrumentName } from "../holding/amulet-payload.js";
import type { TransferTerms } from "./transfer-terms.js";
import {
  type CreatedAmulet,
  createdCids,
  type Transfer,
  type TransferOutput,
  type TransferSummary,
} from "./transfer-types.js";

/** A transfer that is made: what its event log says about it follows from here. */
interface Made {
  readonly transfer: Transfer;
  readonly outputs: ReadonlyArray<TransferOutput>;
  readonly created: ReadonlyArray<CreatedAmulet>;
  readonly change: string | undefined;
  readonly summary: TransferSummary;
  /** What was minted, as the metadata of the transfer say it. */
  readonly minted: Metadata;
}

/** What changed for one owner. */
interface OwnersChange {
  readonly inputs: ReadonlyArray<string>;
  readonly legs: Array<TransferLegSide>;
  readonly outputs: Array<string>;
}

function* mintedAmount(summary: TransferSummary): ChoiceProgram<Numeric> {
  let sum = yield* plus(summary.inputAppRewardAmount, summary.inputValidatorRewardAmount);
  sum = yield* plus(sum, summary.inputSvRewardAmount);
  sum = yield* plus(sum, summary.inputUnclaimedActivityRecordAmount ?? zero);
  return yield* plus(sum, summary.inputDevelopmentFundAmount ?? zero);
}

function* mintLegs({ summary, minted }: Made): ChoiceProgram<Array<TransferLegSide>> {
  const amount = yield* mintedAmount(summary);
  if (amount <= 0n) return [];
  const meta = withReason(minted, "mint rewards");
  const instrumentId = coinInstrumentName;
  const side = "ReceiverSide";
  return [{ transferLegId: "mint", side, otherside: mintAccount, amount, instrumentId, meta }];
}

const legOf = (
  index: number,
  { amount, meta = emptyMetadata }: TransferOutput,
): Pick<TransferLegSide, "transferLegId" | "amount" | "instrumentId" | "meta"> => ({
  transferLegId: `leg${index}`,
  amount,
  instrumentId: coinInstrumentName,
  meta,
});

/** What changed for each owner; what the DSO gets is burned, and is no holding of an account. */
function* changesOf(made: Made, dso: string): ChoiceProgram<ReadonlyMap<string, OwnersChange>> {
  const { transfer, outputs, created, change } = made;
  const { sender } = transfer;
  const inputs = transfer.inputs.flatMap((input) =>
    input.tag === "InputAmulet" ? [input.value] : [],
  );
  const own: OwnersChange = {
    inputs,
    legs: yield* mintLegs(made),
    outputs: change === undefined ? [] : [change],
  };
  const changes = new Map([[sender, own]]);
  const cids = createdCids(created);
  for (const [index, output] of outputs.entries()) {
    const { receiver } = output;
    const leg = legOf(index, output);
    const otherside = receiver === dso ? burnAccount : basicAccount(receiver);
    own.legs.push({ ...leg, side: "SenderSide", otherside });
    if (receiver === dso) continue;
    const theirs = changes.get(receiver) ?? { inputs: [], legs: [], outputs: [] };
    theirs.legs.push({ ...leg, side: "ReceiverSide", otherside: basicAccount(sender) });
    theirs.outputs.push(cids[index] ?? "");
    changes.set(receiver, theirs);
  }
  return changes;
}

/** Explains a transfer: once for each owner, in the order of their names. */
export function* logTransfer(made: Made, { dso, eventLog }: TransferTerms): ChoiceProgram<void> {
  if (!(yield* isLater())) return;
  const changes = yield* changesOf(made, dso);
  for (const [owner, change] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    yield* logChange(eventLog, {
      admin: dso,
      account: basicAccount(owner),
      inputHoldingCids: change.inputs,
      transferLegSides: change.legs,
      outputHoldingCids: change.outputs,
      observers: [owner],
      extraArgs: emptyExtraArgs,
    });
  }
}
