import { type KeyboardEvent, useRef, useState } from "react";

/** How long `g` and a letter count together; they lead to a page. */
const togetherMs = 1_500;

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** What a key presses within a line. */
const targets: Readonly<Record<string, string>> = {
  a: "[data-key=a]>button",
  r: "[data-key=r]>button",
  w: "[data-key=w]>button",
  x: "input[type=checkbox]",
};

const isTyping = (target: Element): boolean =>
  /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
  (target instanceof HTMLInputElement && target.type !== "checkbox");

const follow = (line: HTMLElement, selector: string): boolean => {
  const found = line.querySelector<HTMLElement>(selector);
  found?.click();
  return found !== null;
};

/**
 * Keys of a list of lines while one of them has the focus: up and down, Enter opens it, `a`
 * accepts, `r` rejects, `w` withdraws, `x` chooses. Lines have `data-line` with their key.
 *
 * @param onKey does what another key means for all lines; false: it means nothing
 */
export const useLineKeys = (onKey: (key: string) => boolean = () => false) => {
  const [current, setCurrent] = useState<string>();
  const goneAt = useRef(Number.NEGATIVE_INFINITY);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { target, currentTarget: list, key } = event;
    const line = target instanceof Element ? target.closest<HTMLElement>("[data-line]") : null;
    if (line === null || event.ctrlKey || event.metaKey || event.altKey) return;
    // what a dialog of a line gets is none of the list's
    if (!list.contains(line) || !(target instanceof Element) || isTyping(target)) return;
    const isAfterG = event.timeStamp - goneAt.current < togetherMs;
    goneAt.current = key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
    const step = steps[key];
    if (step !== undefined) {
      const lines = [...list.querySelectorAll<HTMLElement>("[data-line]")];
      lines[lines.indexOf(line) + step]?.focus();
      event.preventDefault();
      return;
    }
    const pressed = key === "Enter" && target === line ? "a[href]" : targets[key];
    if (isAfterG) return;
    if (pressed === undefined ? onKey(key) : follow(line, pressed)) event.preventDefault();
  };
  const onFocus = ({ target }: { readonly target: EventTarget }): void => {
    const line = target instanceof Element ? target.closest<HTMLElement>("[data-line]") : null;
    if (line !== null) setCurrent(line.dataset["line"]);
  };
  return { current, listeners: { onKeyDown, onFocus } };
};
