import { type ReactNode, useId, useState } from "react";
import { Button } from "../base/button.js";
import { messages } from "./messages.js";
import styles from "./forms.module.css";

/** The filters of a list: one that is always there, and a button that shows the others. */
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
      <div className={styles["firstFilter"]}>
        {first}
        <button
          type="button"
          className={styles["moreFilters"]}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {messages.filters.more}
        </button>
        {isFiltered ? (
          <Button variant="quiet" onClick={onClear}>
            {messages.filters.clear}
          </Button>
        ) : null}
      </div>
      <div id={id} className={styles["otherFilters"]} hidden={!isOpen}>
        {children}
      </div>
    </search>
  );
};
