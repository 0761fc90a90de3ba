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
      ["Merge from", `${delegation.amuletMergeLimit} coins on`],
      ["Ends", <Countdown key="ends" until={delegation.expiresAt} />],
    ]}
  />
);

const notHosted =
  "This node does not serve the beneficiary: it has not accepted its set-up here, so nothing could be minted for it.";

const NotHosted = () => (
  <p>
    <StatusPill tone="warning">Not hosted</StatusPill> {notHosted}
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
    <p>Your wallet mints rewards for the beneficiary and merges its coins, until the end.</p>
  ) : (
    <p>
      It replaces the one that is active: merge from {replaced.amuletMergeLimit} coins on becomes
      from {proposed.amuletMergeLimit} on; it has <Countdown until={proposed.expiresAt} /> instead
      of <Countdown until={replaced.expiresAt} />.
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
  const { contract_id: cid } = contract;
  const params = { path: { contract_id: cid } };
  const replaced = active.find(
    (each) => each.contract.payload.beneficiary === delegation.beneficiary,
  )?.contract.payload;
  const verb = replaced === undefined ? "Accept" : "Replace";
  return (
    <Entry
      title={<PartyChip party={delegation.beneficiary} />}
      actions={
        <>
          <ActButton
            name={`delegation.accept.${cid}`}
            label={verb}
            variant="primary"
            question={{
              title: `${verb} the delegation?`,
              body: <AcceptWords proposed={delegation} replaced={replaced} />,
            }}
            run={(api) =>
              answerOf(api.wallet.POST(`${proposals}/{contract_id}/accept`, { params }))
            }
            touches={touches}
            said="The delegation is active."
            failed="The delegation could not be accepted."
            reason={isHosted ? undefined : notHosted}
          />
          <ActButton
            name={`delegation.reject.${cid}`}
            label="Reject"
            question={{
              title: "Reject the proposal?",
              body: <p>The beneficiary can propose again.</p>,
            }}
            run={(api) => api.wallet.POST(`${proposals}/{contract_id}/reject`, { params })}
            touches={touches}
            said="The proposal is rejected."
            failed="The proposal could not be rejected."
          />
        </>
      }
    >
      <Terms delegation={delegation} />
      {isHosted ? null : <NotHosted />}
      {replaced === undefined ? null : (
        <Note>It would replace the delegation that is active for this party.</Note>
      )}
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
    status={
      isHosted ? (
        <StatusPill tone="positive">Active</StatusPill>
      ) : (
        <StatusPill tone="warning">Not hosted</StatusPill>
      )
    }
    actions={
      <ActButton
        name={`delegation.withdraw.${contract.contract_id}`}
        label="Withdraw"
        variant="danger"
        question={{
          title: "Withdraw the delegation?",
          isDangerous: true,
          body: <p>Your wallet mints and merges nothing more for the beneficiary.</p>,
        }}
        run={(api) =>
          api.wallet.POST(`${delegations}/{contract_id}/withdraw`, {
            params: { path: { contract_id: contract.contract_id } },
          })
        }
        touches={touches}
        said="The delegation is withdrawn."
        failed="The delegation could not be withdrawn."
      />
    }
  >
    <Terms delegation={contract.payload} />
  </Entry>
);

const ActiveCard = () => (
  <Card title="Active">
    <QueryView
      query={useDelegations()}
      what="the delegations"
      isEmpty={(found) => found.length === 0}
      empty={
        <EmptyState icon="people" title="No delegations">
          Your wallet mints for no one else.
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
    <Page title="Delegations">
      <Columns>
        <Card title="Proposed">
          <QueryView
            query={useProposals()}
            what="the proposals"
            isEmpty={(found) => found.length === 0}
            empty={
              <EmptyState icon="inbox" title="No proposals">
                Parties whose keys are elsewhere can ask your wallet to mint their rewards and merge
                their coins. Their proposals wait here.
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
