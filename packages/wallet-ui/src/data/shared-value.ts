import { useSyncExternalStore } from "react";

/** A value that is the same for all components of a tab, and changes outside of them. */
export const sharedValue = <A>(first: A) => {
  let value = first;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    /** Takes the value as it is now. */
    note: (next: A): void => {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    /** The value, in a component. */
    use: (): A => useSyncExternalStore(subscribe, () => value),
  };
};
