import {
  decideParticipant,
  evolveParticipant,
  type LedgerError,
  type LedgerEvent,
  entriesOf,
  newEdit,
  type PersistentMap,
  type PackageRegistered,
  type ParticipantState,
  type UpdateVettingCommand,
  vettedAmong,
} from "@tallystick/core";
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { isOf } from "./administer-parties.js";
import type { UpdateVetting, Vetting } from "../ledger/administration-requests.js";
import type { Administration } from "../ledger/administration.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import type { LoadedPackages } from "./loaded-packages.js";
import { onLatestVetting } from "./on-latest-vetting.js";
import type { CommandResult } from "../pipeline/command-outcome.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import { sortedValues } from "./sorted-values.js";

type VettingUpdate = Either<LedgerError, { readonly past: Vetting; readonly now: Vetting }>;

/** What a participant has vetted (ledger-api 2.13). */
export const vettingAdministration = (
  pipeline: Pipeline,
  limits: LedgerConfig,
  uploaded: LoadedPackages,
): Pick<Administration, "vetting" | "updateVetting" | "knownPackages"> => {
  const sorted = sortedValues<PackageRegistered>();
  const participant = (): ParticipantState => pipeline.committed().state.participant;
  const shown = (state: ParticipantState): Vetting => ({
    packages: vettedAmong(state.vetting, sorted(state.packages).keys),
    serial: state.vetting.serial,
  });
  const preview = async (
    state: ParticipantState,
    command: UpdateVettingCommand,
  ): Promise<VettingUpdate> => {
    const { recordTime } = pipeline.committed().state;
    const decided = decideParticipant(state, command, { recordTime, freshName: "", limits });
    if (isLeft(decided)) return decided;
    const after = vettingAfter(state, decided.right);
    const error = await uploaded.upgradeError(
      state,
      valuesOf(state.packages),
      (packageId) => vettedAmong(after.vetting, [packageId]).length > 0,
    );
    return error === undefined ? right(between(shown, state, decided.right)) : left(error);
  };
  return {
    vetting: () => shown(participant()),
    knownPackages: () =>
      [...valuesOf(participant().packages)].map(({ packageId, name, version, recordTime }) => ({
        packageId,
        name,
        version,
        knownSince: recordTime,
      })),
    updateVetting: ({ dryRun, ...request }) => {
      const command = commandOf(request);
      const attempt = async (): Promise<VettingUpdate> => {
        const state = participant();
        const previewed = await preview(state, command);
        if (dryRun || isLeft(previewed)) return previewed;
        // the answer's past must be the state the change was made on
        const expectedSerial = request.expectedSerial ?? state.vetting.serial;
        const outcome = await pipeline.enqueue({ ...command, expectedSerial });
        return map(({ events }: CommandResult) => between(shown, state, events))(outcome);
      };
      return request.expectedSerial === undefined ? onLatestVetting(attempt) : attempt();
    },
  };
};

const commandOf = (request: Omit<UpdateVetting, "dryRun">): UpdateVettingCommand => ({
  ...request,
  kind: "UpdateVetting",
});

function* valuesOf<A>(map: PersistentMap<A>): Generator<A> {
  for (const [, value] of entriesOf(map)) yield value;
}

const vettingAfter = (
  state: ParticipantState,
  events: ReadonlyArray<LedgerEvent>,
): ParticipantState => {
  const edit = newEdit();
  let after = state;
  for (const event of events)
    if (isOf("PackagesVettingChanged")(event)) after = evolveParticipant(after, event, edit);
  return after;
};

const between = (
  shown: (state: ParticipantState) => Vetting,
  state: ParticipantState,
  events: ReadonlyArray<LedgerEvent>,
): { readonly past: Vetting; readonly now: Vetting } => ({
  past: shown(state),
  now: shown(vettingAfter(state, events)),
});
