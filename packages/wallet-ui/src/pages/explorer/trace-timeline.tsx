import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import type { Trace, TraceMoment } from "../../data/trace-query.js";
import { drawnAround, momentOfKey, momentTitle, placeText } from "./trace-words.js";
import { messages } from "./messages-trace.js";
import styles from "./trace.module.css";

const Moment = ({
  id,
  moment,
  isChosen,
  onChoose,
}: {
  readonly id: string;
  readonly moment: TraceMoment;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) => {
  const { depth, kind, isRolledBack, place } = moment;
  return (
    // the list has the focus and its keys
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      style={{ "--level": Math.min(depth, 12) }}
      data-kind={kind}
      data-undone={isRolledBack ? "yes" : undefined}
      onClick={onChoose}
    >
      <strong>
        <StrangerText text={momentTitle(moment)} />
      </strong>{" "}
      <small>
        {isRolledBack ? `${messages.timeline.rolledBack} · ` : ""}
        {place ? <StrangerText text={placeText(place)} /> : null}
      </small>
    </div>
  );
};

const StepButtons = ({
  moments,
  momentCount,
  at,
  onStep,
}: Pick<Trace, "moments" | "momentCount"> & {
  readonly at: number;
  readonly onStep: (at: number) => void;
}) => {
  const end = moments.length - 1;
  const isFirst = at === 0 ? messages.timeline.isFirst : undefined;
  const isLast = at === end ? messages.timeline.isLast : undefined;
  const number = (moments[at]?.index ?? 0) + 1;
  return (
    <div className={styles["steps"]}>
      <Button reason={isFirst} onClick={() => onStep(0)}>
        {messages.timeline.first}
      </Button>
      <Button reason={isFirst} onClick={() => onStep(at - 1)}>
        {messages.timeline.back}
      </Button>
      <Button variant="primary" reason={isLast} onClick={() => onStep(at + 1)}>
        {messages.timeline.forward}
      </Button>
      <Button reason={isLast} onClick={() => onStep(end)}>
        {messages.timeline.last}
      </Button>
      <span className={styles["muted"]} role="status">
        {messages.timeline.position({ at: number, count: momentCount })}
      </span>
    </div>
  );
};

/** What happened, to be stepped through with buttons and arrow keys. */
export const Timeline = ({
  trace: { moments, momentCount, isShortened },
  at,
  onStep,
}: {
  readonly trace: Trace;
  /** The moment that is looked at. */
  readonly at: number;
  readonly onStep: (at: number) => void;
}) => {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { from, to } = drawnAround(at, moments.length);
  const idOf = (index: number): string => `${id}-${index}`;
  useEffect(() => {
    list.current
      ?.querySelector("[aria-selected=true]")
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [at]);
  const pressed = (event: KeyboardEvent): void => {
    const next = momentOfKey(event.key, at, moments.length);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onStep(next);
  };
  return (
    <Card title={messages.timeline.title}>
      <StepButtons moments={moments} momentCount={momentCount} at={at} onStep={onStep} />
      {momentCount > moments.length ? (
        <p className={styles["muted"]}>
          {messages.timeline.leftOut({ count: momentCount - moments.length })}
        </p>
      ) : null}
      {isShortened ? <p className={styles["muted"]}>{messages.timeline.shortened}</p> : null}
      <div
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-label={messages.timeline.label}
        aria-activedescendant={idOf(at)}
        aria-describedby={`${id}-keys`}
        className={styles["moments"]}
        onKeyDown={pressed}
      >
        {moments.slice(from, to).map((moment, index) => (
          <Moment
            key={moment.index}
            id={idOf(from + index)}
            moment={moment}
            isChosen={from + index === at}
            onChoose={() => onStep(from + index)}
          />
        ))}
      </div>
      <p id={`${id}-keys`} className={styles["muted"]}>
        {messages.timeline.keys}
      </p>
    </Card>
  );
};
