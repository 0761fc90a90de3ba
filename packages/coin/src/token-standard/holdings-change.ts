import {
  type ChoiceProgram,
  exercise,
  instance,
  type Instance,
  type Numeric,
  party,
  type Template,
} from "@tallystick/core";
import { requireExpected } from "../model/require-related.js";
import { accountParties, basicAccount, burnAccount, mintAccount } from "./accounts.js";
import type { AllocationSpecification } from "./allocation-v2.js";
import type { InstrumentId } from "./holding-v1.js";
import { emptyExtraArgs, emptyMetadata, type Metadata } from "./metadata-v1.js";
import { withText } from "./token-metadata.js";
import { EventLog, EventLog_HoldingsChange, type HoldingsChange } from "./transfer-events-v2.js";
import type { TransferLegSide } from "./transfer-leg-side.js";

// An administrator explains each change of holdings in its event log, once for each account.

/** A template of an administrator as an event log. */
export const eventLogOf = <P extends { readonly dso: string }>(of: Template<P>): Instance =>
  instance(of, EventLog, {
    view: ({ dso }) => ({ admin: dso, meta: emptyMetadata }),
    methods: ({ dso }) => ({
      *holdingsChange({ admin }) {
        yield* requireExpected("admin", party, admin, dso);
        return {};
      },
    }),
  });

/** Explains a change. */
export function* logChange(eventLog: string, change: HoldingsChange): ChoiceProgram<void> {
  yield* exercise(EventLog_HoldingsChange, eventLog, change);
}

/** Holdings that come into being or go. */
interface OneSided {
  readonly eventLog: string;
  readonly instrument: InstrumentId;
  readonly owner: string;
  readonly amount: Numeric;
  readonly meta: Metadata;
  readonly holdingCid: string;
}

const oneSided = (
  { instrument, owner, amount, meta }: OneSided,
  leg: Pick<TransferLegSide, "transferLegId" | "side" | "otherside">,
) => ({
  admin: instrument.admin,
  account: basicAccount(owner),
  transferLegSides: [{ ...leg, amount, instrumentId: instrument.id, meta }],
  observers: [owner],
  extraArgs: emptyExtraArgs,
});

/** Explains a new holding that nothing was given for. */
export const logMint = (mint: OneSided): ChoiceProgram<void> =>
  logChange(mint.eventLog, {
    ...oneSided(mint, { transferLegId: "mint", side: "ReceiverSide", otherside: mintAccount }),
    inputHoldingCids: [],
    outputHoldingCids: [mint.holdingCid],
  });

/** Explains a holding that is gone. */
export const logBurn = (burn: OneSided): ChoiceProgram<void> =>
  logChange(burn.eventLog, {
    ...oneSided(burn, { transferLegId: "burn", side: "SenderSide", otherside: burnAccount }),
    inputHoldingCids: [burn.holdingCid],
    outputHoldingCids: [],
  });

/** Explains what the settlement of an allocation changed for its account. */
export function* logSettlement(
  eventLog: string,
  { admin, authorizer, transferLegSides }: AllocationSpecification,
  inputHoldingCids: ReadonlyArray<string>,
  outputHoldingCids: ReadonlyArray<string>,
): ChoiceProgram<void> {
  const parts = [transferLegSides, inputHoldingCids, outputHoldingCids];
  if (parts.every((each) => each.length === 0) || authorizer.owner === undefined) return;
  yield* logChange(eventLog, {
    admin,
    account: authorizer,
    inputHoldingCids,
    transferLegSides,
    outputHoldingCids,
    observers: accountParties(admin, authorizer),
    extraArgs: { ...emptyExtraArgs, meta: withText(emptyMetadata, "settle allocation") },
  });
}
