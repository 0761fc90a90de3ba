import type { TurnRoster } from "./turn-roster.js";

/**
 * Whose turn it is to append, of the nodes that contend for the journal's end. Without turns all of
 * them would decide again at the same moment, all but one in vain. Without contention, a node
 * appends when it has something to. Nothing depends on turns: the store's expected revision decides
 * every race, and clocks that differ only cost work.
 */
export interface AppendTurns {
  /** How long this node should wait before it looks again; 0 when it should append now. */
  waitMs(): number;
  /** Another node was first. */
  lostRace(): void;
  /** An append was durable so long after its decision was begun; milliseconds. */
  appended(durationMs: number): void;
  /** Events of others came in. */
  followed(): void;
  stop(): void;
}

/** What turns are taken with. */
export interface TurnParts {
  readonly node: string;
  readonly roster: TurnRoster;
  /** Milliseconds since the Unix epoch, about the same on all nodes. */
  readonly clock?: () => number;
}

/** How long a lost race, its own or another node's, makes a node take turns; milliseconds. */
const contendedMs = 3_000;

/** How often a node that takes turns says so; milliseconds. */
const sayMs = 1_000;

/** A turn is so many appends of the slowest node long: the end of the last is lost time. */
const appendsOfTurn = 12;
const leastTurnMs = 60;
const mostTurnMs = 1_000;

/** A turn that its owner does not use is free after so many appends. */
const unusedAppends = 3;

/** Events of others come one after the other: all of them have, after so much of an append. */
const settledShare = 0.25;

/** How much of a measured append goes into the average. */
const newShare = 0.2;

/** The turn of a moment. */
export interface Turn {
  readonly owner: string;
  readonly sinceMs: number;
  readonly lengthMs: number;
}

/**
 * The turn of a moment, the same for all who know the same nodes.
 *
 * @param appendMs how long the appends of each node take
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
  stop: () => undefined,
};

/** Takes turns with the other nodes of a journal while they contend. */
export const appendTurns = (parts: TurnParts): AppendTurns => new SharedTurns(parts);

class SharedTurns implements AppendTurns {
  readonly #node: string;
  readonly #roster: TurnRoster;
  readonly #clock: () => number;
  readonly #others = new Map<string, { readonly appendMs: number; readonly heardAt: number }>();
  #lostUntil = 0;
  #contendedUntil = 0;
  #saidAt = 0;
  /** What the others know of this node's appends. */
  #saidAppendMs = 0;
  #appendMs = leastTurnMs / appendsOfTurn;
  /** When a node last appended, as far as this node has seen. */
  #movedAt = 0;
  /** When events of others last came in. */
  #followedAt = 0;

  constructor({ node, roster, clock = Date.now }: TurnParts) {
    this.#node = node;
    this.#roster = roster;
    this.#clock = clock;
    roster.onHeard((said) => {
      if (said.node === node) return;
      const heardAt = this.#clock();
      this.#others.set(said.node, { appendMs: said.appendMs, heardAt });
      if (said.hasLost) this.#contendedUntil = heardAt + contendedMs;
    });
  }

  waitMs(): number {
    const now = this.#clock();
    if (now >= this.#contendedUntil) return 0;
    this.#say(now);
    const contenders = this.#contenders(now);
    if (contenders.size < 2) return 0;
    const { owner, sinceMs, lengthMs } = turnAt(contenders, now);
    const leftMs = sinceMs + lengthMs - now;
    const appendMs = lengthMs / appendsOfTurn;
    // an append that is begun at the end of a turn meets those of the next
    if (owner === this.#node && leftMs < appendMs) return leftMs;
    if (owner === this.#node)
      return Math.max(0, Math.ceil(this.#followedAt + settledShare * appendMs - now));
    const quietSince = Math.max(sinceMs, this.#movedAt);
    const unusedMs = quietSince + unusedAppends * appendMs - now;
    return unusedMs <= 0 ? 0 : Math.max(1, Math.min(leftMs, unusedMs));
  }

  lostRace(): void {
    const now = this.#clock();
    this.#lostUntil = now + contendedMs;
    this.#contendedUntil = now + contendedMs;
    this.#movedAt = now;
    this.#say(now);
  }

  appended(durationMs: number): void {
    this.#appendMs += newShare * (durationMs - this.#appendMs);
    this.#movedAt = this.#clock();
  }

  followed(): void {
    this.#movedAt = this.#clock();
    this.#followedAt = this.#movedAt;
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

  /** How long the appends take of those who contend now, this node among them. */
  #contenders(now: number): ReadonlyMap<string, number> {
    const contenders = new Map([[this.#node, this.#saidAppendMs]]);
    for (const [node, { appendMs, heardAt }] of this.#others) {
      if (now - heardAt < contendedMs) contenders.set(node, appendMs);
      else this.#others.delete(node);
    }
    return contenders;
  }
}
