import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { Note } from "../../components/forms/form.js";
import { InboxList } from "../../components/lists/inbox-item.js";
import { Stack } from "../../components/page/page.js";
import type { StoredKey } from "../../custody/key-store.js";
import { KeyEntry } from "./key-entry.js";
import { idleWords, type useKeyLock } from "../../data/key-lock.js";

/** The keys of this browser, and the lock of all of them. */
export const KeysCard = ({
  keys,
  lock: { isUnlocked, lock, unlock },
}: {
  readonly keys: ReadonlyArray<StoredKey>;
  readonly lock: ReturnType<typeof useKeyLock>;
}) =>
  keys.length === 0 ? (
    <Card title="Keys in this browser">
      <EmptyState icon="lock" title="This browser has no keys">
        With a key of your own, nothing is done for your party without your signature.
      </EmptyState>
    </Card>
  ) : (
    <Card
      title="Keys in this browser"
      actions={
        isUnlocked ? (
          <StatusPill tone="warning">Unlocked</StatusPill>
        ) : (
          <StatusPill tone="positive">Locked</StatusPill>
        )
      }
    >
      <Stack>
        <Note>
          Locked keys sign nothing. They lock after {idleWords} without a touch, and when the page
          is loaded again. The lock is no password: whoever uses this browser can open it.
        </Note>
        <div>
          {isUnlocked ? (
            <Button icon="lock" onClick={lock}>
              Lock the keys
            </Button>
          ) : (
            <Button icon="lock" onClick={unlock}>
              Unlock the keys
            </Button>
          )}
        </div>
        <InboxList>
          {keys.map((found) => (
            <KeyEntry key={found.party} found={found} isUnlocked={isUnlocked} />
          ))}
        </InboxList>
      </Stack>
    </Card>
  );
