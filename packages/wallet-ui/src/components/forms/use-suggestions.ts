import { type KeyboardEvent, useState } from "react";

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Which of the suggestions below a field is active, and the keys that change it: a combobox.
 *
 * @param count how many there are
 * @param choose takes the one at a place
 */
export const useSuggestions = (count: number, choose: (at: number) => void) => {
  const [isWanted, setWanted] = useState(false);
  const [at, setAt] = useState(-1);
  const isOpen = isWanted && count > 0;
  const active = isOpen && at < count ? at : -1;
  const show = (shown: boolean): void => {
    setWanted(shown);
    setAt(-1);
  };
  const take = (place: number): void => {
    show(false);
    choose(place);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (event.key === "Escape") show(false);
    if (step !== undefined && count > 0) {
      event.preventDefault();
      setWanted(true);
      const from = active < 0 && step < 0 ? 0 : active;
      setAt((from + step + count) % count);
    }
    if (event.key === "Enter" && active >= 0) {
      event.preventDefault();
      take(active);
    }
  };
  return { isOpen, active, show, take, onKeyDown };
};

/** The id of an option, by which the field names the one that is active. */
export const optionId = (id: string, at: number): string => `${id}-option-${at}`;
