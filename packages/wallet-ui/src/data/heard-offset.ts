import type { Session } from "../session/session.js";

/** For how long after it was heard of an offset is asked for; milliseconds. */
const askedMs = 5_000;

const heard = new WeakMap<Session, { readonly offset: number; readonly atMs: number }>();

/** Notes how far the ledger is as a channel of the user has told: one may be behind another. */
export const noteHeard = (session: Session, offset: number, atMs: number): void => {
  const before = heard.get(session)?.offset ?? 0;
  heard.set(session, { offset: Math.max(before, offset), atMs });
};

/**
 * The offset that an answer must have: what the channel tells is known before the views of the
 * wallet have it. Undefined a while later, when they have, and where the ledger was set back.
 */
export const heardBy = (session: Session, nowMs: number): number | undefined => {
  const last = heard.get(session);
  return last === undefined || nowMs - last.atMs > askedMs ? undefined : last.offset;
};

/** The furthest offset that was told of, however long ago; undefined where none was. */
export const knownBy = (session: Session): number | undefined => heard.get(session)?.offset;

/** Forgets it: the channel begins again, perhaps of a ledger that was set back. */
export const forgetHeard = (session: Session): void => void heard.delete(session);
