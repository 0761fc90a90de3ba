import { Link } from "wouter";
import { Icon } from "../../components/base/icon.js";
import { Card } from "../../components/base/card.js";
import { Columns, Page } from "../../components/page/page.js";
import { useMenuRows } from "./menu-rows.js";
import styles from "./menu.module.css";
import { messages } from "./messages.js";

const groups = ["money", "own", "settings", "console", "ledger"] as const;

/** All pages with their keys; also the menu of small screens. */
export const MenuPage = () => {
  const rows = useMenuRows();
  return (
    <Page title={messages.page.title}>
      <Columns>
        {groups.map((group) => {
          const own = rows.filter((row) => row.group === group);
          return own.length === 0 ? null : (
            <Card key={group} title={messages.page.groups[group]}>
              <ul className={styles["list"]}>
                {own.map((row) => (
                  <li key={row.path}>
                    <Link to={row.path}>
                      <Icon name={row.icon} />
                      <span>{row.title}</span>
                    </Link>
                    {row.shortcut === undefined ? null : (
                      <span className={styles["keys"]}>
                        <kbd>g</kbd> <kbd>{row.shortcut}</kbd>
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            </Card>
          );
        })}
        <Card title={messages.keys.title}>
          <ul className={styles["list"]}>
            <li>
              <span>{messages.keys.menu}</span> <kbd>?</kbd>
            </li>
            <li>
              <span>{messages.keys.search}</span> <kbd>/</kbd>
            </li>
            <li>
              <span>{messages.keys.palette}</span> <kbd>{messages.keys.control}</kbd>
            </li>
          </ul>
        </Card>
      </Columns>
    </Page>
  );
};
