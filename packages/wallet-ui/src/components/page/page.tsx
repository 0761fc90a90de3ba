import { type ReactNode, useEffect, useRef } from "react";
import { useWaitingCount } from "../../data/waiting-count.js";
import { useWalletIfAny } from "../../data/wallet-context.js";
import { networkNames, useSiteConfig } from "../../session/site-config.js";
import { usePartyText } from "../../data/party-directory.js";
import { visibleText } from "../../texts/visible-text.js";
import styles from "./page.module.css";

/**
 * A page: its heading, which gets the focus when one comes from another page and no part of the
 * page has taken it, and its title in the browser.
 */
export const Page = ({
  title,
  actions,
  children,
  width = "wide",
  hook,
}: {
  readonly title: string;
  /** Buttons beside the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Forms are easier to read when they are narrow. */
  readonly width?: "wide" | "narrow";
  /** An id by which clients of the public wallet find it. */
  readonly hook?: string;
}) => {
  const { network } = useSiteConfig();
  const party = useWalletIfAny()?.party ?? "";
  const who = usePartyText()(party);
  const waiting = useWaitingCount();
  const root = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const parts = [title, ...(who === "" ? [] : [who]), networkNames[network]];
    const count = waiting === 0 ? "" : `(${waiting}) `;
    document.title = `${count}${visibleText(parts.join(" · "))}`;
  }, [title, who, network, waiting]);
  useEffect(() => {
    // the first page of a visit begins at the top, as every page does
    const isTaken = root.current?.contains(document.activeElement) === true;
    if (document.body.dataset["visited"] === "yes" && !isTaken) heading.current?.focus();
    document.body.dataset["visited"] = "yes";
  }, []);
  return (
    <div ref={root} id={hook} className={`${styles["page"]} ${styles[width]}`}>
      <header className={styles["head"]}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions === undefined ? null : <div className={styles["actions"]}>{actions}</div>}
      </header>
      {children}
    </div>
  );
};

/** Cards beside one another where there is room. */
export const Columns = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles["columns"]}>{children}</div>
);

/** Parts below one another. */
export const Stack = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles["stack"]}>{children}</div>
);
