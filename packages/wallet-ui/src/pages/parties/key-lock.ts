import { useEffect, useState } from "react";
import { idleLimitMs, lockAfter } from "../../custody/idle-lock.js";

type Lock = Parameters<typeof lockAfter>[0];

const lookEveryMs = 1_000;
const touches = ["pointerdown", "keydown", "wheel"] as const;

/** How long keys stay usable without a touch, in words. */
export const idleWords = `${idleLimitMs / 60_000} minutes`;

/** Whether keys may sign on this page: locked at first, and again when no one touches the page. */
export const useKeyLock = () => {
  const [lock, setLock] = useState<Lock>({ kind: "locked" });
  const isUnlocked = lock.kind === "unlocked";
  useEffect(() => {
    if (!isUnlocked) return undefined;
    const used = (): void => setLock((last) => lockAfter(last, { kind: "use", at: Date.now() }));
    const looked = (): void => setLock((last) => lockAfter(last, { kind: "tick", at: Date.now() }));
    const timer = setInterval(looked, lookEveryMs);
    for (const touch of touches) document.addEventListener(touch, used, { passive: true });
    return () => {
      clearInterval(timer);
      for (const touch of touches) document.removeEventListener(touch, used);
    };
  }, [isUnlocked]);
  return {
    isUnlocked,
    lock: () => setLock((last) => lockAfter(last, { kind: "lock" })),
    unlock: () => setLock((last) => lockAfter(last, { kind: "unlock", at: Date.now() })),
  };
};
