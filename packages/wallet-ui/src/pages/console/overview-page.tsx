import { useMemo, useState } from "react";
import { ButtonLink } from "../../components/base/button.js";
import { Skeleton } from "../../components/base/skeleton.js";
import { Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { useInstrumentList, useOperator } from "../../data/console-queries.js";
import type { LedgerSchemas } from "../../data/openapi.js";
import { useReadings } from "../../data/use-readings.js";
import { networkNames, useSiteConfig } from "../../session/site-config.js";
import type { Window } from "../../states/readings.js";
import { adminRight, ConsoleView } from "./console-view.js";
import { InstrumentCard, MainInstrument } from "./instruments/instrument-card.js";
import { groups, mainRows } from "./instruments/instrument-rows.js";
import {
  AutomationsCard,
  ErrorsCard,
  FollowersCard,
  StoreFacts,
} from "./instruments/listed-tables.js";
import { messages as instrumentMessages } from "./instruments/messages.js";
import { type SpanName, SpanChoice } from "./instruments/span-choice.js";
import { InstrumentsProvider } from "./instruments/use-instruments.js";
import { Verdict } from "./instruments/verdict.js";
import { messages } from "./messages.js";
import styles from "./instruments/instruments.module.css";

const windows: Readonly<Record<SpanName, Window>> = {
  hour: { spanMs: 3_600_000, points: 90 },
  day: { spanMs: 86_400_000, points: 96 },
};

/** Which node it is. */
const Identity = () => {
  const { network } = useSiteConfig();
  const operator = useOperator().data?.party_id;
  return (
    <p className={styles["identity"]}>
      <span>{networkNames[network]}</span>
      {operator === undefined ? null : <PartyChip party={operator} />}
    </p>
  );
};

/** The instruments of the node, live. */
const InstrumentPanel = ({ list }: { readonly list: LedgerSchemas["InstrumentList"] }) => {
  const { network } = useSiteConfig();
  const [span, setSpan] = useState<SpanName>("hour");
  const readings = useReadings(windows[span]);
  const instruments = useMemo(
    () => ({ ...readings, spanMs: windows[span].spanMs, list }),
    [readings, span, list],
  );
  // what comes with the first sample moves nothing that was there before
  if (readings.now === undefined && readings.isLive) return <Skeleton lines={8} />;
  return (
    <InstrumentsProvider value={instruments}>
      <Verdict />
      <div className={styles["bar"]}>
        {network === "off" ? <span /> : <Identity />}
        <SpanChoice value={span} onChange={setSpan} />
      </div>
      <div className={styles["mains"]}>
        {mainRows.map((row) => (
          <MainInstrument key={row.name} row={row} />
        ))}
      </div>
      <div className={styles["cards"]}>
        {groups.map((group) => (
          <InstrumentCard key={group.name} group={group}>
            {group.name === "store" ? <StoreFacts /> : null}
          </InstrumentCard>
        ))}
      </div>
      <FollowersCard />
      <AutomationsCard />
      <ErrorsCard />
    </InstrumentsProvider>
  );
};

/** The node at a glance: whether it is well, and its instruments. */
export const OverviewPage = () => {
  const list = useInstrumentList();
  return (
    <Page
      title={messages.overview.title}
      actions={
        <ButtonLink to="/console/ledger" icon="search">
          {messages.overview.explore}
        </ButtonLink>
      }
    >
      <ConsoleView query={list} what={instrumentMessages.page.what} needs={adminRight} lines={8}>
        {(found) => <InstrumentPanel list={found} />}
      </ConsoleView>
    </Page>
  );
};
