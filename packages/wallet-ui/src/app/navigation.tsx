import { Link, useLocation } from "wouter";
import { Icon, type IconName } from "../components/base/icon.js";
import type { PageRow } from "./routes.js";
import { messages } from "./messages.js";
import { visitAgain } from "./visits.js";
import styles from "./frame.module.css";

const groupTitles = {
  wallet: messages.group.wallet,
  more: messages.group.more,
  console: messages.group.console,
  ledger: messages.group.ledger,
} as const;

interface Area {
  readonly groups: ReadonlyArray<NonNullable<PageRow["group"]>>;
  /** Pages for small screens: of a group, or by their paths. */
  readonly barGroup?: PageRow["group"];
  readonly barPaths: ReadonlyArray<string>;
  /** The way to the other area. */
  readonly other: string;
  readonly title: string;
  readonly icon: IconName;
}

const areas: Readonly<Record<"wallet" | "console", Area>> = {
  wallet: {
    groups: ["wallet", "more"],
    barGroup: "wallet",
    barPaths: [],
    other: "/console",
    title: messages.group.console,
    icon: "console",
  },
  console: {
    groups: ["console", "ledger"],
    barPaths: ["/console", "/console/users", "/console/ledger", "/console/contracts"],
    other: "/wallet",
    title: messages.group.wallet,
    icon: "home",
  },
};

const useArea = (): Area => {
  const [path] = useLocation();
  return areas[path.startsWith("/console") ? "console" : "wallet"];
};

/** Places of the bar on small screens; the last one leads to all pages. */
const barPlaces = 4;

/** Pages whose path is the beginning of all others. */
const homes: ReadonlySet<string> = new Set(["/wallet", "/console"]);

const NavLink = ({
  row,
  isHook = false,
}: {
  readonly row: Pick<PageRow, "path" | "title" | "icon" | "partsBelow">;
  /** Whether clients of the public wallet find it by its id: of several links, one. */
  readonly isHook?: boolean;
}) => {
  const [path] = useLocation();
  const location = path.replace(/\/$/, "");
  const { partsBelow = row.path } = row;
  const isHere =
    location === row.path || (!homes.has(row.path) && location.startsWith(`${partsBelow}/`));
  return (
    <Link
      to={row.path}
      id={isHook ? `navlink-${row.path.split("/").at(-1)}` : undefined}
      className={styles["navLink"]}
      aria-current={isHere ? "page" : undefined}
      onClick={() => (location === row.path ? visitAgain(row.path) : undefined)}
    >
      <Icon name={row.icon ?? "info"} />
      <span>{row.title}</span>
    </Link>
  );
};

/** The links to all pages of an area, in groups; at the side where there is room. */
export const Rail = ({ rows }: { readonly rows: ReadonlyArray<PageRow> }) => {
  const { groups, other, title, icon } = useArea();
  return (
    <nav className={styles["rail"]} aria-label={messages.navigation.pages}>
      {groups.map((group) => {
        const own = rows.filter((row) => row.group === group);
        return own.length === 0 ? null : (
          <div key={group}>
            <p className={styles["groupTitle"]}>{groupTitles[group]}</p>
            <ul>
              {own.map((row) => (
                <li key={row.path}>
                  <NavLink row={row} isHook={row.path.startsWith("/wallet/")} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      <ul className={styles["otherArea"]}>
        <li>
          <NavLink row={{ path: other, title, icon }} />
        </li>
      </ul>
    </nav>
  );
};

const menu = { path: "/wallet/menu", title: messages.group.more, icon: "more" } as const;

/** The most used pages of an area, at the bottom of small screens. */
export const Bar = ({ rows }: { readonly rows: ReadonlyArray<PageRow> }) => {
  const { barGroup, barPaths } = useArea();
  const own = rows.filter(
    ({ group, path }) => barPaths.includes(path) || (group !== undefined && group === barGroup),
  );
  return (
    <nav className={styles["bar"]} aria-label={messages.navigation.main}>
      <ul>
        {own.slice(0, barPlaces).map((row) => (
          <li key={row.path}>
            <NavLink row={row} />
          </li>
        ))}
        <li>
          <NavLink row={menu} />
        </li>
      </ul>
    </nav>
  );
};
