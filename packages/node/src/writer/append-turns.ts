import type { Timers } from "@tallystick/background";
import type { TurnStatus } from "../ledger/ledger-observer.js";
import type { TurnRoster } from "./turn-roster.js";

/**
 * Turns of the nodes that contend for the journal's end. Without turns all of them would decide
 * again at the same moment, and all but one would fail. Without contention a node appends at any
 * time. Correctness does not depend on turns: the store's expected revision decides every race, and
 * clocks that differ only cost work.
 */
export interface AppendTurns {
  /** How long this node should wait before it asks again; 0 when it may append now. */
  waitMs(): number;
  lostRace(): void;
  /** Records the time from a decision to its durable append; milliseconds. */
  appended(durationMs: number): void;
  /** Records events of others. */
  followed(): void;
  status(): TurnStatus;
  stop(): void;
}

export interface TurnParts {
  readonly node: string;
  readonly roster: TurnRoster;
  /** Their time of day is about the same on all nodes; it may be set at any moment. */
  readonly timers: Pick<Timers, "nowMs" | "wallMs">;
}

/** How long a lost race, its own or another node's, makes a node take turns; milliseconds. */
const contendedMs = 3_000;

/** How often a node that takes turns announces it; milliseconds. */
const sayMs = 1_000;

/** Length of a turn in appends of the slowest node: the end of the last append is lost time. */
const appendsOfTurn = 12;
const leastTurnMs = 60;
const mostTurnMs = 1_000;

/** Appends after which an unused turn is free. */
const unusedAppends = 3;

/** Part of an append after which all events of others have arrived. */
const settledShare = 0.25;

/** Weight of a measured append in the average. */
const newShare = 0.2;

export interface Turn {
  readonly owner: string;
  readonly sinceMs: number;
  readonly lengthMs: number;
}

/**
 * The turn at a time, the same for all who know the same nodes.
 *
 * @param appendMs append times of the nodes
 */
export const turnAt = (appendMs: ReadonlyMap<string, number>, nowMs: number): Turn => {
  const slowest = Math.max(...appendMs.values());
  const lengthMs = Math.min(mostTurnMs, Math.max(leastTurnMs, Math.ceil(appendsOfTurn * slowest)));
  const nodes = [...appendMs.keys()].toSorted();
  const number = Math.floor(nowMs / lengthMs);
  return { owner: nodes[number % nodes.length] ?? "", sinceMs: number * lengthMs, lengthMs };
};

/** The turns of the only node that appends to its journal: always its own. */
export const everyTurn: AppendTurns = {
  waitMs: () => 0,
  lostRace: () => undefined,
  appended: () => undefined,
  followed: () => undefined,
  status: () => ({ nodes: 1, lostRaces: 0 }),
  stop: () => undefined,
};

/** Takes turns with the other nodes of a journal during contention. */
export const appendTurns = (parts: TurnParts): AppendTurns => new SharedTurns(parts);

class SharedTurns implements AppendTurns {
  readonly #node: string;
  readonly #roster: TurnRoster;
  readonly #timers: TurnParts["timers"];
  readonly #others = new Map<string, { readonly appendMs: number; readonly heardAt: number }>();
  #lostUntil = 0;
  #lostRaces = 0;
  #contendedUntil = 0;
  #saidAt = Number.NEGATIVE_INFINITY;
  /** The announced append time of this node. */
  #saidAppendMs = 0;
  #appendMs = leastTurnMs / appendsOfTurn;
  /** Last known append of each node. */
  #movedAt = Number.NEGATIVE_INFINITY;
  /** Time of the last events of others. */
  #followedAt = Number.NEGATIVE_INFINITY;

  constructor({ node, roster, timers }: TurnParts) {
    this.#node = node;
    this.#roster = roster;
    this.#timers = timers;
    roster.onHeard((said) => {
      if (said.node === node) return;
      const heardAt = this.#timers.nowMs();
      this.#others.set(said.node, { appendMs: said.appendMs, heardAt });
      if (said.hasLost) this.#contendedUntil = heardAt + contendedMs;
    });
  }

  waitMs(): number {
    const now = this.#timers.nowMs();
    if (now >= this.#contendedUntil) return 0;
    this.#say(now);
    const contenders = this.#contenders(now);
    if (contenders.size < 2) return 0;
    const wallMs = this.#timers.wallMs();
    const { owner, sinceMs, lengthMs } = turnAt(contenders, wallMs);
    const usedMs = wallMs - sinceMs;
    const leftMs = lengthMs - usedMs;
    const appendMs = lengthMs / appendsOfTurn;
    // an append begun at the end of a turn collides with those of the next
    if (owner === this.#node && leftMs < appendMs) return leftMs;
    if (owner === this.#node)
      return Math.max(0, Math.ceil(this.#followedAt + settledShare * appendMs - now));
    const quietSince = Math.max(now - usedMs, this.#movedAt);
    const unusedMs = quietSince + unusedAppends * appendMs - now;
    return unusedMs <= 0 ? 0 : Math.max(1, Math.min(leftMs, unusedMs));
  }

  lostRace(): void {
    const now = this.#timers.nowMs();
    this.#lostRaces += 1;
    this.#lostUntil = now + contendedMs;
    this.#contendedUntil = now + contendedMs;
    this.#movedAt = now;
    this.#say(now);
  }

  appended(durationMs: number): void {
    this.#appendMs += newShare * (durationMs - this.#appendMs);
    this.#movedAt = this.#timers.nowMs();
  }

  followed(): void {
    this.#movedAt = this.#timers.nowMs();
    this.#followedAt = this.#movedAt;
  }

  status(): TurnStatus {
    return { nodes: this.#contenders(this.#timers.nowMs()).size, lostRaces: this.#lostRaces };
  }

  stop(): void {
    this.#roster.stop();
  }

  #say(now: number): void {
    if (now - this.#saidAt < sayMs) return;
    this.#saidAt = now;
    this.#saidAppendMs = Math.round(this.#appendMs);
    const hasLost = now < this.#lostUntil;
    this.#roster.say({ node: this.#node, appendMs: this.#saidAppendMs, hasLost });
  }

  /** The append times of the contending nodes, this one included. */
  #contenders(now: number): ReadonlyMap<string, number> {
    const contenders = new Map([[this.#node, this.#saidAppendMs]]);
    for (const [node, { appendMs, heardAt }] of this.#others) {
      if (now - heardAt < contendedMs) contenders.set(node, appendMs);
      else this.#others.delete(node);
    }
    return contenders;
  }
}
