import type { ReactNode } from "react";
import { ButtonLink } from "../../../components/base/button.js";
import { Card } from "../../../components/base/card.js";
import { Facts } from "../../../components/lists/facts.js";
import { TimeStamp } from "../../../components/time/time-stamp.js";
import { InstrumentCurve } from "./instrument-curve.js";
import { automationTitle } from "../automation-row.js";
import { messages } from "./messages.js";
import { useInstruments, useValues } from "./use-instruments.js";
import styles from "./instruments.module.css";

/** Figures in a table: its rows are few, and its numbers stand below one another. */
const Figures = ({
  label,
  titles,
  rows,
}: {
  readonly label: string;
  readonly titles: ReadonlyArray<string>;
  readonly rows: ReadonlyArray<{ readonly key: string; readonly cells: ReadonlyArray<ReactNode> }>;
}) => (
  <div className={styles["scroll"]} role="region" aria-label={label} tabIndex={0}>
    <table className={styles["figures"]}>
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...others] }) => (
          <tr key={key}>
            <th scope="row">{first}</th>
            {others.map((cell, at) => (
              <td key={titles[at + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const rejectionsOf = "tallystick_submission_rejections_total";
const answersOf = "tallystick_http_errors_total";

/** How often commands and requests failed, by the code of the error. */
export const ErrorsCard = () => {
  const { now } = useInstruments();
  const { text } = useValues();
  const rejections = now?.listed[rejectionsOf] ?? {};
  const answers = now?.listed[answersOf] ?? {};
  const codes = [...new Set([...Object.keys(rejections), ...Object.keys(answers)])];
  const countOf = (code: string): number => (rejections[code] ?? 0) + (answers[code] ?? 0);
  const shown = (count: number | undefined): string => text(count ?? 0, "count");
  return (
    <Card
      title={messages.errors.title}
      actions={<ButtonLink to="/console/submissions">{messages.errors.list}</ButtonLink>}
    >
      {codes.length === 0 ? (
        <p className={styles["note"]}>{messages.errors.empty}</p>
      ) : (
        <>
          <p className={styles["note"]}>{messages.errors.note}</p>
          <Figures
            label={messages.errors.title}
            titles={[
              messages.errors.code,
              messages.errors.curve,
              messages.errors.rejections,
              messages.errors.answers,
            ]}
            rows={codes
              .toSorted((a, b) => countOf(b) - countOf(a))
              .map((code) => ({
                key: code,
                cells: [
                  <span key="code" className={styles["code"]} translate="no">
                    {code}
                  </span>,
                  <span key="curve" className={styles["errorCurve"]}>
                    <InstrumentCurve name={`error:${code}`} title={code} unit="per-second" />
                  </span>,
                  shown(rejections[code]),
                  shown(answers[code]),
                ],
              }))}
          />
        </>
      )}
    </Card>
  );
};

/** How far each program that follows the ledger is behind. */
export const FollowersCard = () => {
  const { now } = useInstruments();
  const { text } = useValues();
  const events = now?.listed["tallystick_follower_lag_events"] ?? {};
  const seconds = now?.listed["tallystick_follower_lag_seconds"] ?? {};
  const names = Object.keys(events).toSorted();
  if (names.length === 0) return null;
  return (
    <Card title={messages.followers.title}>
      <Figures
        label={messages.followers.title}
        titles={[messages.followers.name, messages.followers.events, messages.followers.seconds]}
        rows={names.map((name) => ({
          key: name,
          cells: [
            <span key="name" className={styles["code"]} translate="no">
              {name}
            </span>,
            text(events[name] ?? 0, "count"),
            text(seconds[name] ?? 0, "duration"),
          ],
        }))}
      />
    </Card>
  );
};

const ofAutomations = "tallystick_automation";

/** What each automation did, when it ran and when it does again. */
export const AutomationsCard = () => {
  const { now } = useInstruments();
  const { text } = useValues();
  const figures = (name: string) => now?.listed[`${ofAutomations}_${name}`] ?? {};
  const [last, next] = [figures("last_run_timestamp_seconds"), figures("next_run_seconds")];
  const [commands, failures] = [figures("commands_total"), figures("errors_total")];
  const coins = figures("coins_moved_total");
  const names = Object.keys(figures("runs_total"));
  if (names.length === 0) return null;
  const titles = [
    messages.automations.name,
    messages.automations.last,
    messages.automations.next,
    messages.automations.commands,
    messages.automations.failures,
    messages.automations.coins,
  ];
  return (
    <Card
      title={messages.automations.title}
      actions={<ButtonLink to="/console/automations">{messages.automations.all}</ButtonLink>}
    >
      <Figures
        label={messages.automations.title}
        titles={titles}
        rows={names
          .map((name) => ({ name, title: automationTitle(name) }))
          .toSorted((a, b) => a.title.localeCompare(b.title))
          .map(({ name, title }) => ({
            key: name,
            cells: [
              title,
              last[name] === undefined ? (
                messages.page.none
              ) : (
                <TimeStamp key="last" at={new Date(last[name] * 1_000).toISOString()} />
              ),
              next[name] === undefined
                ? messages.page.none
                : text(Math.ceil(next[name]), "duration"),
              text(commands[name] ?? 0, "count"),
              text(failures[name] ?? 0, "count"),
              text(coins[name] ?? 0, "coins"),
            ],
          }))}
      />
    </Card>
  );
};

/** The node of the store's cluster that takes the appends, where there is one. */
export const StoreFacts = () => {
  const { now } = useInstruments();
  const leaders = Object.keys(now?.listed["tallystick_store_leader"] ?? {});
  return leaders.length === 0 ? null : (
    <Facts rows={leaders.map((leader) => [messages.parts.leader, leader])} />
  );
};
