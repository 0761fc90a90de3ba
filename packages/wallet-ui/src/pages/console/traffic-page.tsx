import { Card } from "../../components/base/card.js";
import { CopyButton } from "../../components/base/copy-button.js";
import { Facts } from "../../components/lists/facts.js";
import { Amount } from "../../components/money/amount.js";
import { Columns, Page } from "../../components/page/page.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { useOwnTraffic } from "../../data/console-queries.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { formatDecimal } from "../../money/format-amount.js";
import { useLocale } from "../../session/preferences.js";
import { ConsoleView, operatorRight } from "./console-view.js";
import { forecastOf, spanWords } from "./traffic-forecast.js";
import { messages } from "./messages.js";
import styles from "./console.module.css";

type Traffic = WalletSchemas["OwnTraffic"];

const useBytes = () => {
  const locale = useLocale();
  return (bytes: number): string =>
    messages.traffic.bytes({ count: bytes, shown: bytes.toLocaleString(locale) });
};

const Left = ({ traffic: { used, left, member_id: member } }: { readonly traffic: Traffic }) => {
  const bytes = useBytes();
  const bought = used + left;
  const share = bought === 0 ? 0 : Math.round((left / bought) * 100);
  return (
    <>
      <p className={styles["big"]}>{bytes(left)}</p>
      <div
        className={styles["meter"]}
        data-low={share < 10 ? "yes" : undefined}
        role="img"
        aria-label={messages.traffic.meter({ share })}
      >
        <span style={{ inlineSize: `${share}%` }} />
      </div>
      <Facts
        rows={[
          [messages.traffic.left, messages.traffic.share({ share })],
          [messages.traffic.used, bytes(used)],
          [
            messages.traffic.member,
            <span key="member" className={styles["mono"]}>
              {member} <CopyButton text={member} what={messages.traffic.memberId} />
            </span>,
          ],
        ]}
      />
    </>
  );
};

const Forecast = ({ traffic }: { readonly traffic: Traffic }) => {
  const bytes = useBytes();
  const locale = useLocale();
  const next = traffic.next_purchase;
  if (next === undefined || next === null) {
    return (
      <p className={styles["note"]}>
        {messages.forecast.off({
          setting: <code>wallet.traffic.targetThroughput</code>,
        })}
      </p>
    );
  }
  const { lasts, when } = forecastOf(traffic);
  return (
    <Facts
      rows={[
        [messages.forecast.next, when],
        [messages.forecast.bytes, bytes(next.bytes)],
        [
          messages.forecast.cost,
          next.cost === undefined || next.cost === null ? (
            messages.forecast.unknown
          ) : (
            <Amount key="cost" value={next.cost} />
          ),
        ],
        [messages.forecast.interval, spanWords(next.interval_seconds)],
        [
          messages.forecast.lasts,
          lasts === undefined
            ? messages.forecast.unknown
            : messages.forecast.lastsAtTarget({
                span: spanWords(lasts),
                target: formatDecimal(String(traffic.target_throughput), locale),
              }),
        ],
        [
          messages.forecast.last,
          next.last_at === undefined || next.last_at === null ? (
            messages.forecast.none
          ) : (
            <TimeStamp key="last" at={next.last_at} />
          ),
        ],
        ...(next.not_before === undefined || next.not_before === null
          ? []
          : ([
              [messages.forecast.notBefore, <TimeStamp key="next" at={next.not_before} isExact />],
            ] as const)),
      ]}
    />
  );
};

/** The traffic of this validator, and when it buys more. */
export const TrafficPage = () => {
  const traffic = useOwnTraffic();
  return (
    <Page title={messages.traffic.title}>
      <Columns>
        <Card title={messages.traffic.card}>
          <ConsoleView query={traffic} what={messages.traffic.what} needs={operatorRight} lines={5}>
            {(found) => <Left traffic={found} />}
          </ConsoleView>
        </Card>
        {traffic.data === undefined ? null : (
          <Card title={messages.forecast.title}>
            <Forecast traffic={traffic.data} />
          </Card>
        )}
      </Columns>
    </Page>
  );
};
