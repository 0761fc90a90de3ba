import { useEffect } from "react";
import { useLocation } from "wouter";
import type { PageRow } from "./routes.js";
import { visitAgain } from "./visits.js";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const togetherMs = 1_500;

/**
 * `g` and a letter lead to a page, `?` to the list of pages, `/` to the search of the page. All can
 * be switched off, as speech input types letters too.
 */
export const useShortcuts = (rows: ReadonlyArray<PageRow>, areOn: boolean): void => {
  const [path, go] = useLocation();
  useEffect(() => {
    if (!areOn) return undefined;
    let goneAt = Number.NEGATIVE_INFINITY;
    const lead = (to: string): void => {
      if (path.replace(/\/$/, "") === to) visitAgain(to);
      go(to);
    };
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const search = document.querySelector<HTMLElement>("[data-search]");
      const row = rows.find(({ shortcut }) => shortcut === event.key);
      if (event.key === "g") {
        goneAt = event.timeStamp;
        return;
      }
      const isAfterG = event.timeStamp - goneAt < togetherMs;
      goneAt = Number.NEGATIVE_INFINITY;
      if (isAfterG && row !== undefined) lead(row.path);
      else if (event.key === "?") go("/wallet/menu");
      else if (event.key === "/" && search !== null) search.focus();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [rows, areOn, path, go]);
};
