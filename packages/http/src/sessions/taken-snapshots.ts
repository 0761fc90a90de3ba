import { invalidField, type LedgerError, type Micros } from "@tallystick/core";
import type { Ledger, LedgerSnapshot, Wallet } from "@tallystick/node";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";

/** Snapshots at a time: each keeps what was changed since. */
const maxSnapshots = 100;

interface Taken {
  readonly snapshot: LedgerSnapshot;
  /** The time of a clock that is driven by hand. */
  readonly now: Micros | undefined;
}

/** A snapshot as its taker names it. */
export interface NamedSnapshot {
  readonly snapshot: string;
  readonly offset: number;
}

/** The snapshots of a node in development, by name. */
export class TakenSnapshots {
  readonly #ledger: Ledger;
  readonly #wallet: Wallet | undefined;
  readonly #taken = new Map<string, Taken>();
  #count = 0;

  constructor(ledger: Ledger, wallet: Wallet | undefined) {
    this.#ledger = ledger;
    this.#wallet = wallet;
  }

  async take(): Promise<Either<LedgerError, NamedSnapshot>> {
    if (this.#taken.size >= maxSnapshots) {
      const reason = `found ${maxSnapshots} snapshots, which is the most: revert to one of them`;
      return left(invalidField("snapshot", reason));
    }
    await this.#wallet?.scheduler.settle();
    const taken = await this.#ledger.snapshot();
    if (isLeft(taken)) return taken;
    const name = String((this.#count += 1));
    this.#taken.set(name, { snapshot: taken.right, now: this.#wallet?.manualClock?.now() });
    return right({ snapshot: name, offset: taken.right.offset });
  }

  async revert(name: string): Promise<Either<LedgerError, NamedSnapshot>> {
    const found = this.#taken.get(name);
    if (found === undefined) {
      const known = [...this.#taken.keys()].join(", ") || "none";
      return left(invalidField("snapshot", `found ${name}, expected one of ${known}`));
    }
    const { snapshot, now } = found;
    await this.#wallet?.scheduler.settle();
    const reverted = await snapshot.revert();
    if (isLeft(reverted)) return reverted;
    if (now !== undefined) this.#wallet?.manualClock?.setBack(now);
    // those taken later are gone
    for (const other of this.#taken.keys())
      if (Number(other) > Number(name)) this.#taken.delete(other);
    return right({ snapshot: name, offset: snapshot.offset });
  }
}
