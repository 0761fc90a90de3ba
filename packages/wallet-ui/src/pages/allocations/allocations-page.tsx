import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ActButton } from "../../components/flow/act-button.js";
import { Entry } from "../../components/lists/entry.js";
import { Facts } from "../../components/lists/facts.js";
import { InboxList } from "../../components/lists/inbox-item.js";
import { Amount } from "../../components/money/amount.js";
import { Columns, Page, Stack } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { answerOf } from "../../data/client.js";
import { useWallet } from "../../data/wallet-context.js";
import {
  type Allocation,
  type AllocationRequest,
  allocateBody,
  type Leg,
  type Settlement,
  useAllocationRequests,
  useAllocations,
} from "./allocation-data.js";
import { AllocationForm } from "./allocation-form.js";

const touches = ["allocations", "inbox", "balance", "coins", "transactions"] as const;

const legFacts = (legId: string, leg: Leg) =>
  [
    ["Leg", <StrangerText key="leg" text={legId} />],
    ["From", <PartyChip key="from" party={leg.sender} />],
    ["To", <PartyChip key="to" party={leg.receiver} />],
    [
      "Amount",
      leg.instrumentId.id === "Amulet" ? (
        <Amount key="amount" value={leg.amount} />
      ) : (
        `${leg.amount} of another token`
      ),
    ],
  ] as const;

const settlementFacts = (settlement: Settlement) =>
  [
    ["Executor", <PartyChip key="executor" party={settlement.executor} />],
    ["Allocate before", <Countdown key="allocate" until={settlement.allocateBefore} />],
    ["Settle before", <Countdown key="settle" until={settlement.settleBefore} />],
  ] as const;

const RequestedLeg = ({
  request: { cid, settlement },
  legId,
  leg,
  isAllocated,
}: {
  readonly request: AllocationRequest;
  readonly legId: string;
  readonly leg: Leg;
  readonly isAllocated: boolean;
}) => {
  const { party } = useWallet();
  const isOwn = leg.sender === party && leg.instrumentId.id === "Amulet";
  return (
    <Stack>
      <Facts rows={legFacts(legId, leg)} />
      {isOwn && isAllocated ? (
        <div>
          <StatusPill tone="positive">Allocated</StatusPill>
        </div>
      ) : isOwn ? (
        <div>
          <ActButton
            name={`allocation.accept.${cid}.${legId}`}
            label="Allocate"
            spokenLabel={`Allocate leg ${legId}`}
            variant="primary"
            question={{
              title: "Allocate the coins?",
              body: (
                <p>
                  <Amount value={leg.amount} /> are locked for this settlement. You can withdraw
                  them until it is settled.
                </p>
              ),
            }}
            run={(api) =>
              answerOf(
                api.wallet.POST("/v0/allocations", { body: allocateBody(settlement, legId, leg) }),
              )
            }
            touches={touches}
            said="The coins are allocated."
            failed="The coins were not allocated."
          />
        </div>
      ) : null}
    </Stack>
  );
};

const RequestEntry = ({
  request,
  allocations,
}: {
  readonly request: AllocationRequest;
  readonly allocations: ReadonlyArray<Allocation>;
}) => {
  const { cid, settlement, legs } = request;
  const isAllocated = (legId: string): boolean =>
    allocations.some(
      (each) =>
        each.legId === legId &&
        each.settlement.executor === settlement.executor &&
        each.settlement.settlementRef.id === settlement.settlementRef.id,
    );
  return (
    <Entry
      title={<StrangerText text={settlement.settlementRef.id} />}
      actions={
        <ActButton
          name={`allocation.reject.${cid}`}
          label="Reject"
          question={{
            title: "Reject the request?",
            body: <p>The app sees that you do not take part. Nothing is paid.</p>,
          }}
          run={(api) =>
            answerOf(
              api.wallet.POST(
                "/v0/wallet/token-standard/allocation-requests/{contract_id}/reject",
                {
                  params: { path: { contract_id: cid } },
                },
              ),
            )
          }
          touches={touches}
          said="The request is rejected."
          failed="The request could not be rejected."
        />
      }
    >
      <Facts rows={settlementFacts(settlement)} />
      {legs.map(([legId, leg]) => (
        <RequestedLeg
          key={legId}
          request={request}
          legId={legId}
          leg={leg}
          isAllocated={isAllocated(legId)}
        />
      ))}
    </Entry>
  );
};

const AllocationEntry = ({ allocation }: { readonly allocation: Allocation }) => (
  <Entry
    title={<StrangerText text={allocation.settlement.settlementRef.id} />}
    actions={
      <ActButton
        name={`allocation.withdraw.${allocation.cid}`}
        label="Withdraw"
        variant="danger"
        question={{
          title: "Withdraw the allocation?",
          isDangerous: true,
          body: (
            <p>The coins are yours again, and the settlement cannot take place without them.</p>
          ),
        }}
        run={(api) =>
          answerOf(
            api.wallet.POST("/v0/allocations/{contract_id}/withdraw", {
              params: { path: { contract_id: allocation.cid } },
            }),
          )
        }
        touches={touches}
        said="The coins are yours again."
        failed="The allocation could not be withdrawn."
      />
    }
  >
    <Facts
      rows={[
        ...legFacts(allocation.legId, allocation.leg),
        ...settlementFacts(allocation.settlement),
      ]}
    />
  </Entry>
);

const RequestsCard = () => {
  const allocations = useAllocations().data ?? [];
  return (
    <Card title="Requests">
      <QueryView
        query={useAllocationRequests()}
        what="the requests"
        isEmpty={(found) => found.length === 0}
        empty={
          <EmptyState icon="inbox" title="No requests">
            Apps that settle trades ask you here to set coins aside for your part.
          </EmptyState>
        }
      >
        {(found) => (
          <InboxList>
            {found.map((each) => (
              <RequestEntry key={each.cid} request={each} allocations={allocations} />
            ))}
          </InboxList>
        )}
      </QueryView>
    </Card>
  );
};

/** Coins that are locked for settlements, and the requests for them. */
export const AllocationsPage = () => (
  <Page title="Allocations">
    <Columns>
      <Stack>
        <RequestsCard />
        <Card title="Allocated">
          <QueryView
            query={useAllocations()}
            what="the allocations"
            isEmpty={(found) => found.length === 0}
            empty={<EmptyState icon="lock" title="No coins are allocated" />}
          >
            {(found) => (
              <InboxList>
                {found.map((each) => (
                  <AllocationEntry key={each.cid} allocation={each} />
                ))}
              </InboxList>
            )}
          </QueryView>
        </Card>
      </Stack>
      <AllocationForm />
    </Columns>
  </Page>
);
