import {
  decideParticipant,
  evolveParticipant,
  type LedgerError,
  type LedgerEvent,
  newEdit,
  type PackageRegistered,
  type ParticipantState,
  type UpdateVettingCommand,
  vettedAmong,
} from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { isOf } from "./administer-parties.js";
import type { UpdateVetting, Vetting } from "../ledger/administration-requests.js";
import type { Administration } from "../ledger/administration.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import { sortedValues } from "./sorted-values.js";

type VettingUpdate = Either<LedgerError, { readonly past: Vetting; readonly now: Vetting }>;

/** Retries of a change without a serial, when another one was first. */
const maxTries = 16;

/** What a participant has vetted (ledger-api 2.13). */
export const vettingAdministration = (
  pipeline: Pipeline,
  limits: LedgerConfig,
): Pick<Administration, "vetting" | "updateVetting"> => {
  const sorted = sortedValues<PackageRegistered>();
  const participant = (): ParticipantState => pipeline.committed().state.participant;
  const shown = (state: ParticipantState): Vetting => ({
    packages: vettedAmong(state.vetting, sorted(state.packages).keys),
    serial: state.vetting.serial,
  });
  const preview = (state: ParticipantState, command: UpdateVettingCommand): VettingUpdate => {
    const { recordTime } = pipeline.committed().state;
    const decided = decideParticipant(state, command, { recordTime, freshName: "", limits });
    return isLeft(decided) ? decided : right(between(shown, state, decided.right));
  };
  return {
    vetting: () => shown(participant()),
    updateVetting: async ({ dryRun, ...request }) => {
      const command = commandOf(request);
      for (let tried = 1; ; tried++) {
        const state = participant();
        if (dryRun) return preview(state, command);
        // the answer's past must be the state the change was made on
        const expectedSerial = request.expectedSerial ?? state.vetting.serial;
        const outcome = await pipeline.enqueue({ ...command, expectedSerial });
        if (!isLeft(outcome)) return right(between(shown, state, outcome.right.events));

        const overtaken = outcome.left.code === "TOPOLOGY_SERIAL_MISMATCH";
        if (!overtaken || request.expectedSerial !== undefined || tried === maxTries)
          return outcome;
      }
    },
  };
};

const commandOf = (request: Omit<UpdateVetting, "dryRun">): UpdateVettingCommand => ({
  ...request,
  kind: "UpdateVetting",
});

const between = (
  shown: (state: ParticipantState) => Vetting,
  state: ParticipantState,
  events: ReadonlyArray<LedgerEvent>,
): { readonly past: Vetting; readonly now: Vetting } => {
  const edit = newEdit();
  let after = state;
  for (const event of events)
    if (isOf("PackagesVettingChanged")(event)) after = evolveParticipant(after, event, edit);
  return { past: shown(state), now: shown(after) };
};
