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

const wordsOf = (
  { kind, can_act: canAct }: ReadableParty,
  isOwn: boolean,
  hasKey: boolean,
): string => {
  if (isOwn) return "Your own party.";
  if (kind === "none") return "It has no wallet on this node: these pages cannot show its coins.";
  if (kind === "wallet") return "By a right to act for it.";
  const here = "It signs outside of the node";
  if (!canAct) return `${here}, and you may only look.`;
  return hasKey
    ? `${here}: its key is in this browser, and you sign each thing that you do.`
    : `${here}. Its key is not in this browser: you can look, and sign nothing.`;
};

/** Why the pages cannot show a party. */
const obstacleOf = ({ kind, can_act: canAct }: ReadableParty): string | undefined => {
  if (kind === "none") return "This party has no wallet on this node.";
  return kind === "wallet" && !canAct ? "You have no right to act for this party." : undefined;
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
      status={isActing ? <StatusPill tone="positive">Acting now</StatusPill> : null}
      actions={
        isActing ? undefined : (
          <Button
            reason={obstacleOf(found)}
            label={`Act for this party: ${party}`}
            onClick={() => {
              chooseParty(party);
              say(`You act for ${shortParty(party)} now. All pages show that party.`);
            }}
          >
            Act for this party
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
  <Card title="Parties you act for">
    <Stack>
      <Note>Balance, history and everything you do are those of the party you act for.</Note>
      <QueryView
        query={useReadableParties()}
        what="your rights"
        isEmpty={(parties) => parties.length === 0}
        empty={
          <EmptyState icon="people" title="You act for no party">
            The operator gives users the right to act for a party.
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
