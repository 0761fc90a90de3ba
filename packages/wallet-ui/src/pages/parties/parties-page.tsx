import { Banner } from "../../components/base/banner.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { Columns, Page, Stack } from "../../components/page/page.js";
import { ActingCard } from "./acting-card.js";
import { useKeyLock } from "../../data/key-lock.js";
import { KeysCard } from "./keys-card.js";
import { MakeKeyCard } from "./make-key.js";
import { RestoreKeyCard } from "./restore-key.js";
import { useKeys } from "./use-keys.js";

const Custody = () => {
  const { query } = useKeys();
  const lock = useKeyLock();
  return (
    <QueryView query={query} what="the keys of this browser" lines={6}>
      {({ canSign, keys }) => (
        <Stack>
          <KeysCard keys={keys} lock={lock} />
          {canSign ? (
            <>
              <MakeKeyCard />
              <RestoreKeyCard />
            </>
          ) : (
            <Banner tone="warning">
              This browser cannot make Ed25519 keys here: that needs HTTPS or this machine itself,
              and Chrome 137, Firefox 129, Safari 17 or newer.
            </Banner>
          )}
        </Stack>
      )}
    </QueryView>
  );
};

/** For whom one acts, and the keys of parties that sign for themselves. */
export const PartiesPage = () => (
  <Page title="Parties and keys">
    <Columns>
      <ActingCard />
      <Custody />
    </Columns>
  </Page>
);
