import { type ReactNode, useId, useState } from "react";
import { Button } from "../base/button.js";
import { messages } from "./messages.js";
import styles from "./forms.module.css";

/**
 * The filters of a list in a row, and a button that takes them all back. In a small window a button
 * shows those beyond the first.
 */
export const FilterBar = ({
  label,
  isFiltered,
  onClear,
  first,
  children,
}: {
  /** "Filters of the history" */
  readonly label: string;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  /** The one that is always there. */
  readonly first: ReactNode;
  readonly children: ReactNode;
}) => {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <search className={styles["filters"]} aria-label={label}>
      {first}
      <button
        type="button"
        className={styles["moreFilters"]}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? messages.filters.fewer : messages.filters.more}
      </button>
      <div id={id} className={styles["otherFilters"]} data-open={isOpen ? "yes" : undefined}>
        {children}
      </div>
      {isFiltered ? (
        <Button variant="quiet" onClick={onClear}>
          {messages.filters.clear}
        </Button>
      ) : null}
    </search>
  );
};
