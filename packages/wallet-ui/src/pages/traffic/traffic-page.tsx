import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { Rows } from "../../components/lists/rows.js";
import { useWaitingRow } from "../../components/lists/waiting-row.js";
import { Columns, Page, Stack } from "../../components/page/page.js";
import { useLocale } from "../../session/preferences.js";
import { BuyTrafficForm } from "./buy-traffic-form.js";
import { messages } from "./messages.js";
import styles from "./traffic.module.css";
import { useOwnTraffic, useTrafficRequests, useTrafficTerms } from "./use-traffic.js";

const OwnTraffic = ({ synchronizerId }: { readonly synchronizerId: string | undefined }) => {
  const own = useOwnTraffic(synchronizerId);
  const locale = useLocale();
  const bytes = (count: number): string =>
    messages.bytesOf({ count, shown: new Intl.NumberFormat(locale).format(count) });
  return (
    <Card title={messages.trafficOfThisNode}>
      <QueryView query={own} what={messages.theTraffic}>
        {({ consumed, limit, purchased }) => (
          <dl className={styles["facts"]}>
            <dt>{messages.used}</dt>
            <dd>{bytes(consumed)}</dd>
            <dt>{messages.mayBeUsed}</dt>
            <dd>{bytes(limit)}</dd>
            <dt>{messages.boughtSoFar}</dt>
            <dd>{bytes(purchased)}</dd>
          </dl>
        )}
      </QueryView>
    </Card>
  );
};

/** Traffic of this node, and buying some for any validator. */
export const TrafficPage = () => {
  const terms = useTrafficTerms();
  const requests = useTrafficRequests();
  const rowOf = useWaitingRow();
  return (
    <Page title={messages.title}>
      <Columns>
        <Card title={messages.buyTraffic}>
          <QueryView query={terms} what={messages.thePriceOfTraffic} lines={6}>
            {(known) => <BuyTrafficForm terms={known} />}
          </QueryView>
        </Card>
        <Stack>
          <OwnTraffic synchronizerId={terms.data?.synchronizerId} />
          <Card title={messages.requests}>
            <QueryView query={requests} what={messages.theRequests}>
              {(items) => (
                <Rows
                  rows={items.map(rowOf)}
                  empty={
                    <EmptyState icon="traffic" title={messages.noRequestWaits}>
                      {messages.requestWaitsHereUntil}
                    </EmptyState>
                  }
                />
              )}
            </QueryView>
          </Card>
        </Stack>
      </Columns>
    </Page>
  );
};
