import type { SweepConfig } from "./wallet-config.js";

type Sweeps = ReadonlyMap<string, Pick<SweepConfig, "receiver">>;

/** The parties whose sweeps lead from a party back to it, in order; undefined when none do. */
export const ringOf = (sweeps: Sweeps, party: string): ReadonlyArray<string> | undefined => {
  const ring = [party];
  for (let at = sweeps.get(party)?.receiver; at !== undefined; at = sweeps.get(at)?.receiver) {
    if (at === party) return ring;
    // a ring further on, of which the party is no part
    if (ring.includes(at)) return undefined;
    ring.push(at);
  }
  return undefined;
};

const widthOf = ({ maxBalanceUsd, minBalanceUsd }: SweepConfig): bigint =>
  maxBalanceUsd - minBalanceUsd;

/**
 * What is wrong with sweeps: one to its sender; a ring in which each sweep moves more than the next
 * party can keep above its lower threshold, so that none of them can rest.
 */
export const sweepErrors = (sweeps: ReadonlyMap<string, SweepConfig>): ReadonlyArray<string> => {
  const errors: Array<string> = [];
  for (const [party, sweep] of sweeps) {
    const ring = ringOf(sweeps, party);
    if (ring === undefined) continue;
    if (ring.length === 1) {
      errors.push(`walletSweep.${party}.receiver: found the sender, expected another party`);
      continue;
    }
    const widths = new Set(ring.flatMap((each) => sweeps.get(each) ?? []).map(widthOf));
    // each ring is named once
    if (widths.size > 1 || [...ring].sort()[0] !== party) continue;
    errors.push(
      `walletSweep.${party}.receiver: found ${sweep.receiver} in the ring ${[...ring, party].join(" -> ")}, whose sweeps never end because maxBalanceUSD - minBalanceUSD is the same for all; expected sweeps that end`,
    );
  }
  return errors;
};

/** A sweep that rests because it would only hand back what sweeps brought. */
export interface RestingSweep {
  readonly party: string;
  readonly receiver: string;
  /** The parties of the ring, beginning with this one. */
  readonly ring: ReadonlyArray<string>;
}

/**
 * What sweeps brought to the parties of rings since the start of the node. Only money that came
 * otherwise is swept on, so that every ring comes to rest.
 */
export class SweptMoney {
  readonly #sweeps: Sweeps;
  readonly #came = new Map<string, bigint>();
  /** The latest plan of each party. */
  readonly #planned = new Map<string, { readonly commandId: string; readonly amount: bigint }>();
  readonly #resting = new Map<string, RestingSweep>();

  constructor(sweeps: Sweeps) {
    this.#sweeps = sweeps;
  }

  /**
   * How much of an amount a party may sweep; all amounts are CC.
   *
   * @param wanted 0 when nothing is to be swept
   * @param excess what the party has above its lower threshold
   * @param incoming offers of the ring to it that are not paid yet
   */
  allowed(party: string, wanted: bigint, excess: bigint, incoming: bigint): bigint {
    const ring = ringOf(this.#sweeps, party);
    const receiver = this.#sweeps.get(party)?.receiver;
    if (ring === undefined || receiver === undefined) return wanted;
    const known = this.#came.get(party) ?? 0n;
    // what the party has spent is not there to be paid back
    const came = known < excess + incoming ? known : excess + incoming;
    this.#came.set(party, came);
    const isHere = came > incoming ? came - incoming : 0n;
    const allowed = wanted > isHere ? wanted - isHere : 0n;
    if (wanted > 0n && allowed === 0n) this.#resting.set(party, { party, receiver, ring });
    else this.#resting.delete(party);
    return allowed;
  }

  /** Remembers what a party is about to sweep. */
  planned(party: string, commandId: string, amount: bigint): void {
    this.#planned.set(party, { commandId, amount });
  }

  /** To be called when a command of a party took effect. */
  took(party: string, commandId: string): void {
    const planned = this.#planned.get(party);
    const receiver = this.#sweeps.get(party)?.receiver;
    if (planned?.commandId !== commandId || receiver === undefined) return;
    this.#planned.delete(party);
    if (ringOf(this.#sweeps, party) === undefined) return;
    this.#came.set(receiver, (this.#came.get(receiver) ?? 0n) + planned.amount);
  }

  /** The sweeps that rest now. */
  resting(): ReadonlyArray<RestingSweep> {
    return [...this.#resting.values()];
  }
}
