import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { InboxList } from "../../components/lists/inbox-item.js";
import { Waiting } from "../../components/lists/waiting-item.js";
import { Columns, Page, Stack } from "../../components/page/page.js";
import { useLocale } from "../../session/preferences.js";
import { BuyTrafficForm } from "./buy-traffic-form.js";
import styles from "./traffic.module.css";
import { useOwnTraffic, useTrafficRequests, useTrafficTerms } from "./use-traffic.js";

const OwnTraffic = ({ synchronizerId }: { readonly synchronizerId: string | undefined }) => {
  const own = useOwnTraffic(synchronizerId);
  const locale = useLocale();
  const bytes = (count: number): string => `${new Intl.NumberFormat(locale).format(count)} bytes`;
  return (
    <Card title="Traffic of this node">
      <QueryView query={own} what="the traffic">
        {({ consumed, limit, purchased }) => (
          <dl className={styles["facts"]}>
            <dt>Used</dt>
            <dd>{bytes(consumed)}</dd>
            <dt>May be used</dt>
            <dd>{bytes(limit)}</dd>
            <dt>Bought so far</dt>
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
  return (
    <Page title="Traffic">
      <Columns>
        <Card title="Buy traffic">
          <QueryView query={terms} what="the price of traffic" lines={6}>
            {(known) => <BuyTrafficForm terms={known} />}
          </QueryView>
        </Card>
        <Stack>
          <OwnTraffic synchronizerId={terms.data?.synchronizerId} />
          <Card title="Requests">
            <QueryView
              query={requests}
              what="the requests"
              isEmpty={(items) => items.length === 0}
              empty={
                <EmptyState icon="clock" title="No request waits">
                  A request waits here until the wallet has paid it, or gives up and says why.
                </EmptyState>
              }
            >
              {(items) => (
                <InboxList>
                  {items.map((item) => (
                    <Waiting key={item.contract_id} item={item} />
                  ))}
                </InboxList>
              )}
            </QueryView>
          </Card>
        </Stack>
      </Columns>
    </Page>
  );
};
