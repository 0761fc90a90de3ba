import { Link, useLocation } from "wouter";
import { Icon } from "../components/base/icon.js";
import type { PageRow } from "./routes.js";
import styles from "./frame.module.css";

const groupTitles = { wallet: "Wallet", more: "More", console: "Console" } as const;

/** Places of the bar on small screens; the last one leads to all pages. */
const barPlaces = 4;

const NavLink = ({ row }: { readonly row: PageRow }) => {
  const [path] = useLocation();
  const location = path.replace(/\/$/, "");
  const isHere =
    location === row.path || (row.path !== "/wallet" && location.startsWith(`${row.path}/`));
  return (
    <Link to={row.path} className={styles["navLink"]} aria-current={isHere ? "page" : undefined}>
      <Icon name={row.icon ?? "info"} />
      <span>{row.title}</span>
    </Link>
  );
};

/** The links to all pages, in groups; at the side where there is room. */
export const Rail = ({ rows }: { readonly rows: ReadonlyArray<PageRow> }) => (
  <nav className={styles["rail"]} aria-label="Pages">
    {(["wallet", "more", "console"] as const).map((group) => {
      const own = rows.filter((row) => row.group === group);
      return own.length === 0 ? null : (
        <div key={group}>
          <p className={styles["groupTitle"]}>{groupTitles[group]}</p>
          <ul>
            {own.map((row) => (
              <li key={row.path}>
                <NavLink row={row} />
              </li>
            ))}
          </ul>
        </div>
      );
    })}
  </nav>
);

const menu = { path: "/wallet/menu", title: "More", icon: "more" } as const;

/** The most used pages, at the bottom of small screens. */
export const Bar = ({ rows }: { readonly rows: ReadonlyArray<PageRow> }) => (
  <nav className={styles["bar"]} aria-label="Main pages">
    <ul>
      {rows
        .filter(({ group }) => group === "wallet")
        .slice(0, barPlaces)
        .map((row) => (
          <li key={row.path}>
            <NavLink row={row} />
          </li>
        ))}
      <li>
        <NavLink row={{ ...menu, page: () => null }} />
      </li>
    </ul>
  </nav>
);
