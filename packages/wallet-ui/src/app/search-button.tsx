import { lazy, Suspense, useEffect, useState } from "react";
import { Icon } from "../components/base/icon.js";
import { loadPart } from "../data/load-part.js";
import { useMenuRows } from "../pages/menu/menu-rows.js";
import { messages } from "./messages.js";
import styles from "./frame.module.css";

const Palette = lazy(async () => ({
  default: (await loadPart(() => import("../components/palette/palette.js"))).Palette,
}));

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the search for pages, contacts, actions and ids; so does ctrl or cmd and K. */
export const SearchButton = () => {
  const [isOpen, setOpen] = useState(false);
  const rows = useMenuRows();
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const isWanted = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isWanted || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      // a question that is open is answered first
      if (document.querySelector("[role=alertdialog]") === null) setOpen(true);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
  return (
    <>
      <button type="button" className={styles["search"]} onClick={() => setOpen(true)}>
        <Icon name="search" size={18} />
        <span>{messages.frame.search}</span>
        <kbd aria-hidden="true">
          {isApple ? messages.frame.searchCommand : messages.frame.searchControl}
        </kbd>
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Palette pages={rows} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
};
