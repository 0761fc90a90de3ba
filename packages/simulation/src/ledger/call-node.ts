import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { Call } from "./attempts.js";
import type { OpenNode } from "./open-process.js";
import type { SimNode } from "./sim-node.js";
import type { SimWorld } from "./sim-world.js";

/** Calls a node, and traces call and answer; undefined when it does not run. */
export const callNode = async <A>(
  world: SimWorld,
  node: SimNode | undefined,
  what: string,
  run: (open: OpenNode) => Promise<Either<LedgerError, A>>,
): Promise<Call<A> | undefined> => {
  // what another node is doing with its files ends before
  if (world.hasFilesOfSeveral) await new Promise<void>((resume) => world.time.after(0, resume));
  const open = node?.open;
  if (node === undefined || open === undefined) return undefined;
  const { answers } = world;
  const calledAt = world.say(`call ${node.index}: ${what}`);
  answers.open += 1;
  const answer = await Promise.race([run(open), node.ended().then(() => undefined)]);
  answers.open -= 1;
  const answeredAt = world.say(`answer to ${what}: ${shown(answer)}`);
  return { node: node.index, calledAt, answeredAt, answer };
};

const shown = (answer: Either<LedgerError, unknown> | undefined): string => {
  if (answer === undefined) return "none, the node ended";
  return isLeft(answer)
    ? `${answer.left.code} ${answer.left.cause}`
    : JSON.stringify(answer.right, (_, value: unknown) =>
        typeof value === "bigint" ? value.toString() : value,
      );
};
