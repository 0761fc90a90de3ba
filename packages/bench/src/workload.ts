import type { Command, Submission } from "@tallystick/core";

const templateId = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";

/** The user all benchmark commands in process are submitted as. */
export const benchUser = "bench";

const composite = (party: string, commandId: string, command: Command): Submission => ({
  commands: [command],
  commandId,
  actAs: [party],
  userId: benchUser,
});

/** A composite command that creates one Ping between a party and itself. */
export const pingCommands = (party: string, commandId: string): Submission =>
  composite(party, commandId, {
    kind: "CreateCommand",
    templateId,
    createArguments: { id: commandId, initiator: party, responder: party },
  });

/** A composite command that archives a Ping again. */
export const abortCommands = (party: string, commandId: string, contractId: string): Submission =>
  composite(party, commandId, {
    kind: "ExerciseCommand",
    templateId,
    contractId,
    choice: "AbortPing",
    choiceArgument: { anyone: party },
  });
