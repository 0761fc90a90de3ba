import { useSyncExternalStore } from "react";

/** How far the tour of a fresh node is in this tab. */
export interface Tour {
  /** Steps that are done, of five. */
  readonly done: number;
  /** Names what it sends, so that a repeat has no second effect. */
  readonly id: string;
  /** The update of the acceptance; "" before it. */
  readonly updateId: string;
}

const key = "tallystick.tour";
const dismissedKey = "tallystick.tour.dismissed";

const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const changed = (): void => {
  for (const listener of listeners) listener();
};

const stored = (text: string | null): Tour | undefined => {
  const [done = "", id = "", updateId = ""] = (text ?? "").split(" ");
  return /^[0-5]$/.test(done) && id !== "" ? { done: Number(done), id, updateId } : undefined;
};

/** The tour that this tab is on; undefined when it is on none. */
export const useTour = (): Tour | undefined =>
  stored(useSyncExternalStore(subscribe, () => sessionStorage.getItem(key)));

/** Goes on with the tour, or begins it. */
export const setTour = ({ done, id, updateId }: Tour): void => {
  sessionStorage.setItem(key, `${done} ${id} ${updateId}`.trim());
  changed();
};

/** A tour that begins. */
export const newTour = (): Tour => ({ done: 0, id: crypto.randomUUID(), updateId: "" });

/** Ends the tour; it is offered no more in this browser. */
export const endTour = (): void => {
  sessionStorage.removeItem(key);
  localStorage.setItem(dismissedKey, "yes");
  changed();
};

/** Whether a fresh node may offer the tour in this browser. */
export const useIsOffered = (): boolean =>
  useSyncExternalStore(subscribe, () => localStorage.getItem(dismissedKey) === null);
