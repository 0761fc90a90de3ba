import { useEffect, useState } from "react";
import { nodeNowMs, noteNodeDate } from "../session/node-clock.js";
import { isClockSkewed, ledgerNow, type ToldTime } from "../states/countdown.js";

let told: ToldTime = { ledgerTime: Date.now(), receivedAt: Date.now(), isStopped: false };
const listeners = new Set<() => void>();

/** Takes the time of an answer: its `Date` is that of the node. */
export const noteServerDate = (date: string | null): void => {
  const ledgerTime = noteNodeDate(date);
  if (ledgerTime === undefined || told.isStopped) return;
  told = { ledgerTime, receivedAt: Date.now(), isStopped: false };
};

/**
 * Takes the time of a ledger whose clock is moved by hand.
 *
 * @param micros since 1970
 * @returns whether it was moved since it was taken last
 */
export const noteManualTime = (micros: number): boolean => {
  const ledgerTime = Math.floor(micros / 1_000);
  const isMoved = told.isStopped && told.ledgerTime !== ledgerTime;
  const isNew = !told.isStopped || isMoved;
  told = { ledgerTime, receivedAt: Date.now(), isStopped: true };
  if (isNew) for (const listener of listeners) listener();
  return isMoved;
};

/** The time of the ledger, milliseconds since 1970; a browser's own clock may be wrong. */
export const ledgerNowMs = (): number => ledgerNow(told, Date.now());

/**
 * By how much the clock of this browser is ahead of the node's, where that is enough to matter;
 * milliseconds, negative where it is behind.
 */
export const clockSkewMs = (): number | undefined => {
  const [node, browser] = [nodeNowMs(), Date.now()];
  return isClockSkewed(node, browser) ? browser - node : undefined;
};

/** Nothing is drawn later than this after it has changed. */
const longestPauseMs = 60_000;

/**
 * The time of the ledger, again when the clock was moved by hand, and after each pause.
 *
 * @param pauseMs how long what is shown stays the same; undefined: for ever
 */
export const useLedgerNow = (pauseMs: (now: number) => number | undefined): number => {
  const [now, setNow] = useState(ledgerNowMs);
  useEffect(() => {
    const moved = (): void => setNow(ledgerNowMs());
    listeners.add(moved);
    return () => {
      listeners.delete(moved);
    };
  }, []);
  const pause = pauseMs(now);
  useEffect(() => {
    if (pause === undefined) return undefined;
    const next = (): void => setNow(ledgerNowMs());
    const timer = setTimeout(next, Math.min(Math.max(pause, 50), longestPauseMs));
    return () => clearTimeout(timer);
  }, [now, pause]);
  return now;
};
