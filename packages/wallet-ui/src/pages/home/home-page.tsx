import { lazy, Suspense } from "react";
import { Skeleton } from "../../components/base/skeleton.js";
import { ButtonLink } from "../../components/base/button.js";
import { Columns, Page, Stack } from "../../components/page/page.js";
import { loadPart } from "../../data/load-part.js";
import { useSiteConfig } from "../../session/site-config.js";
import { BalanceCard } from "./balance-card.js";
import { InboxCard } from "./inbox-card.js";
import { RecentCard } from "./recent-card.js";
import { messages } from "./messages.js";

const ChartCard = lazy(async () => ({
  default: (await loadPart(() => import("./chart-card.js"))).ChartCard,
}));

const TapCard = lazy(async () => ({
  default: (await loadPart(() => import("./tap-card.js"))).TapCard,
}));

/** What the party has, what waits, and what happened last. */
export const HomePage = () => {
  const { devNet } = useSiteConfig();
  return (
    <Page
      title={messages.page.title}
      actions={
        <>
          <ButtonLink to="/wallet/request" icon="request">
            {messages.page.request}
          </ButtonLink>
          <ButtonLink to="/wallet/send" icon="send" variant="primary">
            {messages.page.send}
          </ButtonLink>
        </>
      }
    >
      <Columns>
        <Stack>
          <BalanceCard />
          <Suspense fallback={<Skeleton lines={8} />}>
            <ChartCard />
          </Suspense>
          {devNet ? (
            <Suspense fallback={<Skeleton lines={3} />}>
              <TapCard />
            </Suspense>
          ) : null}
        </Stack>
        <Stack>
          <InboxCard />
          <RecentCard />
        </Stack>
      </Columns>
    </Page>
  );
};
