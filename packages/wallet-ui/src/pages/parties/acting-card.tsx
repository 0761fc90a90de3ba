import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { useToast } from "../../components/feedback/toasts.js";
import { Note } from "../../components/forms/form.js";
import { type Row, Rows } from "../../components/lists/rows.js";
import { Stack } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { usePartyText } from "../../data/party-directory.js";
import { type ReadableParty, useReadableParties } from "../../data/readable-parties.js";
import { useWallet } from "../../data/wallet-context.js";
import { useKeys } from "./use-keys.js";
import { messages } from "./messages.js";

const wordsOf = (
  { kind, can_act: canAct }: ReadableParty,
  isOwn: boolean,
  hasKey: boolean,
): string => {
  if (isOwn) return messages.acting.own;
  if (kind === "none") return messages.acting.noWallet;
  if (kind === "wallet") return messages.acting.byRight;
  if (!canAct) return messages.acting.readOnly;
  return hasKey ? messages.acting.withKey : messages.acting.withoutKey;
};

/** Why the pages cannot show a party. */
const obstacleOf = ({ kind, can_act: canAct }: ReadableParty): string | undefined => {
  if (kind === "none") return messages.acting.noWalletReason;
  return kind === "wallet" && !canAct ? messages.acting.noRight : undefined;
};

const ActFor = ({ found }: { readonly found: ReadableParty }) => {
  const { chooseParty } = useWallet();
  const say = useToast();
  const nameOf = usePartyText();
  const { party_id: party } = found;
  return (
    <Button
      reason={obstacleOf(found)}
      label={messages.acting.actNamed({ party })}
      onClick={() => {
        chooseParty(party);
        say(messages.acting.done({ party: nameOf(party) }));
      }}
    >
      {messages.acting.act}
    </Button>
  );
};

const useRow = (): ((found: ReadableParty) => Row) => {
  const { party: actsFor, ownParty } = useWallet();
  const keys = useKeys().query.data?.keys ?? [];
  return (found) => {
    const { party_id: party } = found;
    const isActing = party === actsFor;
    const hasKey = keys.some((key) => key.party === party);
    return {
      key: party,
      title: <PartyChip party={party} />,
      status: isActing ? <StatusPill tone="positive">{messages.acting.now}</StatusPill> : undefined,
      lines: [wordsOf(found, party === ownParty, hasKey)],
      actions: isActing ? undefined : <ActFor found={found} />,
    };
  };
};

/** The parties that the user may act for, and the choice among them. */
export const ActingCard = () => {
  const rowOf = useRow();
  return (
    <Card title={messages.acting.title}>
      <Stack>
        <Note>{messages.acting.note}</Note>
        <QueryView query={useReadableParties()} what={messages.acting.what}>
          {(parties) => (
            <Rows
              rows={parties.map(rowOf)}
              empty={
                <EmptyState icon="people" title={messages.acting.empty}>
                  {messages.acting.emptyHint}
                </EmptyState>
              }
            />
          )}
        </QueryView>
      </Stack>
    </Card>
  );
};
