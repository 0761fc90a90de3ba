import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ActButton } from "../../components/flow/act-button.js";
import { Note } from "../../components/forms/form.js";
import { Entry } from "../../components/lists/entry.js";
import { Facts } from "../../components/lists/facts.js";
import { InboxList } from "../../components/lists/inbox-item.js";
import { Columns, Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { answerOf } from "../../data/client.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { usePartyQuery } from "../../data/queries.js";
import { messages } from "./messages.js";

type Proposal = WalletSchemas["MintingDelegationProposalWithStatus"];
type Delegation = WalletSchemas["MintingDelegationWithStatus"];

const touches = ["delegations", "inbox"] as const;
const proposals = "/v0/wallet/minting-delegation-proposals";
const delegations = "/v0/wallet/minting-delegations";

const useProposals = () =>
  usePartyQuery("delegations", { list: "proposals" }, async (api) => {
    const found = await answerOf(api.wallet.GET(proposals));
    return found.proposals;
  });

const useDelegations = () =>
  usePartyQuery("delegations", { list: "active" }, async (api) => {
    const found = await answerOf(api.wallet.GET(delegations));
    return found.delegations;
  });

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
    <StatusPill tone="warning">{messages.notHosted}</StatusPill> {messages.whyNotHosted}
  </p>
);

/** What accepting means, with what it replaces. */
const AcceptWords = ({
  proposed,
  replaced,
}: {
  readonly proposed: WalletSchemas["MintingDelegationPayload"];
  readonly replaced: WalletSchemas["MintingDelegationPayload"] | undefined;
}) =>
  replaced === undefined ? (
    <p>{messages.yourWalletMintsRewards}</p>
  ) : (
    <p>
      {messages.itReplaces({
        oldCount: Number(replaced.amuletMergeLimit),
        newCount: Number(proposed.amuletMergeLimit),
        oldTime: <Countdown until={replaced.expiresAt} />,
        newTime: <Countdown until={proposed.expiresAt} />,
      })}
    </p>
  );

const Reject = ({ cid }: { readonly cid: string }) => (
  <ActButton
    name={`delegation.reject.${cid}`}
    label={messages.reject}
    className="proposal-reject"
    question={{
      hook: "reject-proposal-confirmation-dialog-accept-button",
      title: messages.rejectTheProposal,
      body: <p>{messages.beneficiaryCanProposeAgain}</p>,
    }}
    run={(api) =>
      api.wallet.POST(`${proposals}/{contract_id}/reject`, {
        params: { path: { contract_id: cid } },
      })
    }
    touches={touches}
    said={messages.proposalIsRejected}
    failed={messages.proposalCouldNotBeRejected}
  />
);

const ProposalEntry = ({
  proposal: { contract, beneficiary_hosted: isHosted },
  active,
}: {
  readonly proposal: Proposal;
  readonly active: ReadonlyArray<Delegation>;
}) => {
  const { delegation } = contract.payload;
  const { contract_id: cid } = contract;
  const params = { path: { contract_id: cid } };
  const replaced = active.find(
    (each) => each.contract.payload.beneficiary === delegation.beneficiary,
  )?.contract.payload;
  return (
    <Entry
      title={<PartyChip party={delegation.beneficiary} />}
      hook="proposal-row"
      actions={
        <>
          <ActButton
            name={`delegation.accept.${cid}`}
            label={replaced === undefined ? messages.accept : messages.replace}
            className="proposal-accept"
            variant="primary"
            question={{
              hook: "accept-proposal-confirmation-dialog-accept-button",
              title:
                replaced === undefined
                  ? messages.acceptTheDelegation
                  : messages.replaceTheDelegation,
              body: <AcceptWords proposed={delegation} replaced={replaced} />,
            }}
            run={(api) =>
              answerOf(api.wallet.POST(`${proposals}/{contract_id}/accept`, { params }))
            }
            touches={touches}
            said={messages.delegationIsActive}
            failed={messages.delegationCouldNotBeAccepted}
            reason={isHosted ? undefined : messages.whyNotHosted}
          />
          <Reject cid={cid} />
        </>
      }
    >
      <Terms delegation={delegation} />
      {isHosted ? null : <NotHosted />}
      {replaced === undefined ? null : <Note>{messages.itWouldReplaceTheDelegation}</Note>}
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
