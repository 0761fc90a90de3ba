import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { Facts } from "../../components/lists/facts.js";
import { WaitingLines } from "../../components/lists/waiting-lines.js";
import { Columns, Page, Stack } from "../../components/page/page.js";
import { useLocale } from "../../session/preferences.js";
import { BuyTrafficForm } from "./buy-traffic-form.js";
import { messages } from "./messages.js";
import { useOwnTraffic, useTrafficRequests, useTrafficTerms } from "./use-traffic.js";

const OwnTraffic = ({ synchronizerId }: { readonly synchronizerId: string | undefined }) => {
  const own = useOwnTraffic(synchronizerId);
  const locale = useLocale();
  const bytes = (count: number): string =>
    messages.bytes.count({ count, shown: new Intl.NumberFormat(locale).format(count) });
  return (
    <Card title={messages.own.title}>
      <QueryView query={own} what={messages.own.what}>
        {({ consumed, limit, purchased }) => (
          <Facts
            rows={[
              [messages.own.used, bytes(consumed)],
              [messages.own.limit, bytes(limit)],
              [messages.own.bought, bytes(purchased)],
            ]}
          />
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
    <Page title={messages.page.title}>
      <Columns>
        <Card title={messages.form.title}>
          <QueryView query={terms} what={messages.form.what} lines={6}>
            {(known) => <BuyTrafficForm terms={known} />}
          </QueryView>
        </Card>
        <Stack>
          <OwnTraffic synchronizerId={terms.data?.synchronizerId} />
          <Card title={messages.requests.title}>
            <QueryView
              query={requests}
              what={messages.requests.what}
              isEmpty={(items) => items.length === 0}
              empty={
                <EmptyState icon="traffic" title={messages.requests.empty}>
                  {messages.requests.emptyHint}
                </EmptyState>
              }
            >
              {(items) => <WaitingLines label={messages.requests.title} items={items} />}
            </QueryView>
          </Card>
        </Stack>
      </Columns>
    </Page>
  );
};
