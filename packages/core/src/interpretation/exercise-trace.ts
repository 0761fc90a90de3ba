import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { Command } from "../commands/composite-command.js";
import { isOfChoice } from "../errors/choice-error.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { ExerciseNode } from "../events/transaction-node.js";

/** Lines of a trace at most; more are three dots, as on a public node. */
const maxLines = 10;

const idLength = 10;
const packageIdLength = 8;

/** A template or interface id with the beginning of its package id. */
const shortId = (id: string): string => {
  const [packageId = "", ...name] = id.split(":");
  return [packageId.slice(0, packageIdLength), ...name].join(":");
};

const line = (text: string): string => `    ${text}\n`;

/** An exercise that was running, with its number as clients see it. */
interface Running {
  readonly node: Pick<ExerciseNode, "templateId" | "interfaceId" | "choice" | "contractId">;
  readonly shownId: number;
}

const traceKey = "exercise_trace";

const traced = (error: LedgerError, lines: string): LedgerError => ({
  ...error,
  context: { ...error.context, [traceKey]: `${error.context[traceKey] ?? ""}${lines}` },
});

/**
 * The error of a choice with the exercises around it, the innermost first, in the words of a public
 * node. Other errors stay as they are.
 *
 * @param running the exercises, the outermost first
 */
export const withExercises = (error: LedgerError, running: ReadonlyArray<Running>): LedgerError => {
  if (!isOfChoice(error)) return error;
  const lines = running.toReversed().map(({ node, shownId }) => {
    const { templateId, interfaceId = templateId, choice, contractId } = node;
    return line(
      `in choice ${shortId(interfaceId)}:${choice} on contract ${contractId.slice(0, idLength)} (#${shownId})`,
    );
  });
  const more = lines.length > maxLines ? line("...") : "";
  return traced(error, lines.slice(0, maxLines).join("") + more);
};

const commandLine = (command: Command, id: string): string => {
  switch (command.kind) {
    case "CreateCommand":
      return `in create command ${id}.`;
    case "ExerciseCommand":
      return `in exercise command ${id}:${command.choice} on contract ${command.contractId.slice(0, idLength)}.`;
    case "ExerciseByKeyCommand":
      return `in exercise-by-key command ${id}:${command.choice} on key ${JSON.stringify(command.contractKey)}.`;
    case "CreateAndExerciseCommand":
      return `in create-and-exercise command ${id}:${command.choice}.`;
  }
};

/**
 * The result of a command; the error of a choice continues its trace with the command.
 *
 * @param id of the template or interface, package-id form
 */
export const withCommand = <A>(
  done: Either<LedgerError, A>,
  command: Command,
  id: string,
): Either<LedgerError, A> =>
  isLeft(done) && isOfChoice(done.left)
    ? left(traced(done.left, line(commandLine(command, shortId(id)))))
    : done;
