import { archive, type ChoiceProgram, create, party, record, template } from "@tallystick/core";
import { modulePart } from "../../model/module-part.js";
import { isLater } from "../../model/release.js";
import { basicAccount } from "../../token-standard/accounts.js";
import { eventLogOf, logBurn, logChange } from "../../token-standard/holdings-change.js";
import { emptyExtraArgs, emptyMetadata } from "../../token-standard/metadata-v1.js";
import { withText } from "../../token-standard/token-metadata.js";
import { type AmuletPayload, coinInstrument } from "./amulet-payload.js";

/** An event log for one change, where no contract of the DSO is at hand that could be one. */
const AmuletEventLog = template("Splice.AmuletEventLog:AmuletEventLog", {
  payload: record({ dso: party }),
  signatories: ({ dso }) => [dso],
});

export const eventLogModule = modulePart({
  later: { templates: [AmuletEventLog], instances: [eventLogOf(AmuletEventLog)] },
});

/** Explains that a locked coin has become a coin. */
export function* logUnlock(
  { dso, owner }: AmuletPayload,
  reason: string,
  lockedCid: string,
  amuletCid: string,
): ChoiceProgram<void> {
  if (!(yield* isLater())) return;
  const eventLog = yield* create(AmuletEventLog, { dso });
  yield* logChange(eventLog, {
    admin: dso,
    account: basicAccount(owner),
    inputHoldingCids: [lockedCid],
    transferLegSides: [],
    outputHoldingCids: [amuletCid],
    observers: [owner],
    extraArgs: { ...emptyExtraArgs, meta: withText(emptyMetadata, reason) },
  });
  yield* archive(AmuletEventLog, eventLog);
}

/** Explains that a coin is gone. */
export function* logCoinBurn(
  { dso, owner, amount }: AmuletPayload,
  eventLog: string,
  reason: string,
  holdingCid: string,
): ChoiceProgram<void> {
  if (!(yield* isLater())) return;
  yield* logBurn({
    eventLog,
    instrument: coinInstrument(dso),
    owner,
    amount: amount.initialAmount,
    meta: withText(emptyMetadata, reason),
    holdingCid,
  });
}
