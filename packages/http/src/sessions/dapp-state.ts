import { createHash } from "node:crypto";
import { Listeners } from "@tallystick/background";
import { type HttpIds, systemIds } from "./http-ids.js";
import type { PartyId, Submission, UserId } from "@tallystick/core";

/** How long a connect or a request waits for its user, and a session lives; milliseconds. */
export const lifetimes = {
  pending: 5 * 60 * 1_000,
  session: 24 * 60 * 60 * 1_000,
} as const;

/** The most of each kind. A new connect replaces the oldest; more of the others are rejected. */
const most = {
  connects: 100,
  connectsOfAddress: 50,
  connectsOfOrigin: 5,
  sessions: 1_000,
  requestsOfSession: 10,
} as const;
/** The most sessions of a user; the oldest ends for a new one. */
const maxSessionsOfUser = 20;

/** A page that wants to be connected. */
export interface PendingConnect {
  readonly id: string;
  readonly origin: string;
  readonly address: string;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
}

/** What a page may know of a party, until it is revoked. */
export interface DappSession {
  readonly id: string;
  readonly origin: string;
  readonly userId: UserId;
  readonly party: PartyId;
  /** The user has every right, as authorization is off. */
  readonly hasEveryRight: boolean;
  readonly createdAt: number;
}

/** What a page wants a user to approve. */
export type WantedAct =
  | { readonly kind: "execute"; readonly submission: Submission }
  | { readonly kind: "sign-message"; readonly payload: string };

/** A request of a page that waits for its user. */
export interface PendingRequest {
  readonly id: string;
  readonly session: DappSession;
  readonly wanted: WantedAct;
  readonly createdAt: number;
}

type DappListener = (event: string, data: unknown) => void;

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/**
 * The sessions of pages of other origins with this wallet, and what waits for its users; in memory,
 * so a restart ends all of them.
 */
export class DappState {
  readonly #now: () => number;
  readonly #ids: HttpIds;
  readonly #connects = new Map<string, PendingConnect>();
  /** By hash of the token, so that memory has no token that can be used. */
  readonly #sessions = new Map<string, DappSession>();
  readonly #requests = new Map<string, PendingRequest>();
  readonly #listeners = new Map<string, Set<DappListener>>();
  readonly #changes = new Listeners();
  /** Adds a listener of sessions that begin or end. */
  readonly onSessions = this.#changes.add;

  /** @param now milliseconds since the Unix epoch */
  constructor(now: () => number, ids: HttpIds = systemIds) {
    this.#now = now;
    this.#ids = ids;
  }

  /**
   * A page wants to be connected. It always gets a place: an origin is whatever a program says, so
   * that made-up ones would else fill all of them; the oldest of the origin, of the address, and of
   * all goes first.
   */
  wantConnect(origin: string, address: string): PendingConnect {
    this.#forgetOld();
    this.#makeRoom(most.connectsOfOrigin, (each) => each.origin === origin);
    this.#makeRoom(most.connectsOfAddress, (each) => each.address === address);
    this.#makeRoom(most.connects, () => true);
    const connect = { id: this.#ids.uuid(), origin, address, createdAt: this.#now() };
    this.#connects.set(connect.id, connect);
    return connect;
  }

  /** Ends the oldest connects of a kind, so that fewer than so many are left. */
  #makeRoom(bound: number, isOne: (connect: PendingConnect) => boolean): void {
    const waiting = [...this.#connects.values()].filter(isOne);
    for (const { id } of waiting.slice(0, Math.max(0, waiting.length - bound + 1)))
      this.#connects.delete(id);
  }

  connect(id: string): PendingConnect | undefined {
    this.#forgetOld();
    return this.#connects.get(id);
  }

  /** Ends a connect without a session. */
  rejectConnect(id: string): boolean {
    return this.#connects.delete(id);
  }

  /** Makes a session of a connect; its token is nowhere else. Undefined when there are too many. */
  approveConnect(
    { id, origin }: PendingConnect,
    owner: Pick<DappSession, "userId" | "party" | "hasEveryRight">,
  ): { readonly token: string; readonly session: DappSession } | undefined {
    const own = this.sessionsOf(owner.userId);
    const [oldest] = own.length >= maxSessionsOfUser ? own : [];
    if (oldest !== undefined) this.revoke(oldest);
    if (this.#sessions.size >= most.sessions) return undefined;
    this.#connects.delete(id);
    const token = this.#ids.token();
    const session = { id: this.#ids.uuid(), origin, ...owner, createdAt: this.#now() };
    this.#sessions.set(hashOf(token), session);
    this.#changes.tell();
    return { token, session };
  }

  session(token: string): DappSession | undefined {
    this.#forgetOld();
    return this.#sessions.get(hashOf(token));
  }

  /** The sessions of a user, the oldest first. */
  sessionsOf(userId: UserId): ReadonlyArray<DappSession> {
    this.#forgetOld();
    return [...this.#sessions.values()].filter((it) => it.userId === userId);
  }

  /** Ends a session and its pending requests. */
  revoke(session: DappSession): void {
    for (const [hash, each] of this.#sessions)
      if (each.id === session.id) this.#sessions.delete(hash);
    for (const [id, request] of this.#requests)
      if (request.session.id === session.id) this.#requests.delete(id);
    this.emit(session, "statusChanged", {
      connection: { isConnected: false, isNetworkConnected: true, reason: "disconnected" },
    });
    this.#listeners.delete(session.id);
    this.#changes.tell();
  }

  /** A page wants its user to approve something; undefined when too much waits. */
  want(session: DappSession, wanted: WantedAct): PendingRequest | undefined {
    if (
      this.requestsOf(session.userId).filter((it) => it.session.id === session.id).length >=
      most.requestsOfSession
    )
      return undefined;
    const request = { id: this.#ids.uuid(), session, wanted, createdAt: this.#now() };
    this.#requests.set(request.id, request);
    return request;
  }

  /** What waits for a user, the oldest first. */
  requestsOf(userId: UserId): ReadonlyArray<PendingRequest> {
    this.#forgetOld();
    return [...this.#requests.values()].filter((it) => it.session.userId === userId);
  }

  /** Takes a request, so that it is carried out or rejected once. */
  take(request: PendingRequest): boolean {
    return this.#requests.delete(request.id);
  }

  /** Listens to the events of a session. @returns ends it; undefined when too many listen */
  listen(
    session: DappSession,
    listener: DappListener,
    maxListeners: number,
  ): (() => void) | undefined {
    const listeners = this.#listeners.get(session.id) ?? new Set();
    if (listeners.size >= maxListeners) return undefined;
    listeners.add(listener);
    this.#listeners.set(session.id, listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(session.id);
    };
  }

  /** Tells the listeners of a session. */
  emit(session: DappSession, event: string, data: unknown): void {
    for (const listener of this.#listeners.get(session.id) ?? []) listener(event, data);
  }

  #forgetOld(): void {
    const now = this.#now();
    for (const [id, { createdAt }] of this.#connects)
      if (now - createdAt > lifetimes.pending) this.#connects.delete(id);
    for (const [, session] of this.#sessions)
      if (now - session.createdAt > lifetimes.session) this.revoke(session);
    for (const [id, { createdAt }] of this.#requests)
      if (now - createdAt > lifetimes.pending) this.#requests.delete(id);
  }
}
