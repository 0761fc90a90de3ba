import { Banner } from "../../components/base/banner.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { Columns, Page, Stack } from "../../components/page/page.js";
import { ActingCard } from "./acting-card.js";
import { useKeyLock } from "../../data/key-lock.js";
import { KeysCard } from "./keys-card.js";
import { MakeKeyCard } from "./make-key.js";
import { RestoreKeyCard } from "./restore-key.js";
import { useKeys } from "./use-keys.js";
import { messages } from "./messages.js";

const Custody = () => {
  const { query } = useKeys();
  const lock = useKeyLock();
  return (
    <QueryView query={query} what={messages.keys.what} lines={6}>
      {({ canSign, keys }) => (
        <Stack>
          <KeysCard keys={keys} lock={lock} />
          {canSign ? (
            <>
              <MakeKeyCard />
              <RestoreKeyCard />
            </>
          ) : (
            <Banner tone="warning">{messages.keys.unsupported}</Banner>
          )}
        </Stack>
      )}
    </QueryView>
  );
};

/** For whom one acts, and the keys of parties that sign for themselves. */
export const PartiesPage = () => (
  <Page title={messages.page.title}>
    <Columns>
      <ActingCard />
      <Custody />
    </Columns>
  </Page>
);
