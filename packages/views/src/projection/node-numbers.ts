import type { ExerciseNode } from "@tallystick/core";

/** Numbers of `TransactionCommitted.reads`. */
type Reads = ReadonlyArray<number> | undefined;

const numbersOfRead = 2;

/** How many reads came before the node at an index; they are in order. */
const readsBefore = (reads: ReadonlyArray<number>, nodeId: number): number => {
  let low = 0;
  let high = reads.length / numbersOfRead;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((reads[middle * numbersOfRead] ?? 0) <= nodeId) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The number of a node as clients see it: what was fetched or looked up before it counts too. */
export const shownNodeId = (nodeId: number, reads: Reads): number =>
  reads === undefined ? nodeId : nodeId + readsBefore(reads, nodeId);

/** The last number inside of an exercise, which may be that of a fetch. */
export const shownLastDescendant = (
  { nodeId, lastDescendantNodeId: last }: Pick<ExerciseNode, "nodeId" | "lastDescendantNodeId">,
  reads: Reads,
): number => {
  if (reads === undefined) return last;
  let inside = readsBefore(reads, last);
  // those after its last node that are still inside of it, or of an exercise in it
  const isInside = (read: number): boolean =>
    reads[read * numbersOfRead] === last + 1 && (reads[read * numbersOfRead + 1] ?? -1) >= nodeId;
  while (isInside(inside)) inside++;
  return last + inside;
};
