import { useSyncExternalStore } from "react";
import { forgetForm } from "../states/kept-form.js";

let visits = 0;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Shows the page that is open as if one came to it: its form is empty, its progress is over. */
export const visitAgain = (path: string): void => {
  forgetForm(sessionStorage, path);
  visits += 1;
  for (const listener of listeners) listener();
};

/** Changes whenever someone comes to the page that is open already. */
export const useVisits = (): number => useSyncExternalStore(subscribe, () => visits);
