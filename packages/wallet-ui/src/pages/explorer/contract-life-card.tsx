import { Link } from "wouter";
import { Card } from "../../components/base/card.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import type { CreatedEvent, Perspective } from "../../data/explorer-queries.js";
import { type LifeEvent, useContractLife } from "../../data/picture-queries.js";
import { useExplorerAddress } from "./explorer-address.js";
import { templateByName } from "./update-words.js";
import { messages } from "./messages.js";
import styles from "./explorer.module.css";

const Step = ({
  kind,
  step,
  offset,
  at,
  parties,
}: {
  readonly kind: "created" | "used" | "ended";
  readonly step: string;
  readonly offset: number;
  readonly at: string | undefined;
  readonly parties: ReadonlyArray<string>;
}) => {
  const { linkTo } = useExplorerAddress();
  return (
    <li data-kind={kind}>
      <Link
        to={linkTo(`/console/updates/${offset}`)}
        aria-label={messages.contract.lifeStep({ step, offset })}
      >
        <StrangerText text={step} />
      </Link>
      <small>
        {messages.contract.offset({ offset })}
        {at === undefined ? null : (
          <>
            {" · "}
            <TimeStamp at={at} />
          </>
        )}
      </small>
      {parties.map((party) => (
        <PartyChip key={party} party={party} canCopy={false} />
      ))}
    </li>
  );
};

const Steps = ({
  created,
  archivedAt,
  events,
}: {
  readonly created: CreatedEvent;
  readonly archivedAt: number | undefined;
  readonly events: ReadonlyArray<LifeEvent>;
}) => {
  const isEndSeen = events.some(({ consuming }) => consuming);
  return (
    <ol className={styles["life"]} aria-label={messages.contract.life}>
      <Step
        kind="created"
        step={messages.contract.created}
        offset={created.offset}
        at={created.createdAt}
        parties={created.signatories}
      />
      {events.map(({ offset, choice, recordTime, consuming, actingParties }, at) => (
        <Step
          key={`${at}`}
          kind={consuming ? "ended" : "used"}
          step={choice}
          offset={offset}
          at={recordTime}
          parties={actingParties}
        />
      ))}
      {archivedAt === undefined ? (
        <li data-kind="active">{messages.contract.stillActive}</li>
      ) : isEndSeen ? null : (
        <Step
          kind="ended"
          step={messages.contract.ended}
          offset={archivedAt}
          at={undefined}
          parties={[]}
        />
      )}
    </ol>
  );
};

/** A contract's life as a line: created, exercised, ended, by which updates. */
export const ContractLifeCard = ({
  created,
  archivedAt,
  perspective,
}: {
  readonly created: CreatedEvent;
  readonly archivedAt: number | undefined;
  readonly perspective: Perspective;
}) => {
  const template = templateByName(created.packageName, created.templateId);
  const life = useContractLife(created, template, archivedAt, perspective);
  return (
    <Card title={messages.contract.life}>
      <QueryView query={life} what={messages.contract.life} lines={3}>
        {({ events, isCut }) => (
          <>
            <Steps created={created} archivedAt={archivedAt} events={events} />
            {isCut ? <p className={styles["muted"]}>{messages.contract.lifeCut}</p> : null}
          </>
        )}
      </QueryView>
    </Card>
  );
};
