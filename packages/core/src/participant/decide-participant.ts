import { type Either, right } from "fp-ts/lib/Either.js";
import {
  createIdentityProvider,
  deleteIdentityProvider,
  updateIdentityProvider,
} from "./decide-identity-provider.js";
import { allocateExternalParty, changePartyKeys } from "./decide-external-party.js";
import { allocateParty, moveParty, updateParty } from "./decide-party.js";
import { changeUserRights } from "./decide-user-rights.js";
import { createUser, deleteUser, moveUser, updateUser } from "./decide-user.js";
import { registerPackages, updateVetting } from "./decide-vetting.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { ParticipantEvent } from "../events/participant-event.js";
import type { Micros } from "../values/time.js";
import type {
  InitializeLedger,
  ParticipantCommand,
  ParticipantContext,
} from "./participant-command.js";
import type { ParticipantState } from "./participant-state.js";

/** Decides a command on the participant. Left: it is rejected without an event. */
export const decideParticipant = (
  state: ParticipantState,
  command: ParticipantCommand,
  context: ParticipantContext,
): Either<LedgerError, ReadonlyArray<ParticipantEvent>> => {
  const { recordTime, limits } = context;
  switch (command.kind) {
    case "InitializeLedger":
      return right(initialize(state, command, recordTime));
    case "RegisterPackages":
      return registerPackages(state, command, recordTime);
    case "UpdateVetting":
      return updateVetting(state, command, recordTime);
    case "AllocateParty":
      return allocateParty(state, command, context);
    case "AllocateExternalParty":
      return allocateExternalParty(state, command, context);
    case "ChangePartyKeys":
      return changePartyKeys(state, command, recordTime);
    case "UpdateParty":
      return updateParty(state, command, recordTime);
    case "MoveParty":
      return moveParty(state, command, recordTime);
    case "CreateUser":
      return createUser(state, command, context);
    case "UpdateUser":
      return updateUser(state, command, recordTime);
    case "DeleteUser":
      return deleteUser(state, command, recordTime);
    case "MoveUser":
      return moveUser(state, command, recordTime);
    case "GrantUserRights":
    case "RevokeUserRights":
      return changeUserRights(state, command, context);
    case "CreateIdentityProvider":
      return createIdentityProvider(state, command, recordTime, limits);
    case "UpdateIdentityProvider":
      return updateIdentityProvider(state, command, recordTime);
    case "DeleteIdentityProvider":
      return deleteIdentityProvider(state, command, recordTime);
  }
};

const initialize = (
  state: ParticipantState,
  { participantId, synchronizerId }: InitializeLedger,
  recordTime: Micros,
): ReadonlyArray<ParticipantEvent> =>
  state.participantId === ""
    ? [{ type: "LedgerInitialized", participantId, synchronizerId, recordTime }]
    : [];
