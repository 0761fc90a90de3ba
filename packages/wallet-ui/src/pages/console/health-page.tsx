import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { CopyButton } from "../../components/base/copy-button.js";
import { Facts } from "../../components/lists/facts.js";
import { Columns, Page } from "../../components/page/page.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { useConfiguration, useHealth } from "../../data/console-queries.js";
import { useSiteConfig } from "../../session/site-config.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ClockCard } from "./clock-card.js";
import { ConsoleView, operatorRight } from "./console-view.js";
import { ReadinessPill } from "./readiness-pill.js";
import { messages } from "./messages.js";
import styles from "./console.module.css";

const HealthCard = () => {
  const health = useHealth();
  return (
    <Card
      title={messages.health.now}
      actions={<Button onClick={() => void health.refetch()}>{messages.health.checkAgain}</Button>}
    >
      <QueryView query={health} what={messages.health.what} lines={6}>
        {(found) => (
          <Facts
            rows={[
              [messages.overview.state, <ReadinessPill key="state" health={found} />],
              ...found.notes.map(
                (note, index) => [messages.health.notice({ number: index + 1 }), note] as const,
              ),
              [messages.health.interface, found.version],
              [messages.health.ledgerEnd, String(found.end)],
              [
                messages.health.prunedUpTo,
                found.pruned === 0 ? messages.health.unpruned : String(found.pruned),
              ],
            ]}
          />
        )}
      </QueryView>
    </Card>
  );
};

const Id = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <span className={styles["mono"]}>
    {text} <CopyButton text={text} what={what} />
  </span>
);

const halves = <A,>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  const middle = Math.ceil(all.length / 2);
  return [all.slice(0, middle), all.slice(middle)];
};

const ConfigurationCard = () => {
  const configuration = useConfiguration();
  return (
    <Card title={messages.configuration.title}>
      <ConsoleView
        query={configuration}
        what={messages.configuration.what}
        needs={operatorRight}
        lines={8}
      >
        {(found) => (
          <>
            <Facts
              rows={[
                [
                  messages.configuration.participant,
                  <Id
                    key="p"
                    text={found.participant_id}
                    what={messages.configuration.participantId}
                  />,
                ],
                [
                  messages.configuration.synchronizer,
                  <Id
                    key="s"
                    text={found.synchronizer_id}
                    what={messages.configuration.synchronizerId}
                  />,
                ],
                [messages.clock.now, <TimeStamp key="t" at={found.now} isExact />],
              ]}
            />
            <h3 className={styles["part"]}>{messages.configuration.settings}</h3>
            <div className={styles["columns"]}>
              {halves(found.settings).map((half) => (
                <Facts
                  key={half[0]?.name}
                  rows={half.map(({ name, value }) => [
                    name,
                    value === "" ? (
                      messages.configuration.unset
                    ) : (
                      <span key={name} translate="no">
                        {value}
                      </span>
                    ),
                  ])}
                />
              ))}
            </div>
          </>
        )}
      </ConsoleView>
    </Card>
  );
};

/** How the node is, what it works with, and its clock where that is moved by hand. */
export const HealthPage = () => {
  const { manualClock, network } = useSiteConfig();
  return (
    <Page title={messages.health.title}>
      <Columns>
        <HealthCard />
        {manualClock ? <ClockCard /> : null}
      </Columns>
      {network === "off" ? null : <ConfigurationCard />}
    </Page>
  );
};
