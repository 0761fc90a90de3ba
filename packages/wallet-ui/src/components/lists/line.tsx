import type { ReactNode } from "react";
import styles from "./lines.module.css";

/** One thing in one line, as a value; where there is little room it takes two. */
export interface Line {
  /** The mark and the name of whom it is with. */
  readonly who: ReactNode;
  /** What was written, or what it is. */
  readonly what: ReactNode;
  readonly state: ReactNode;
  readonly amount: ReactNode;
  readonly time: ReactNode;
  /** What can be done with it. */
  readonly actions?: ReactNode;
  /** Classes by which clients of the public wallet find it, and its parts. */
  readonly hook?: string | undefined;
  readonly hooks?: Readonly<
    Partial<Record<"who" | "state" | "amount" | "time", string | undefined>>
  >;
}

/** The parts of a line, in the order in which they are read. */
export const LineCells = ({
  line: { who, what, state, amount, time, actions, hooks = {} },
  role,
}: {
  readonly line: Line;
  /** In a table. */
  readonly role?: "cell";
}) => (
  <>
    <div role={role} className={`${styles["who"]} ${hooks.who ?? ""}`}>
      {who}
    </div>
    <div role={role === undefined ? undefined : "presentation"} className={styles["sub"]}>
      <div role={role} className={styles["what"]}>
        {what}
      </div>
      <div role={role} className={`${styles["state"]} ${hooks.state ?? ""}`}>
        {state}
      </div>
    </div>
    <div role={role} className={`${styles["amount"]} ${hooks.amount ?? ""}`}>
      {amount}
    </div>
    <div role={role} className={`${styles["time"]} ${hooks.time ?? ""}`}>
      {time}
    </div>
    {actions === undefined ? null : <div className={styles["actions"]}>{actions}</div>}
  </>
);
