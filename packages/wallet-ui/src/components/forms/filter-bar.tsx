import type { ReactNode } from "react";
import { Button } from "../base/button.js";
import styles from "./forms.module.css";

/** The filters of a list in a row, and a button that takes them all back. */
export const FilterBar = ({
  label,
  isFiltered,
  onClear,
  children,
}: {
  /** "Filters of the history" */
  readonly label: string;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly children: ReactNode;
}) => (
  <search className={styles["filters"]} aria-label={label}>
    {children}
    {isFiltered ? (
      <Button variant="quiet" onClick={onClear}>
        Clear filters
      </Button>
    ) : null}
  </search>
);
