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
import { messages } from "./messages.js";

const touches = ["allocations", "inbox", "balance", "coins", "transactions"] as const;

const legFacts = (legId: string, leg: Leg) =>
  [
    [messages.leg, <StrangerText key="leg" text={legId} />],
    [messages.from, <PartyChip key="from" party={leg.sender} />],
    [messages.to, <PartyChip key="to" party={leg.receiver} />],
    [
      messages.amount,
      leg.instrumentId.id === "Amulet" ? (
        <Amount key="amount" value={leg.amount} />
      ) : (
        messages.ofAnotherToken({ amount: leg.amount })
      ),
    ],
  ] as const;

const settlementFacts = (settlement: Settlement) =>
  [
    [messages.executor, <PartyChip key="executor" party={settlement.executor} />],
    [messages.allocateBefore, <Countdown key="allocate" until={settlement.allocateBefore} />],
    [messages.settleBefore, <Countdown key="settle" until={settlement.settleBefore} />],
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
          <StatusPill tone="positive">{messages.allocated}</StatusPill>
        </div>
      ) : isOwn ? (
        <div>
          <ActButton
            name={`allocation.accept.${cid}.${legId}`}
            about={cid}
            label={messages.allocate}
            className="allocation-request-accept"
            spokenLabel={messages.allocateLeg({ legId })}
            variant="primary"
            question={{
              title: messages.allocateTheCoins,
              body: (
                <p>
                  {messages.areLockedForThisSettlement({ amount: <Amount value={leg.amount} /> })}
                </p>
              ),
            }}
            run={(api) =>
              answerOf(
                api.wallet.POST("/v0/allocations", { body: allocateBody(settlement, legId, leg) }),
              )
            }
            touches={touches}
            said={messages.coinsAreAllocated}
            failed={messages.coinsWereNotAllocated}
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
      hook="allocation-request"
      actions={
        <ActButton
          name={`allocation.reject.${cid}`}
          about={cid}
          ends="rejected"
          label={messages.reject}
          className="allocation-request-reject"
          question={{
            title: messages.rejectTheRequest,
            body: <p>{messages.appSeesThatYouDo}</p>,
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
          said={messages.requestIsRejected}
          failed={messages.requestCouldNotBeRejected}
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
    hook="allocation"
    actions={
      <ActButton
        name={`allocation.withdraw.${allocation.cid}`}
        about={allocation.cid}
        ends="withdrawn"
        label={messages.withdraw}
        className="allocation-withdraw"
        variant="danger"
        question={{
          title: messages.withdrawTheAllocation,
          isDangerous: true,
          body: <p>{messages.whatWithdrawingDoes}</p>,
        }}
        run={(api) =>
          answerOf(
            api.wallet.POST("/v0/allocations/{contract_id}/withdraw", {
              params: { path: { contract_id: allocation.cid } },
            }),
          )
        }
        touches={touches}
        said={messages.coinsAreYoursAgain}
        failed={messages.allocationCouldNotBeWithdrawn}
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
    <Card title={messages.requests}>
      <QueryView
        query={useAllocationRequests()}
        what={messages.theRequests}
        isEmpty={(found) => found.length === 0}
        empty={
          <EmptyState icon="inbox" title={messages.noRequests}>
            {messages.appsThatSettleTradesAsk}
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
  <Page title={messages.title}>
    <Columns>
      <Stack>
        <RequestsCard />
        <Card title={messages.allocated}>
          <QueryView
            query={useAllocations()}
            what={messages.theAllocations}
            isEmpty={(found) => found.length === 0}
            empty={<EmptyState icon="scales" title={messages.noCoinsAreAllocated} />}
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
