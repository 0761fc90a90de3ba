import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ActButton } from "../../components/flow/act-button.js";
import { Note } from "../../components/forms/form.js";
import { ProposalActions, touches } from "../../components/lists/delegation-actions.js";
import { messages as actionMessages } from "../../components/lists/messages-delegations.js";
import { type Row, Rows } from "../../components/lists/rows.js";
import { Columns, Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { delegations, useDelegations, useProposals } from "../../data/delegations.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { messages } from "./messages.js";

type Proposal = WalletSchemas["MintingDelegationProposalWithStatus"];
type Delegation = WalletSchemas["MintingDelegationWithStatus"];

const factsOf = ({ amuletMergeLimit, expiresAt }: WalletSchemas["MintingDelegationPayload"]) =>
  [
    [messages.fact.mergeFrom, messages.fact.coins({ count: Number(amuletMergeLimit) })],
    [messages.fact.ends, <Countdown key="ends" until={expiresAt} />],
  ] as const;

const NotHosted = () => (
  <p>
    <StatusPill tone="warning">{messages.delegation.notHosted}</StatusPill>{" "}
    {actionMessages.proposal.notHosted}
  </p>
);

const proposalRow = (
  { contract, beneficiary_hosted: isHosted }: Proposal,
  active: ReadonlyArray<Delegation>,
): Row => {
  const { delegation } = contract.payload;
  const isReplacing = active.some(
    (each) => each.contract.payload.beneficiary === delegation.beneficiary,
  );
  return {
    key: contract.contract_id,
    hook: "proposal-row",
    title: <PartyChip party={delegation.beneficiary} />,
    facts: factsOf(delegation),
    more: (
      <>
        {isHosted ? null : <NotHosted />}
        {isReplacing ? <Note>{messages.proposal.replaces}</Note> : null}
      </>
    ),
    actions: <ProposalActions cid={contract.contract_id} />,
  };
};

const Withdraw = ({ cid }: { readonly cid: string }) => (
  <ActButton
    name={`delegation.withdraw.${cid}`}
    label={messages.withdraw.submit}
    className="delegation-cancel"
    about={cid}
    ends="rejected"
    variant="danger"
    question={{
      hook: "cancel-delegation-confirmation-dialog-accept-button",
      title: messages.withdraw.question,
      isDangerous: true,
      body: <p>{messages.withdraw.effect}</p>,
    }}
    run={(api) =>
      api.wallet.POST(`${delegations}/{contract_id}/withdraw`, {
        params: { path: { contract_id: cid } },
      })
    }
    touches={touches}
    said={messages.withdraw.done}
    failed={messages.withdraw.failed}
  />
);

const activeRow = ({ contract, beneficiary_hosted: isHosted }: Delegation): Row => ({
  key: contract.contract_id,
  hook: "delegation-row",
  title: <PartyChip party={contract.payload.beneficiary} />,
  status: isHosted ? (
    <StatusPill tone="positive">{messages.active.title}</StatusPill>
  ) : (
    <StatusPill tone="warning">{messages.delegation.notHosted}</StatusPill>
  ),
  facts: factsOf(contract.payload),
  actions: <Withdraw cid={contract.contract_id} />,
});

const ActiveCard = () => (
  <Card title={messages.active.title}>
    <QueryView query={useDelegations()} what={messages.active.what}>
      {(found) => (
        <Rows
          rows={found.map(activeRow)}
          empty={
            <EmptyState icon="delegate" title={messages.active.empty} hook="no-delegations-message">
              {messages.active.emptyHint}
            </EmptyState>
          }
        />
      )}
    </QueryView>
  </Card>
);

/** For whom the wallet mints, and who asks for it. */
export const DelegationsPage = () => {
  const active = useDelegations().data ?? [];
  return (
    <Page title={messages.page.title} hook="delegations-page">
      <Columns>
        <Card title={messages.proposals.title}>
          <QueryView query={useProposals()} what={messages.proposals.what}>
            {(found) => (
              <Rows
                rows={found.map((each) => proposalRow(each, active))}
                empty={
                  <EmptyState
                    icon="inbox"
                    title={messages.proposals.empty}
                    hook="no-proposals-message"
                  >
                    {messages.proposals.emptyHint}
                  </EmptyState>
                }
              />
            )}
          </QueryView>
        </Card>
        <ActiveCard />
      </Columns>
    </Page>
  );
};
