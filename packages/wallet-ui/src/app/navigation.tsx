import { lazy, Suspense } from "react";
import { useLocation } from "wouter";
import type { IconName } from "../components/base/icon.js";
import { loadPart } from "../data/load-part.js";
import { useWalletIfAny } from "../data/wallet-context.js";
import { NavLink } from "./nav-link.js";
import type { PageRow } from "./page-row.js";
import { messages } from "./messages.js";
import styles from "./frame.module.css";

const groupTitles = {
  money: messages.group.money,
  settings: messages.group.settings,
  console: messages.group.console,
  ledger: messages.group.ledger,
} as const;

interface Area {
  readonly groups: ReadonlyArray<keyof typeof groupTitles | "own">;
  /** Pages for small screens; the last place leads to all others. */
  readonly barPaths: ReadonlyArray<string>;
  /** The way to the other area. */
  readonly other: string;
  readonly title: string;
  readonly icon: IconName;
}

const areas: Readonly<Record<"wallet" | "console", Area>> = {
  wallet: {
    groups: ["money", "own", "settings"],
    barPaths: ["/wallet", "/wallet/inbox", "/wallet/send", "/wallet/history"],
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

const OwnPages = lazy(async () => ({
  default: (await loadPart(() => import("./own-pages.js"))).OwnPages,
}));

const menu = { path: "/wallet/menu", title: messages.group.more, icon: "more" } as const;

const Group = ({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: ReadonlyArray<PageRow>;
}) => (
  <div>
    <p className={styles["groupTitle"]}>{title}</p>
    <ul>
      {rows.map((row) => (
        <li key={row.path}>
          <NavLink row={row} isHook={row.path.startsWith("/wallet/")} />
        </li>
      ))}
    </ul>
  </div>
);

/** The links to the pages of an area, in groups; at the side where there is room. */
export const Rail = ({ rows }: { readonly rows: ReadonlyArray<PageRow> }) => {
  const { groups, other, title, icon } = useArea();
  const hasWallet = (useWalletIfAny()?.party ?? "") !== "";
  return (
    <nav className={styles["rail"]} aria-label={messages.navigation.pages}>
      {groups.map((group) => {
        const own = rows.filter((row) => row.group === group);
        if (group !== "own") return <Group key={group} title={groupTitles[group]} rows={own} />;
        return hasWallet ? (
          <Suspense key={group} fallback={null}>
            <OwnPages rows={own} />
          </Suspense>
        ) : null;
      })}
      <ul className={styles["otherArea"]}>
        <li>
          <NavLink row={menu} />
        </li>
        <li>
          <NavLink row={{ path: other, title, icon }} />
        </li>
      </ul>
    </nav>
  );
};

/** The most used pages of an area, at the bottom of small screens. */
export const Bar = ({ rows }: { readonly rows: ReadonlyArray<PageRow> }) => {
  const { barPaths } = useArea();
  const own = rows.filter(({ path }) => barPaths.includes(path));
  return (
    <nav className={styles["bar"]} aria-label={messages.navigation.main}>
      <ul>
        {own.map((row) => (
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
