import { useEffect, useId, useState } from "react";
import { Button } from "../../components/base/button.js";
import { Field } from "../../components/forms/field.js";
import { useLedgerSpan } from "../../data/explorer-queries.js";
import { messages } from "./messages.js";
import styles from "./explorer.module.css";

/** How long a slider rests before the page follows it; milliseconds. */
const restMs = 150;

/** Follows what is slid at once, and tells it when it rests. */
const useResting = (value: number, onRest: (value: number) => void) => {
  const [shown, setShown] = useState(value);
  const [isMoving, setMoving] = useState(false);
  useEffect(() => {
    if (!isMoving) setShown(value);
  }, [value, isMoving]);
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setTimeout(() => {
      setMoving(false);
      onRest(shown);
    }, restMs);
    return () => clearTimeout(timer);
  }, [shown, isMoving, onRest]);
  return {
    shown,
    slide: (next: number): void => {
      setMoving(true);
      setShown(next);
    },
  };
};

/** Chooses the offset at which the ledger is seen: slid, typed, or by single steps. */
export const TimeTravel = ({
  at,
  onChange,
}: {
  /** Undefined: now. */
  readonly at: number | undefined;
  readonly onChange: (at: number | undefined) => void;
}) => {
  const id = useId();
  const span = useLedgerSpan().data;
  const end = span?.end ?? at ?? 0;
  const first = span?.pruned ?? 0;
  const follow = (next: number): void => onChange(next >= end ? undefined : Math.max(first, next));
  const { shown, slide } = useResting(Math.min(at ?? end, end), follow);
  const hint =
    at === undefined ? messages.travel.now({ end }) : messages.travel.offset({ shown, end });
  return (
    <div className={styles["travel"]}>
      <Field id={id} label={messages.travel.label} hint={hint}>
        <input
          id={id}
          type="range"
          min={first}
          max={end}
          step={1}
          value={shown}
          aria-describedby={`${id}-note`}
          aria-valuetext={
            at === undefined
              ? messages.travel.spokenNow({ end })
              : messages.contract.offset({ offset: shown })
          }
          onChange={({ target }) => slide(Number(target.value))}
        />
      </Field>
      <div className={styles["travelButtons"]}>
        <Button
          label={messages.travel.back}
          reason={shown <= first ? messages.travel.first : undefined}
          onClick={() => follow(shown - 1)}
        >
          <span className="leftToRight">−1</span>
        </Button>
        <Button
          label={messages.travel.forward}
          reason={at === undefined ? messages.travel.present : undefined}
          onClick={() => follow(shown + 1)}
        >
          <span className="leftToRight">+1</span>
        </Button>
        <Button
          reason={at === undefined ? messages.travel.present : undefined}
          onClick={() => onChange(undefined)}
        >
          {messages.travel.toNow}
        </Button>
      </div>
    </div>
  );
};
