import { Link } from "wouter";
import { Icon } from "../../../components/base/icon.js";
import { useHealth } from "../../../data/console-queries.js";
import type { InstrumentState } from "../../../data/readings-channel.js";
import { titleOf } from "./instrument-curve.js";
import { allRows } from "./instrument-rows.js";
import { messages } from "./messages.js";
import { type Instruments, useInstruments, useValues } from "./use-instruments.js";
import styles from "./instruments.module.css";

const operations = "https://github.com/tallystick/tallystick/blob/main/docs/operations.md";

const adviceOf = (name: string): string | undefined => {
  const all: Readonly<Record<string, string>> = messages.instrument.advices;
  return all[name];
};

interface Wanting {
  readonly name: string;
  readonly state: InstrumentState;
}

/** The instruments that want attention, red ones first. */
const wantingIn = ({ now }: Instruments): ReadonlyArray<Wanting> => {
  const all = Object.entries(now?.states ?? {}).map(([name, state]) => ({ name, state }));
  return [
    ...all.filter(({ state }) => state === "act"),
    ...all.filter(({ state }) => state === "watch"),
  ];
};

/** Which parts are not ready, and why; asked for while one is not. */
const Reasons = () => {
  const { data } = useHealth();
  return data === undefined || data.notes.length === 0 ? null : (
    <ul className={styles["reasons"]}>
      {data.notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
};

const hasReasons = new Set(["parts-ready", "store-up", "damage"]);

/** An instrument that wants attention: what it says, what to do, where to look. */
const WantingLine = ({ name, state }: Wanting) => {
  const { now, list } = useInstruments();
  const { text } = useValues();
  const row = allRows.find((each) => each.name === name);
  const value = now?.values[name]?.[0];
  const page = list.instruments.find((each) => each.name === name)?.limits?.page;
  return (
    <li className={styles["wanting"]} data-state={state}>
      <Icon name={state === "act" ? "cross" : "warning"} size={16} />
      <div>
        <strong>
          {row === undefined ? (
            titleOf(name)
          ) : (
            <Link to={row.to}>
              {messages.verdict.line({
                title: titleOf(name),
                value: value === undefined ? messages.page.none : text(value, row.unit),
              })}
            </Link>
          )}
        </strong>{" "}
        {adviceOf(name)}{" "}
        {page === undefined || page === null ? null : (
          <a
            href={`${operations}#${page}`}
            rel="noreferrer"
            aria-label={`${messages.verdict.help}: ${titleOf(name)}`}
          >
            {messages.verdict.help}
          </a>
        )}
        {hasReasons.has(name) ? <Reasons /> : null}
      </div>
    </li>
  );
};

const verdictOf = (instruments: Instruments, wanting: ReadonlyArray<Wanting>) => {
  if (instruments.now === undefined)
    return { tone: "silent", icon: "clock", text: messages.verdict.waiting } as const;
  if (!instruments.isLive)
    return { tone: "silent", icon: "warning", text: messages.verdict.silent } as const;
  const red = wanting.filter(({ state }) => state === "act").length;
  if (red > 0)
    return { tone: "act", icon: "cross", text: messages.verdict.act({ count: red }) } as const;
  return wanting.length === 0
    ? ({ tone: "well", icon: "check", text: messages.verdict.well } as const)
    : ({
        tone: "watch",
        icon: "warning",
        text: messages.verdict.watch({ count: wanting.length }),
      } as const);
};

/** Whether the node is well, in a sentence, and what to do if it is not. */
export const Verdict = () => {
  const instruments = useInstruments();
  const wanting = wantingIn(instruments);
  const { tone, icon, text } = verdictOf(instruments, wanting);
  const hint = tone === "well" ? messages.verdict.wellHint : messages.verdict.silentHint;
  return (
    <section className={styles["verdict"]} data-tone={tone}>
      <div className={styles["sentence"]} role="status">
        <span className={styles["badge"]}>
          <Icon name={icon} size={24} />
        </span>
        <span>
          <strong>{text}</strong>
          {tone === "well" || (tone === "silent" && instruments.now !== undefined) ? (
            <span className={styles["hint"]}>{hint}</span>
          ) : null}
        </span>
      </div>
      {wanting.length === 0 ? null : (
        <ul className={styles["wantings"]}>
          {wanting.map((each) => (
            <WantingLine key={each.name} {...each} />
          ))}
        </ul>
      )}
    </section>
  );
};
