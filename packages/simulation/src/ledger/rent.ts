import type { LedgerError } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { SimNode } from "./sim-node.js";
import { isUnknown, type SimUsers } from "./sim-users.js";
import type { SimWorld } from "./sim-world.js";
import { rentSaid } from "./submissions.js";

/** How often rent is due, and how often an automation looks; milliseconds. */
const periodMs = 3_000;
const lookMs = 700;

/** The memory of one process of a node. */
interface Memory {
  readonly start: number;
  /** The last period whose rent it knows to be paid. */
  paid: number;
  isPaying: boolean;
}

/**
 * An automation on each node that may run some: it pays the rent of each period. A process knows
 * only what it paid itself. Its command ids follow from the period, so that the rent is paid once,
 * whatever happens.
 */
export class RentAutomation {
  readonly #world: SimWorld;
  readonly #users: SimUsers;
  readonly #payer: string;
  readonly #memories = new Map<SimNode, Memory>();
  isOver = false;

  constructor(world: SimWorld, users: SimUsers, payer: string) {
    this.#world = world;
    this.#users = users;
    this.#payer = payer;
  }

  /** True when nothing is being paid. */
  get isQuiet(): boolean {
    return [...this.#memories.values()].every(({ isPaying }) => !isPaying);
  }

  /** Begins to look, again and again. */
  begin(node: SimNode): void {
    this.#world.time.after(lookMs, () => {
      if (this.isOver) return;
      this.begin(node);
      if (node.open?.ledger.isPreferredWriter() !== true) return;
      const memory = this.#memoryOf(node);
      if (memory.isPaying || memory.paid >= this.#period()) return;
      memory.isPaying = true;
      void this.#pay(node, memory).finally(() => {
        memory.isPaying = false;
      });
    });
  }

  #period(): number {
    return Math.floor(this.#world.time.nowMs / periodMs);
  }

  #memoryOf(node: SimNode): Memory {
    const known = this.#memories.get(node);
    const start = node.starts - 1;
    if (known?.start === start) return known;
    const memory = { start, paid: -1, isPaying: false };
    this.#memories.set(node, memory);
    return memory;
  }

  async #pay(node: SimNode, memory: Memory): Promise<void> {
    const period = this.#period();
    const { start } = memory;
    const commandId = this.#world.canary.rentId?.(period, { start }) ?? `rent-${period}`;
    const said = rentSaid(this.#payer, period);
    const named = { said, commandId };
    const answer = await this.#users.submit(node.index, named, { kind: "none" }, true);
    if (answer === "down" || isUnknown(answer)) return;
    const isPaid = answer !== undefined && (!isLeft(answer) || isDuplicate(answer.left));
    if (isPaid) memory.paid = period;
  }
}

const isDuplicate = ({ code }: LedgerError): boolean => code === "DUPLICATE_COMMAND";
