import { randomUUID } from "node:crypto";
import * as t from "io-ts";
import { CommandError, usageError } from "../command-error.js";
import { tryCommands } from "./dry-run.js";
import { CreatedEvent, eventFormat, templateOf } from "./event-wire.js";
import { jsonInput } from "./json-input.js";
import type { NodeConnection } from "./node-connection.js";
import { ownParties, partiesNamed } from "./parties.js";
import type { Shown } from "./table-text.js";

const ExercisedEvent = t.type(
  {
    contractId: t.string,
    templateId: t.string,
    packageName: t.string,
    choice: t.string,
    exerciseResult: t.unknown,
  },
  "an exercised event",
);

const Answer = t.type(
  {
    transaction: t.type({
      updateId: t.string,
      offset: t.number,
      events: t.array(t.partial({ CreatedEvent, ExercisedEvent })),
    }),
  },
  "a transaction",
);

interface SubmitFlags {
  readonly "act-as"?: ReadonlyArray<string> | undefined;
  readonly "read-as"?: ReadonlyArray<string> | undefined;
  readonly "command-id"?: string | undefined;
  readonly "dry-run"?: boolean | undefined;
  readonly at?: string | undefined;
}

const actingParties = async (
  node: NodeConnection,
  given: ReadonlyArray<string> = [],
): Promise<ReadonlyArray<string>> => {
  if (given.length > 0) return partiesNamed(node, given);
  const { actAs } = await ownParties(node);
  if (actAs.length === 1) return actAs;
  throw new CommandError(
    actAs.length === 0
      ? `${node.user} may not act as any party; "tallystick party allocate" makes one`
      : `--act-as: ${node.user} may act as ${actAs.length} parties, expected one of them: ${actAs.map((party) => party.split("::")[0]).join(", ")}`,
  );
};

const submit = async (
  node: NodeConnection,
  flags: SubmitFlags,
  command: object,
): Promise<Shown> => {
  const actAs = await actingParties(node, flags["act-as"]);
  const readAs = await partiesNamed(node, flags["read-as"] ?? []);
  const commandId = flags["command-id"] ?? randomUUID();
  const commands = { commands: [command], commandId, userId: node.user, actAs, readAs };
  if (flags["dry-run"] === true) return tryCommands(node, commands, flags.at);
  if (flags.at !== undefined) throw usageError("--at: only with --dry-run");
  const transactionFormat = {
    eventFormat: eventFormat([...actAs, ...readAs]),
    transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
  };
  const { transaction } = await node.ask(Answer, {
    method: "POST",
    path: "/v2/commands/submit-and-wait-for-transaction",
    body: { commands, transactionFormat },
  });
  const rows = transaction.events.map(({ CreatedEvent: created, ExercisedEvent: exercised }) => {
    if (created !== undefined) {
      const payload = JSON.stringify(created.createArgument);
      return ["created", templateOf(created), created.contractId, payload];
    }
    if (exercised === undefined) return ["other", "", "", ""];
    const { choice, contractId, exerciseResult } = exercised;
    const result = JSON.stringify(exerciseResult);
    return [`exercised ${choice}`, templateOf(exercised), contractId, result];
  });
  const columns = ["EVENT", "TEMPLATE", "CONTRACT", "PAYLOAD OR RESULT"];
  return { json: transaction, columns, rows };
};

export const submitCreate = async (
  node: NodeConnection,
  flags: SubmitFlags,
  templateId: string,
  payload: string,
): Promise<Shown> => {
  const createArguments = await jsonInput("PAYLOAD", payload);
  return submit(node, flags, { CreateCommand: { templateId, createArguments } });
};

export const submitExercise = async (
  node: NodeConnection,
  flags: SubmitFlags,
  [templateId, contractId, choice]: readonly [string, string, string],
  argument: string,
): Promise<Shown> => {
  const choiceArgument = await jsonInput("ARGUMENT", argument);
  const command = { templateId, contractId, choice, choiceArgument };
  return submit(node, flags, { ExerciseCommand: command });
};
