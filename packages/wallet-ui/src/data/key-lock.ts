import { useSyncExternalStore } from "react";
import { idleLimitMs, lockAfter } from "../custody/idle-lock.js";
import { messages } from "./messages.js";

type Lock = Parameters<typeof lockAfter>[0];

const lookEveryMs = 1_000;
const touches = ["pointerdown", "keydown", "wheel"] as const;

/** How long keys stay usable without a touch, in words. */
export const idleWords = messages.keys.minutes({ minutes: idleLimitMs / 60_000 });

let lock: Lock = { kind: "locked" };
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

const used = (): void => become(lockAfter(lock, { kind: "use", at: Date.now() }));
const looked = (): void => become(lockAfter(lock, { kind: "tick", at: Date.now() }));

const watch = (): void => {
  if (lock.kind === "locked") {
    clearInterval(timer);
    timer = undefined;
    for (const touch of touches) document.removeEventListener(touch, used);
    return;
  }
  if (timer !== undefined) return;
  // oxlint-disable-next-line tallystick/polls -- it asks no one: keys lock without a touch
  timer = setInterval(looked, lookEveryMs);
  for (const touch of touches) document.addEventListener(touch, used, { passive: true });
};

const become = (next: Lock): void => {
  if (next === lock) return;
  const isOther = next.kind !== lock.kind;
  lock = next;
  if (!isOther) return;
  watch();
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const lockKeys = (): void => become(lockAfter(lock, { kind: "lock" }));

const unlockKeys = (): void => become(lockAfter(lock, { kind: "unlock", at: Date.now() }));

/** Whether keys may sign: locked at first, and again when no one touches the page for a while. */
export const useKeyLock = () => {
  const isUnlocked = useSyncExternalStore(subscribe, () => lock.kind === "unlocked");
  return { isUnlocked, lock: lockKeys, unlock: unlockKeys };
};
