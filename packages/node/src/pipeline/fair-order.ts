import type { ReceivedCommand } from "./decide-batch.js";

/** Who submitted a command: the same user for the same parties; "" for administration. */
const submitterOf = ({ command }: ReceivedCommand): string =>
  command.kind === "Submit" ? `${command.command.userId} ${command.command.actAs.join()}` : "";

/**
 * In which order waiting commands are decided: as they came, except that a submitter whose last
 * command took long gives way. Commands of others and one command of those who give way have their
 * turns one after the other, so that nobody waits for all the long commands of somebody else.
 */
export class FairOrder {
  /** Those who give way, the one whose turn comes next first. */
  readonly #givingWay = new Set<string>();
  #isTurnOfOthers = false;

  /** Whether the last command of its submitter took long. */
  decided(command: ReceivedCommand, isLong: boolean): void {
    const submitter = submitterOf(command);
    this.#givingWay.delete(submitter);
    if (!isLong) return;
    this.#givingWay.add(submitter);
    this.#isTurnOfOthers = true;
  }

  /** Those to decide next, up to a number, and the rest. */
  split<C extends ReceivedCommand>(
    queue: ReadonlyArray<C>,
    most: number,
  ): readonly [taken: Array<C>, left: Array<C>] {
    if (this.#givingWay.size === 0) return [queue.slice(0, most), queue.slice(most)];
    const others: Array<C> = [];
    const giving = new Map<string, C>();
    for (const command of queue) {
      const submitter = submitterOf(command);
      if (!this.#givingWay.has(submitter)) others.push(command);
      else if (!giving.has(submitter)) giving.set(submitter, command);
    }
    const next = this.#next(giving);
    const isLeftOut = next === undefined || (this.#isTurnOfOthers && others.length > 0);
    this.#isTurnOfOthers = false;
    const taken = isLeftOut ? others.slice(0, most) : [next, ...others.slice(0, most - 1)];
    const isTaken = new Set(taken);
    return [taken, queue.filter((command) => !isTaken.has(command))];
  }

  /** The first command of the submitter whose turn comes; who has none gives way no longer. */
  #next<C>(first: ReadonlyMap<string, C>): C | undefined {
    for (const submitter of this.#givingWay) {
      const command = first.get(submitter);
      if (command !== undefined) return command;
      this.#givingWay.delete(submitter);
    }
    return undefined;
  }
}
