import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ActButton } from "../../components/flow/act-button.js";
import { Note } from "../../components/forms/form.js";
import { ProposalActions, touches } from "../../components/lists/delegation-actions.js";
import { messages as actionMessages } from "../../components/lists/messages-delegations.js";
import { Entry } from "../../components/lists/entry.js";
import { Facts } from "../../components/lists/facts.js";
import { InboxList } from "../../components/lists/inbox-item.js";
import { Columns, Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { delegations, useDelegations, useProposals } from "../../data/delegations.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { messages } from "./messages.js";

type Proposal = WalletSchemas["MintingDelegationProposalWithStatus"];
type Delegation = WalletSchemas["MintingDelegationWithStatus"];

const Terms = ({
  delegation,
}: {
  readonly delegation: WalletSchemas["MintingDelegationPayload"];
}) => (
  <Facts
    rows={[
      [messages.mergeFrom, messages.coinsOn({ count: Number(delegation.amuletMergeLimit) })],
      [messages.ends, <Countdown key="ends" until={delegation.expiresAt} />],
    ]}
  />
);

const NotHosted = () => (
  <p>
    <StatusPill tone="warning">{messages.notHosted}</StatusPill> {actionMessages.whyNotHosted}
  </p>
);

const ProposalEntry = ({
  proposal: { contract, beneficiary_hosted: isHosted },
  active,
}: {
  readonly proposal: Proposal;
  readonly active: ReadonlyArray<Delegation>;
}) => {
  const { delegation } = contract.payload;
  const isReplacing = active.some(
    (each) => each.contract.payload.beneficiary === delegation.beneficiary,
  );
  return (
    <Entry
      title={<PartyChip party={delegation.beneficiary} />}
      hook="proposal-row"
      actions={<ProposalActions cid={contract.contract_id} />}
    >
      <Terms delegation={delegation} />
      {isHosted ? null : <NotHosted />}
      {isReplacing ? <Note>{messages.itWouldReplaceTheDelegation}</Note> : null}
    </Entry>
  );
};

const ActiveEntry = ({
  delegation: { contract, beneficiary_hosted: isHosted },
}: {
  readonly delegation: Delegation;
}) => (
  <Entry
    title={<PartyChip party={contract.payload.beneficiary} />}
    hook="delegation-row"
    status={
      isHosted ? (
        <StatusPill tone="positive">{messages.active}</StatusPill>
      ) : (
        <StatusPill tone="warning">{messages.notHosted}</StatusPill>
      )
    }
    actions={
      <ActButton
        name={`delegation.withdraw.${contract.contract_id}`}
        label={messages.withdraw}
        className="delegation-cancel"
        about={contract.contract_id}
        ends="rejected"
        variant="danger"
        question={{
          hook: "cancel-delegation-confirmation-dialog-accept-button",
          title: messages.withdrawTheDelegation,
          isDangerous: true,
          body: <p>{messages.yourWalletMintsAndMerges}</p>,
        }}
        run={(api) =>
          api.wallet.POST(`${delegations}/{contract_id}/withdraw`, {
            params: { path: { contract_id: contract.contract_id } },
          })
        }
        touches={touches}
        said={messages.delegationIsWithdrawn}
        failed={messages.delegationCouldNotBeWithdrawn}
      />
    }
  >
    <Terms delegation={contract.payload} />
  </Entry>
);

const ActiveCard = () => (
  <Card title={messages.active}>
    <QueryView
      query={useDelegations()}
      what={messages.theDelegations}
      isEmpty={(found) => found.length === 0}
      empty={
        <EmptyState icon="delegate" title={messages.noDelegations} hook="no-delegations-message">
          {messages.yourWalletMintsForNo}
        </EmptyState>
      }
    >
      {(found) => (
        <InboxList>
          {found.map((each) => (
            <ActiveEntry key={each.contract.contract_id} delegation={each} />
          ))}
        </InboxList>
      )}
    </QueryView>
  </Card>
);

/** For whom the wallet mints, and who asks for it. */
export const DelegationsPage = () => {
  const active = useDelegations().data ?? [];
  return (
    <Page title={messages.title} hook="delegations-page">
      <Columns>
        <Card title={messages.proposed}>
          <QueryView
            query={useProposals()}
            what={messages.theProposals}
            isEmpty={(found) => found.length === 0}
            empty={
              <EmptyState icon="inbox" title={messages.noProposals} hook="no-proposals-message">
                {messages.partiesWhoseKeysAreElsewhere}
              </EmptyState>
            }
          >
            {(found) => (
              <InboxList>
                {found.map((each) => (
                  <ProposalEntry key={each.contract.contract_id} proposal={each} active={active} />
                ))}
              </InboxList>
            )}
          </QueryView>
        </Card>
        <ActiveCard />
      </Columns>
    </Page>
  );
};
