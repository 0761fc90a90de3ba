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

/**
 * A template of an administrator as an event log.
 *
 * @param adminOf the administrator in a payload, a signatory
 */
export const eventLogFor = <P>(of: Template<P>, adminOf: (payload: P) => string): Instance =>
  instance(of, EventLog, {
    view: (payload) => ({ admin: adminOf(payload), meta: emptyMetadata }),
    methods: (payload) => ({
      *holdingsChange({ admin }) {
        yield* requireExpected("admin", party, admin, adminOf(payload));
        return {};
      },
    }),
  });

/** A template of the DSO as an event log. */
export const eventLogOf = <P extends { readonly dso: string }>(of: Template<P>): Instance =>
  eventLogFor(of, ({ dso }) => dso);

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

/** What a change of an account's holdings says. */
export type AccountChange = Omit<HoldingsChange, "observers" | "extraArgs">;

/**
 * Explains a change to those who see the account. Changes of the administrator's own accounts of
 * mints and burns need no explanation, nor does nothing.
 *
 * @param eventLog a contract of the administrator; check that it is one: its code runs with the
 *   authority of the choice
 * @param reason for people; may be empty
 */
export function* logAccountChange(
  eventLog: string,
  change: AccountChange,
  reason: string,
): ChoiceProgram<void> {
  const { admin, account, transferLegSides, inputHoldingCids, outputHoldingCids } = change;
  const parts = [transferLegSides, inputHoldingCids, outputHoldingCids];
  if (parts.every((each) => each.length === 0) || account.owner === undefined) return;
  yield* logChange(eventLog, {
    ...change,
    observers: accountParties(admin, account),
    extraArgs: { ...emptyExtraArgs, meta: withText(emptyMetadata, reason) },
  });
}

/** Explains what the settlement of an allocation changed for its account. */
export const logSettlement = (
  eventLog: string,
  { admin, authorizer: account, transferLegSides }: AllocationSpecification,
  inputHoldingCids: ReadonlyArray<string>,
  outputHoldingCids: ReadonlyArray<string>,
): ChoiceProgram<void> =>
  logAccountChange(
    eventLog,
    { admin, account, transferLegSides, inputHoldingCids, outputHoldingCids },
    "settle allocation",
  );
