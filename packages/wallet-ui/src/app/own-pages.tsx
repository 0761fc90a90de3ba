import { useEffect } from "react";
import { useUserNames } from "../data/user-names.js";
import { noteWaiting } from "../data/waiting-count.js";
import { useInbox } from "../data/wallet-queries.js";
import { NavLink, useIsHere } from "./nav-link.js";
import type { PageRow } from "./page-row.js";
import { useOwned } from "./use-owned.js";
import { messages } from "./messages.js";
import styles from "./frame.module.css";

/** Says elsewhere how much waits for the user. */
const useNotedWaiting = (): void => {
  const inbox = useInbox().data ?? [];
  const count = inbox.filter(({ reason }) => reason.code === "waiting-for-you").length;
  useEffect(() => noteWaiting(count), [count]);
  useEffect(() => () => noteWaiting(0), []);
};

/** The pages of what the party has, and the one that is open: others are found by the search. */
export const OwnPages = ({ rows }: { readonly rows: ReadonlyArray<PageRow> }) => {
  const owned = useOwned();
  useNotedWaiting();
  useUserNames();
  const isHere = useIsHere();
  const shown = rows.filter(
    (row) => isHere(row) || (row.owned !== undefined && owned.has(row.owned)),
  );
  return shown.length === 0 ? null : (
    <div>
      <p className={styles["groupTitle"]}>{messages.group.own}</p>
      <ul>
        {shown.map((row) => (
          <li key={row.path}>
            <NavLink row={row} isHook />
          </li>
        ))}
      </ul>
    </div>
  );
};
