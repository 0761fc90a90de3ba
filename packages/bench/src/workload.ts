import type { JsCommands } from "@tallystick/wire";

const pingTemplate = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";

/** The user all benchmark commands in process are submitted as. */
export const benchUser = "bench";

/** A composite command that creates one Ping between a party and itself. */
export const pingCommands = (party: string, commandId: string): JsCommands => ({
  commands: [
    {
      CreateCommand: {
        templateId: pingTemplate,
        createArguments: { id: commandId, initiator: party, responder: party },
      },
    },
  ],
  commandId,
  actAs: [party],
  userId: benchUser,
});

/** A composite command that archives a Ping again. */
export const abortCommands = (
  party: string,
  commandId: string,
  contractId: string,
): JsCommands => ({
  commands: [
    {
      ExerciseCommand: {
        templateId: pingTemplate,
        contractId,
        choice: "AbortPing",
        choiceArgument: {},
      },
    },
  ],
  commandId,
  actAs: [party],
  userId: benchUser,
});
