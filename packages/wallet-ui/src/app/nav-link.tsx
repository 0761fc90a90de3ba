import { Link, useLocation } from "wouter";
import { useWaitingCount } from "../data/waiting-count.js";
import { Icon } from "../components/base/icon.js";
import type { PageRow } from "./page-row.js";
import { visitAgain } from "./visits.js";
import { messages } from "./messages.js";
import styles from "./frame.module.css";

const homes = new Set(["/wallet", "/console"]);

type NavRow = Pick<PageRow, "path" | "title" | "icon" | "partsBelow">;

/** Whether a page, or a part of it, is open. */
export const useIsHere = (): ((row: NavRow) => boolean) => {
  const [path] = useLocation();
  const location = path.replace(/\/$/, "");
  return ({ path: to, partsBelow = to }) =>
    location === to || (!homes.has(to) && location.startsWith(`${partsBelow}/`));
};

/** How much waits for the user. */
const Waiting = () => {
  const count = useWaitingCount();
  return count === 0 ? null : (
    <span className={styles["waiting"]} title={messages.navigation.waiting({ count })}>
      {count}
    </span>
  );
};

/** A link of the navigation. */
export const NavLink = ({
  row,
  isHook = false,
}: {
  readonly row: NavRow;
  /** Whether clients of the public wallet find it by its id: of several links, one. */
  readonly isHook?: boolean;
}) => {
  const [path] = useLocation();
  const isHere = useIsHere()(row);
  return (
    <Link
      to={row.path}
      id={isHook ? `navlink-${row.path.split("/").at(-1)}` : undefined}
      className={styles["navLink"]}
      aria-current={isHere ? "page" : undefined}
      onClick={() => (path.replace(/\/$/, "") === row.path ? visitAgain(row.path) : undefined)}
    >
      <Icon name={row.icon ?? "info"} />
      <span>{row.title}</span>
      {row.path === "/wallet/inbox" ? <Waiting /> : null}
    </Link>
  );
};
