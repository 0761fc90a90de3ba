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
import { useWallet } from "../../data/wallet-context.js";
import { shortParty } from "../../parties/party-id.js";
import { useHasWallet, useParties } from "./use-parties.js";

const PartyEntry = ({ party }: { readonly party: string }) => {
  const { party: actsFor, ownParty, chooseParty } = useWallet();
  const say = useToast();
  const hasWallet = useHasWallet(party).data;
  const isActing = party === actsFor;
  return (
    <Entry
      title={<PartyChip party={party} />}
      status={isActing ? <StatusPill tone="positive">Acting now</StatusPill> : null}
      actions={
        isActing ? undefined : (
          <Button
            reason={
              hasWallet === undefined
                ? "Looking for its wallet."
                : hasWallet
                  ? undefined
                  : "This party has no wallet on this node."
            }
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
        {party === ownParty ? "Your own party" : "By a right to act for it"}
        {hasWallet === false
          ? ". It has no wallet on this node: these pages cannot show its coins."
          : ""}
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
        query={useParties()}
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
            {parties.map((party) => (
              <PartyEntry key={party} party={party} />
            ))}
          </InboxList>
        )}
      </QueryView>
    </Stack>
  </Card>
);
