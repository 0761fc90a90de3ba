import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ActButton } from "../../components/flow/act-button.js";
import { Effects } from "../../components/flow/effects.js";
import { Facts } from "../../components/lists/facts.js";
import { type Row, Rows } from "../../components/lists/rows.js";
import { Amount } from "../../components/money/amount.js";
import { Columns, Page, Stack } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { type Api, answerOf } from "../../data/client.js";
import { useLedgerNow } from "../../data/server-clock.js";
import { useNetworkParty } from "../../data/transfers.js";
import { useWallet } from "../../data/wallet-context.js";
import {
  type Allocation,
  type AllocationRequest,
  allocateBody,
  isAllocated,
  type Leg,
  type Settlement,
  touches,
  useAllocationRequests,
  useAllocations,
} from "./allocation-data.js";
import { AllocationForm } from "./allocation-form.js";
import { nextDeadline, useAllocationsV2, useRequestsV2 } from "./allocation-v2-data.js";
import { messages } from "./messages.js";
import { allocationRowV2, requestRowV2 } from "./rows-v2.js";

const legFacts = (legId: string, leg: Leg) =>
  [
    [messages.fact.leg, <StrangerText key="leg" text={legId} />],
    [messages.fact.from, <PartyChip key="from" party={leg.sender} />],
    [messages.fact.to, <PartyChip key="to" party={leg.receiver} />],
    [
      messages.fact.amount,
      leg.instrumentId.id === "Amulet" ? (
        <Amount key="amount" value={leg.amount} />
      ) : (
        messages.fact.otherToken({ amount: leg.amount })
      ),
    ],
  ] as const;

const settlementFacts = (settlement: Settlement) =>
  [
    [messages.fact.executor, <PartyChip key="executor" party={settlement.executor} />],
    [messages.fact.allocateBefore, <Countdown key="allocate" until={settlement.allocateBefore} />],
    [messages.fact.settleBefore, <Countdown key="settle" until={settlement.settleBefore} />],
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
  const run = (api: Api) =>
    answerOf(api.wallet.POST("/v0/allocations", { body: allocateBody(settlement, legId, leg) }));
  return (
    <Stack>
      <Facts rows={legFacts(legId, leg)} />
      {isOwn && isAllocated ? (
        <div>
          <StatusPill tone="positive">{messages.allocations.title}</StatusPill>
        </div>
      ) : isOwn ? (
        <div>
          <ActButton
            name={`allocation.accept.${cid}.${legId}`}
            about={cid}
            label={messages.allocate.submit}
            className="allocation-request-accept"
            spokenLabel={messages.allocate.submitNamed({ legId })}
            variant="primary"
            question={{
              title: messages.allocate.question,
              body: (
                <>
                  <p>{messages.allocate.effect({ amount: <Amount value={leg.amount} /> })}</p>
                  <Effects name={`allocation.accept.${cid}.${legId}`} run={run} />
                </>
              ),
            }}
            run={run}
            touches={touches}
            said={messages.allocate.done}
            failed={messages.allocate.failed}
          />
        </div>
      ) : null}
    </Stack>
  );
};

const Reject = ({ cid }: { readonly cid: string }) => (
  <ActButton
    name={`allocation.reject.${cid}`}
    about={cid}
    ends="rejected"
    label={messages.reject.submit}
    className="allocation-request-reject"
    question={{ title: messages.reject.question, body: <p>{messages.reject.effect}</p> }}
    run={(api) =>
      answerOf(
        api.wallet.POST("/v0/wallet/token-standard/allocation-requests/{contract_id}/reject", {
          params: { path: { contract_id: cid } },
        }),
      )
    }
    touches={touches}
    said={messages.reject.done}
    failed={messages.reject.failed}
  />
);

const withdraw = (cid: string) => (api: Api) =>
  answerOf(
    api.wallet.POST("/v0/allocations/{contract_id}/withdraw", {
      params: { path: { contract_id: cid } },
    }),
  );

const Withdraw = ({ cid }: { readonly cid: string }) => (
  <ActButton
    name={`allocation.withdraw.${cid}`}
    about={cid}
    ends="withdrawn"
    label={messages.withdraw.submit}
    className="allocation-withdraw"
    variant="danger"
    question={{
      title: messages.withdraw.question,
      isDangerous: true,
      body: (
        <>
          <p>{messages.withdraw.effect}</p>
          <Effects name={`allocation.withdraw.${cid}`} run={withdraw(cid)} />
        </>
      ),
    }}
    run={withdraw(cid)}
    touches={touches}
    said={messages.withdraw.done}
    failed={messages.withdraw.failed}
  />
);

const requestRow = (request: AllocationRequest, allocations: ReadonlyArray<Allocation>): Row => {
  const { cid, settlement, legs } = request;
  return {
    key: cid,
    hook: "allocation-request",
    title: <StrangerText text={settlement.settlementRef.id} />,
    facts: settlementFacts(settlement),
    more: legs.map(([legId, leg]) => (
      <RequestedLeg
        key={legId}
        request={request}
        legId={legId}
        leg={leg}
        isAllocated={isAllocated(allocations, settlement, legId)}
      />
    )),
    actions: <Reject cid={cid} />,
  };
};

const allocationRow = ({ cid, settlement, legId, leg }: Allocation): Row => ({
  key: cid,
  hook: "allocation",
  title: <StrangerText text={settlement.settlementRef.id} />,
  facts: [...legFacts(legId, leg), ...settlementFacts(settlement)],
  actions: <Withdraw cid={cid} />,
});

const RequestsCard = () => {
  const { party } = useWallet();
  const allocations = useAllocations().data ?? [];
  const allocationsV2 = useAllocationsV2().data ?? [];
  const requestsV2 = useRequestsV2().data ?? [];
  const dso = useNetworkParty().data ?? "";
  const known = new Set(requestsV2.map(({ cid }) => cid));
  return (
    <Card title={messages.requests.title}>
      <QueryView query={useAllocationRequests()} what={messages.requests.what}>
        {(found) => (
          <Rows
            rows={[
              ...requestsV2.map((each) => requestRowV2(each, allocationsV2, { party, dso })),
              // one that has both versions is answered in the second
              ...found
                .filter(({ cid }) => !known.has(cid))
                .map((each) => requestRow(each, allocations)),
            ]}
            empty={
              <EmptyState icon="inbox" title={messages.requests.empty}>
                {messages.requests.emptyHint}
              </EmptyState>
            }
          />
        )}
      </QueryView>
    </Card>
  );
};

const AllocationsCard = () => {
  const { party } = useWallet();
  const own = useAllocationsV2().data ?? [];
  const now = useLedgerNow((at) => nextDeadline(own, at));
  return (
    <Card title={messages.allocations.title}>
      <QueryView query={useAllocations()} what={messages.allocations.what}>
        {(found) => (
          <Rows
            rows={[
              ...own.map((it) => allocationRowV2(it, party, now)),
              ...found.map(allocationRow),
            ]}
            empty={
              <EmptyState icon="scales" title={messages.allocations.empty}>
                {messages.allocations.emptyHint}
              </EmptyState>
            }
          />
        )}
      </QueryView>
    </Card>
  );
};

/** Coins that are locked for settlements, and the requests for them. */
export const AllocationsPage = () => (
  <Page title={messages.page.title}>
    <Columns>
      <Stack>
        <RequestsCard />
        <AllocationsCard />
      </Stack>
      <AllocationForm />
    </Columns>
  </Page>
);
