import { useState } from "react";
import { Link } from "wouter";
import { Card } from "../../components/base/card.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { FactList, Facts } from "../../components/lists/facts.js";
import { JsonView } from "../../components/lists/json-view.js";
import { Stack } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import type { Trace, TraceMoment } from "../../data/trace-query.js";
import { ProfileCard, timeText } from "./trace-profile.js";
import { Timeline } from "./trace-timeline.js";
import { momentTitle, placeText } from "./trace-words.js";
import { messages } from "./messages-trace.js";
import explorer from "./explorer.module.css";
import styles from "./trace.module.css";

const chips = (parties: ReadonlyArray<string>) => (
  <FactList
    none={messages.field.none}
    items={parties.map((party) => ({ key: party, shown: <PartyChip party={party} /> }))}
  />
);

type Fact = readonly [string, React.ReactNode];

const factsOf = (moment: TraceMoment): ReadonlyArray<Fact> => {
  const { error, place, templateId, contractId, actingParties, authorizers } = moment;
  const mono = (text: string) => (
    <span className={explorer["mono"]} translate="no">
      {text}
    </span>
  );
  const facts: ReadonlyArray<Fact | undefined> = [
    error ? [messages.field.cause, <StrangerText key="cause" text={error.cause} />] : undefined,
    place
      ? [
          messages.place.title,
          <span key="place">
            <StrangerText text={placeText(place)} />{" "}
            {mono(messages.place.package({ packageId: place.packageId }))}
          </span>,
        ]
      : undefined,
    templateId ? [messages.field.template, mono(templateId)] : undefined,
    contractId
      ? [
          messages.field.contract,
          <Link key="contract" to={`/console/contracts/${contractId}`}>
            {mono(contractId)}
          </Link>,
        ]
      : undefined,
    actingParties ? [messages.field.acting, chips(actingParties)] : undefined,
    [messages.field.authority, chips(authorizers)],
    [
      messages.field.before,
      messages.field.taken({ steps: moment.steps, time: timeText(moment.micros) }),
    ],
  ];
  return facts.flatMap((fact) => (fact === undefined ? [] : [fact]));
};

const MomentCard = ({ moment }: { readonly moment: TraceMoment }) => {
  const values: ReadonlyArray<readonly [string, unknown]> = [
    [messages.field.argument, moment.argument],
    [messages.field.payload, moment.payload],
    [messages.field.key, moment.key],
    [messages.field.exception, moment.exception],
    [messages.field.result, moment.result],
  ];
  return (
    <Card
      title={<StrangerText text={momentTitle(moment)} />}
      actions={
        moment.isRolledBack ? (
          <StatusPill tone="neutral">{messages.timeline.rolledBack}</StatusPill>
        ) : undefined
      }
    >
      <Facts rows={factsOf(moment)} />
      {values.map(([label, value]) =>
        value === undefined ? null : (
          <section key={label} className={styles["value"]}>
            <h3>{label}</h3>
            <JsonView label={label} value={value} />
          </section>
        ),
      )}
    </Card>
  );
};

/** A trace: its moments one by one, and what its definitions took. */
export const TraceView = ({ trace }: { readonly trace: Trace }) => {
  const [at, setAt] = useState(0);
  const moment = trace.moments[at];
  const isAccepted = trace.outcome.verdict === "accepted";
  return (
    <Stack>
      <p role="status">
        <StatusPill tone={isAccepted ? "positive" : "negative"}>
          {isAccepted ? messages.verdict.accepted : messages.verdict.rejected}
        </StatusPill>
      </p>
      {moment === undefined ? (
        <EmptyState icon="search" title={messages.timeline.none}>
          {messages.timeline.noneHint}
        </EmptyState>
      ) : (
        <div className={explorer["split"]}>
          <Timeline trace={trace} at={at} onStep={setAt} />
          <MomentCard moment={moment} />
        </div>
      )}
      <ProfileCard profile={trace.profile} />
    </Stack>
  );
};
