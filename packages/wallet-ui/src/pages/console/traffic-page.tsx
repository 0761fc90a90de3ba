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
    messages.bytes({ count: bytes, shown: bytes.toLocaleString(locale) });
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
        aria-label={messages.ofTheBoughtTraffic({ share })}
      >
        <span style={{ inlineSize: `${share}%` }} />
      </div>
      <Facts
        rows={[
          [messages.left, messages.ofWhatWasBought({ share })],
          [messages.usedBeyondTheFreeRate, bytes(used)],
          [
            messages.member,
            <span key="member" className={styles["mono"]}>
              {member} <CopyButton text={member} what={messages.memberId} />
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
        {messages.automaticTopUpIsOff({
          setting: <code>wallet.traffic.targetThroughput</code>,
        })}
      </p>
    );
  }
  const { lasts, when } = forecastOf(traffic);
  return (
    <Facts
      rows={[
        [messages.nextPurchase, when],
        [messages.howMuch, bytes(next.bytes)],
        [
          messages.costNow,
          next.cost === undefined || next.cost === null ? (
            messages.notKnown
          ) : (
            <Amount key="cost" value={next.cost} />
          ),
        ],
        [messages.atMostEvery, spanWords(next.interval_seconds)],
        [
          messages.whatIsLeftLasts,
          lasts === undefined
            ? messages.notKnown
            : messages.lastsAtTheTarget({
                span: spanWords(lasts),
                target: formatDecimal(String(traffic.target_throughput), locale),
              }),
        ],
        [
          messages.lastPurchase,
          next.last_at === undefined || next.last_at === null ? (
            messages.noneYet
          ) : (
            <TimeStamp key="last" at={next.last_at} />
          ),
        ],
        ...(next.not_before === undefined || next.not_before === null
          ? []
          : ([
              [messages.notBefore, <TimeStamp key="next" at={next.not_before} isExact />],
            ] as const)),
      ]}
    />
  );
};

/** The traffic of this validator, and when it buys more. */
export const TrafficPage = () => {
  const traffic = useOwnTraffic();
  return (
    <Page title={messages.traffic}>
      <Columns>
        <Card title={messages.extraTrafficLeft}>
          <ConsoleView query={traffic} what={messages.theTraffic} needs={operatorRight} lines={5}>
            {(found) => <Left traffic={found} />}
          </ConsoleView>
        </Card>
        {traffic.data === undefined ? null : (
          <Card title={messages.topUpForecast}>
            <Forecast traffic={traffic.data} />
          </Card>
        )}
      </Columns>
    </Page>
  );
};
