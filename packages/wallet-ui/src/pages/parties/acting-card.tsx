import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { useToast } from "../../components/feedback/toasts.js";
import { Note } from "../../components/forms/form.js";
import { Entry } from "../../components/lists/entry.js";
import { InboxList } from "../../components/lists/inbox-item.js";
import { Stack } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { type ReadableParty, useReadableParties } from "../../data/readable-parties.js";
import { useWallet } from "../../data/wallet-context.js";
import { shortParty } from "../../parties/party-id.js";
import { useKeys } from "./use-keys.js";
import { messages } from "./messages.js";

const wordsOf = (
  { kind, can_act: canAct }: ReadableParty,
  isOwn: boolean,
  hasKey: boolean,
): string => {
  if (isOwn) return messages.yourOwnParty;
  if (kind === "none") return messages.itHasNoWallet;
  if (kind === "wallet") return messages.byARightToAct;
  if (!canAct) return messages.outsideToLookAt;
  return hasKey ? messages.outsideWithKey : messages.outsideWithoutKey;
};

/** Why the pages cannot show a party. */
const obstacleOf = ({ kind, can_act: canAct }: ReadableParty): string | undefined => {
  if (kind === "none") return messages.thisPartyHasNoWallet;
  return kind === "wallet" && !canAct ? messages.youHaveNoRight : undefined;
};

const PartyEntry = ({ found }: { readonly found: ReadableParty }) => {
  const { party: actsFor, ownParty, chooseParty } = useWallet();
  const say = useToast();
  const keys = useKeys().query.data?.keys ?? [];
  const { party_id: party } = found;
  const isActing = party === actsFor;
  return (
    <Entry
      title={<PartyChip party={party} />}
      status={isActing ? <StatusPill tone="positive">{messages.actingNow}</StatusPill> : null}
      actions={
        isActing ? undefined : (
          <Button
            reason={obstacleOf(found)}
            label={messages.actForThisParty({ party })}
            onClick={() => {
              chooseParty(party);
              say(messages.youActForNowAll({ party: shortParty(party) }));
            }}
          >
            {messages.act}
          </Button>
        )
      }
    >
      <Note>
        {wordsOf(
          found,
          party === ownParty,
          keys.some((key) => key.party === party),
        )}
      </Note>
    </Entry>
  );
};

/** The parties that the user may act for, and the choice among them. */
export const ActingCard = () => (
  <Card title={messages.partiesYouActFor}>
    <Stack>
      <Note>{messages.balanceHistoryAndEverything}</Note>
      <QueryView
        query={useReadableParties()}
        what={messages.yourRights}
        isEmpty={(parties) => parties.length === 0}
        empty={
          <EmptyState icon="people" title={messages.youActForNoParty}>
            {messages.operatorGivesUsersTheRight}
          </EmptyState>
        }
      >
        {(parties) => (
          <InboxList>
            {parties.map((found) => (
              <PartyEntry key={found.party_id} found={found} />
            ))}
          </InboxList>
        )}
      </QueryView>
    </Stack>
  </Card>
);
