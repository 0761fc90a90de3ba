import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { Note } from "../../components/forms/form.js";
import { Rows } from "../../components/lists/rows.js";
import { Stack } from "../../components/page/page.js";
import type { StoredKey } from "../../custody/key-store.js";
import { keyRow } from "./key-row.js";
import { idleWords, type useKeyLock } from "../../data/key-lock.js";
import { messages } from "./messages.js";

/** The keys of this browser, and the lock of all of them. */
export const KeysCard = ({
  keys,
  lock: { isUnlocked, lock, unlock },
}: {
  readonly keys: ReadonlyArray<StoredKey>;
  readonly lock: ReturnType<typeof useKeyLock>;
}) =>
  keys.length === 0 ? (
    <Card title={messages.keys.title}>
      <EmptyState icon="key" title={messages.keys.empty}>
        {messages.keys.emptyHint}
      </EmptyState>
    </Card>
  ) : (
    <Card
      title={messages.keys.title}
      actions={
        isUnlocked ? (
          <StatusPill tone="warning">{messages.keys.unlocked}</StatusPill>
        ) : (
          <StatusPill tone="positive">{messages.keys.locked}</StatusPill>
        )
      }
    >
      <Stack>
        <Note>{messages.keys.note({ idleWords })}</Note>
        <div>
          {isUnlocked ? (
            <Button icon="lock" onClick={lock}>
              {messages.keys.lock}
            </Button>
          ) : (
            <Button icon="lock" onClick={unlock}>
              {messages.keys.unlock}
            </Button>
          )}
        </div>
        <Rows rows={keys.map((found) => keyRow(found, isUnlocked))} />
      </Stack>
    </Card>
  );
