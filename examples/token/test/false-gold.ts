import { metadataV1, transferInstructionV1 as v1 } from "@tallystick/coin";
import { definePackage, instance, numeric, party, record, template } from "@tallystick/core";
import { goldId } from "../src/token.js";

/** What says that it transfers gold, and its administrator knows nothing of. */
export const FalseOffer = template("False.Gold:FalseOffer", {
  payload: record({ admin: party, sender: party, receiver: party, amount: numeric }),
  signatories: ({ sender }) => [sender],
  observers: ({ receiver }) => [receiver],
});

function* nothing() {
  return {
    output: { tag: "TransferInstructionResult_Failed", value: {} } as const,
    senderChangeCids: [],
    meta: metadataV1.emptyMetadata,
  };
}

const offerInstance = instance(FalseOffer, v1.TransferInstruction, {
  view: ({ admin, sender, receiver, amount }) => ({
    originalInstructionCid: undefined,
    transfer: {
      sender,
      receiver,
      amount,
      instrumentId: { admin, id: goldId },
      requestedAt: 0n,
      executeBefore: 4_102_444_800_000_000n,
      inputHoldingCids: [],
      meta: metadataV1.emptyMetadata,
    },
    status: { tag: "TransferPendingReceiverAcceptance", value: {} } as const,
    meta: metadataV1.emptyMetadata,
  }),
  methods: () => ({ accept: nothing, reject: nothing, withdraw: nothing, update: nothing }),
});

export const falseGoldPackage = definePackage({
  name: "false-gold",
  version: "1.0.0",
  templates: [FalseOffer],
  instances: [offerInstance],
});
