import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { useToast } from "../../components/feedback/toasts.js";
import { isBusyIn, Outcome } from "../../components/flow/outcome.js";
import { FullId } from "../../components/flow/facts.js";
import { ReviewSheet } from "../../components/flow/review-sheet.js";
import { Note } from "../../components/forms/form.js";
import { useAttempt } from "../../components/forms/use-attempt.js";
import { FactList } from "../../components/lists/facts.js";
import { Stack } from "../../components/page/page.js";
import type { StoredKey } from "../../custody/key-store.js";
import { useSendingBlock } from "../../data/reachability.js";
import { useOperation } from "../../data/use-operation.js";
import { ApiError } from "../../data/api-error.js";
import { useWallet } from "../../data/wallet-context.js";
import { useSession } from "../../session/session.js";
import { draftParty, makeParty, type PartyDraft } from "./external-party.js";
import {
  readableParties,
  usePartiesChanged,
  useReadableParties,
} from "../../data/readable-parties.js";
import { SetUp } from "./set-up.js";
import { messages } from "./messages.js";

interface KeyInUse {
  readonly found: StoredKey;
  readonly isUnlocked: boolean;
}

const useMaking = (found: StoredKey, onDone: () => void) => {
  const { user } = useSession();
  const say = useToast();
  const changed = usePartiesChanged();
  return useOperation<PartyDraft, string>({
    name: `party.make.${found.party}`,
    run: (api, draft) => makeParty(api, user, found, draft),
    ask: async (api) =>
      (await readableParties(api)).find(({ party_id: party }) => party === found.party)?.party_id,
    touches: ["user"],
    onCommitted: () => {
      say(messages.newParty.done);
      void changed();
      onDone();
    },
  });
};

const isDenied = (state: ReturnType<typeof useMaking>["state"]): boolean =>
  state.kind === "failed" && state.error instanceof ApiError && state.error.status === 403;

const Review = ({
  found,
  isUnlocked,
  draft,
  onEnd,
}: KeyInUse & { readonly draft: PartyDraft; readonly onEnd: () => void }) => {
  const { state, start } = useMaking(found, onEnd);
  const block = useSendingBlock();
  const { description, isPlain } = draft.review;
  const doubts = isPlain
    ? undefined
    : messages.newParty.doubts({ doubts: description.doubts.join("; ") });
  return (
    <Stack>
      <ReviewSheet
        rows={[
          { label: messages.newParty.title, value: <FullId id={found.party} /> },
          {
            label: messages.newParty.signed,
            value: (
              <FactList
                none={messages.newParty.nothing}
                items={description.lines.map((line, index) => ({
                  key: `${index}`,
                  shown: <span>{line}</span>,
                }))}
              />
            ),
            warning: doubts,
          },
        ]}
        confirm={messages.newParty.confirm}
        onConfirm={() => start(draft)}
        onBack={onEnd}
        isBusy={isBusyIn(state)}
        reason={block ?? doubts ?? (isUnlocked ? undefined : messages.newParty.locked)}
      />
      <Outcome
        state={state}
        failed={isDenied(state) ? messages.newParty.noQuota : messages.newParty.failed}
      />
    </Stack>
  );
};

const useDraft = (found: StoredKey) => {
  const { api } = useWallet();
  const [draft, setDraft] = useState<PartyDraft>();
  const { isBusy, error, start } = useAttempt<undefined>(async () =>
    setDraft(await draftParty(api, found)),
  );
  return { draft, error, isBusy, begin: () => start(undefined), end: () => setDraft(undefined) };
};

/** Whether the party of a key is on the ledger; makes it, after what is signed was read. */
export const PartyOfKey = ({ found, isUnlocked }: KeyInUse) => {
  const parties = useReadableParties().data;
  const { draft, error, isBusy, begin, end } = useDraft(found);
  if (parties === undefined) return null;
  const its = parties.find(({ party_id: party }) => party === found.party);
  if (its !== undefined) {
    return (
      <Stack>
        <Note>{messages.newParty.exists}</Note>
        <SetUp found={its} />
      </Stack>
    );
  }
  if (draft !== undefined)
    return <Review found={found} isUnlocked={isUnlocked} draft={draft} onEnd={end} />;
  return (
    <Stack>
      <Note>{messages.newParty.none}</Note>
      <div>
        <Button
          variant="primary"
          isBusy={isBusy}
          onClick={begin}
          reason={isUnlocked ? undefined : messages.newParty.locked}
        >
          {messages.newParty.make}
        </Button>
      </div>
      {error === undefined ? null : <ErrorNote title={messages.newParty.failed} error={error} />}
    </Stack>
  );
};
