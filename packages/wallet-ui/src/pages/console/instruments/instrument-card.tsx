import type { ReactNode } from "react";
import { Link } from "wouter";
import { Card } from "../../../components/base/card.js";
import { Icon } from "../../../components/base/icon.js";
import { InstrumentCurve, titleOf } from "./instrument-curve.js";
import type { Group, Shown } from "./instrument-rows.js";
import { messages } from "./messages.js";
import { curveOf, lastOf, useInstruments, useValues } from "./use-instruments.js";
import styles from "./instruments.module.css";

/**
 * The value of an instrument now, with its unit; where there is none now, such as a latency without
 * commands, the last one, weaker.
 */
const Value = ({ name, unit }: Shown) => {
  const instruments = useInstruments();
  const { shown } = useValues();
  const value = instruments.now?.values[name]?.[0];
  const last = value ?? lastOf(instruments, name);
  const { number, unit: of } =
    last === undefined ? { number: messages.page.none, unit: "" } : shown(last, unit);
  return (
    <span
      className={styles["value"]}
      data-instrument={name}
      data-value={value}
      data-past={value === undefined ? "yes" : undefined}
    >
      <span className={styles["number"]}>{number}</span>
      <span className={styles["unit"]}>{of}</span>
    </span>
  );
};

const stateWords = { act: messages.verdict.red, watch: messages.verdict.yellow } as const;

/** The name of an instrument, which leads to its list; marked where it wants attention. */
const Name = ({ name, to }: Shown) => {
  const { now } = useInstruments();
  const state = now?.states[name];
  return (
    <span className={styles["name"]}>
      {state === undefined ? null : (
        <span className={styles["mark"]} data-state={state}>
          <Icon name="warning" size={14} />
          <span className="spoken">{stateWords[state]}</span>
        </span>
      )}
      <Link to={to}>{titleOf(name)}</Link>
    </span>
  );
};

/** The node says how long something lasts when it has seen it for so long. */
const forecastAfterMs = 1_800_000;

/** How long something lasts, below its name. */
const Lasts = ({ name, of }: { readonly name: string; readonly of: string }) => {
  const { now, series } = useInstruments();
  const { text } = useValues();
  const value = now?.values[name]?.[0];
  if (now === undefined || now.values[of]?.[0] === 0) return null;
  const isEarly = (series[0]?.at ?? now.at) > now.at - forecastAfterMs;
  const none = isEarly ? messages.series.tooEarly : messages.series.noEnd;
  return (
    <span className={styles["lasts"]}>
      {value === undefined ? none : messages.series.lasts({ span: text(value, "span") })}
    </span>
  );
};

/** An instrument on a line: its name, its curve, its value. */
const Line = ({ row }: { readonly row: Shown }) => {
  const { now } = useInstruments();
  return (
    <li className={styles["line"]} data-state={now?.states[row.name]}>
      <span className={styles["names"]}>
        <Name {...row} />
        {row.lasts === undefined ? null : <Lasts name={row.lasts} of={row.name} />}
      </span>
      <span className={styles["curve"]}>
        {row.unit === "yes-or-no" ? null : <InstrumentCurve {...row} />}
      </span>
      <Value {...row} />
    </li>
  );
};

/** Instruments that belong together; those that the node does not have are left out. */
export const InstrumentCard = ({
  group: { title, rows },
  children,
}: {
  readonly group: Group;
  /** What there is to say besides. */
  readonly children?: ReactNode;
}) => {
  const instruments = useInstruments();
  const there = rows.filter(({ name }) => curveOf(instruments, name) !== undefined);
  if (there.length === 0) return null;
  return (
    <Card title={title}>
      <ul className={styles["lines"]}>
        {there.map((row) => (
          <Line key={row.name} row={row} />
        ))}
      </ul>
      {children}
    </Card>
  );
};

/** An instrument on top, with a large value and a large curve. */
export const MainInstrument = ({ row }: { readonly row: Shown & { readonly other?: string } }) => {
  const instruments = useInstruments();
  const { text } = useValues();
  const { name, unit, other } = row;
  const curve = curveOf(instruments, name);
  const otherNow =
    other === undefined
      ? undefined
      : (instruments.now?.values[other]?.[0] ?? lastOf(instruments, other));
  return (
    <section className={styles["main"]} data-state={instruments.now?.states[other ?? name]}>
      <h2>
        <Name {...row} />
      </h2>
      <Value {...row} />
      <div className={styles["mainCurve"]}>
        <InstrumentCurve name={name} unit={unit} other={other} />
      </div>
      <p className={styles["range"]}>
        {otherNow === undefined ? null : (
          <>
            <span data-instrument={other} data-value={instruments.now?.values[other ?? ""]?.[0]}>
              {messages.series.other({ value: text(otherNow, unit) })}
            </span>
            {" · "}
          </>
        )}
        {curve === undefined
          ? messages.page.none
          : messages.series.range({ least: text(curve.least, unit), most: text(curve.most, unit) })}
      </p>
    </section>
  );
};
