import { Card } from "../../components/base/card.js";
import { CopyButton } from "../../components/base/copy-button.js";
import { Facts } from "../../components/lists/facts.js";
import { Amount } from "../../components/money/amount.js";
import { Columns, Page } from "../../components/page/page.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { useOwnTraffic } from "../../data/console-queries.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { useLocale } from "../../session/preferences.js";
import { ConsoleView, operatorRight } from "./console-view.js";
import { forecastOf, spanWords } from "./traffic-forecast.js";
import styles from "./console.module.css";

type Traffic = WalletSchemas["OwnTraffic"];

const useBytes = () => {
  const locale = useLocale();
  return (bytes: number): string => `${bytes.toLocaleString(locale)} bytes`;
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
        aria-label={`${share} % of the bought traffic is left`}
      >
        <span style={{ inlineSize: `${share}%` }} />
      </div>
      <Facts
        rows={[
          ["Left", `${share} % of what was bought`],
          ["Used beyond the free rate", bytes(used)],
          [
            "Member",
            <span key="member" className={styles["mono"]}>
              {member} <CopyButton text={member} what="member id" />
            </span>,
          ],
        ]}
      />
    </>
  );
};

const Forecast = ({ traffic }: { readonly traffic: Traffic }) => {
  const bytes = useBytes();
  const next = traffic.next_purchase;
  if (next === undefined || next === null) {
    return (
      <p className={styles["note"]}>
        The automatic top-up is off: <code>wallet.traffic.targetThroughput</code> is 0. Traffic
        beyond the free rate is bought by hand.
      </p>
    );
  }
  const { lasts, when } = forecastOf(traffic);
  return (
    <Facts
      rows={[
        ["Next purchase", when],
        ["How much", bytes(next.bytes)],
        [
          "Cost now",
          next.cost === undefined || next.cost === null ? (
            "not known"
          ) : (
            <Amount key="cost" value={next.cost} />
          ),
        ],
        ["At most every", spanWords(next.interval_seconds)],
        [
          "What is left lasts",
          lasts === undefined
            ? "not known"
            : `${spanWords(lasts)} at the target of ${Number(traffic.target_throughput).toLocaleString()} bytes/s`,
        ],
        [
          "Last purchase",
          next.last_at === undefined || next.last_at === null ? (
            "none yet"
          ) : (
            <TimeStamp key="last" at={next.last_at} />
          ),
        ],
        ...(next.not_before === undefined || next.not_before === null
          ? []
          : ([["Not before", <TimeStamp key="next" at={next.not_before} isExact />]] as const)),
      ]}
    />
  );
};

/** The traffic of this validator, and when it buys more. */
export const TrafficPage = () => {
  const traffic = useOwnTraffic();
  return (
    <Page title="Traffic">
      <Columns>
        <Card title="Extra traffic left">
          <ConsoleView query={traffic} what="the traffic" needs={operatorRight} lines={5}>
            {(found) => <Left traffic={found} />}
          </ConsoleView>
        </Card>
        {traffic.data === undefined ? null : (
          <Card title="Top-up forecast">
            <Forecast traffic={traffic.data} />
          </Card>
        )}
      </Columns>
    </Page>
  );
};
