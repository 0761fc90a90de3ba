import type { CreateNode, ExerciseNode, TransactionCommitted } from "@tallystick/core";

/** The create nodes of a transaction. */
export const createdIn = ({ nodes }: TransactionCommitted): ReadonlyArray<CreateNode> =>
  nodes.filter((node) => node.kind === "create");

/** The exercise nodes of a transaction. */
export const exercisedIn = ({ nodes }: TransactionCommitted): ReadonlyArray<ExerciseNode> =>
  nodes.filter((node) => node.kind === "exercise");
