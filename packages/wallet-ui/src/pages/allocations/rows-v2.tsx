import { StatusPill } from "../../components/base/status-pill.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { ActButton } from "../../components/flow/act-button.js";
import { Effects } from "../../components/flow/effects.js";
import { FactList } from "../../components/lists/facts.js";
import type { Row } from "../../components/lists/rows.js";
import { Stack } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { type Api, answerOf } from "../../data/client.js";
import {
  allocateBodyV2,
  type AllocationV2,
  isAllocatedV2,
  isBound,
  isForWallet,
  ownCoinIn,
  type RequestV2,
  type SettlementV2,
  type Specification,
} from "./allocation-v2-data.js";
import { touches } from "./allocation-data.js";
import { messages } from "./messages.js";
import { ReviewV2 } from "./review-v2.js";

/** Whose wallet it is, on which network. */
interface Whose {
  readonly party: string;
  /** The party of the network itself, whose coin the wallet allocates. */
  readonly dso: string;
}

const settlementFacts = ({ executors }: SettlementV2, deadline: string | null | undefined) =>
  [
    [
      messages.fact.executors,
      <FactList
        key="executors"
        items={executors.map((each) => ({ key: each, shown: <PartyChip party={each} /> }))}
        none=""
      />,
    ],
    [
      messages.fact.settleBefore,
      typeof deadline === "string" ? (
        <Countdown key="deadline" until={deadline} />
      ) : (
        messages.fact.noDeadline
      ),
    ],
  ] as const;

const Allocate = ({
  request: { cid, settlement },
  specification,
  party,
}: {
  readonly request: RequestV2;
  readonly specification: Specification;
  readonly party: string;
}) => {
  const run = (api: Api) =>
    answerOf(
      api.wallet.POST("/v2/allocations", { body: allocateBodyV2(settlement, specification) }),
    );
  return (
    <ActButton
      name={`part.accept.${cid}`}
      about={cid}
      label={messages.allocate.submit}
      className="allocation-request-accept"
      variant="primary"
      reason={isForWallet(specification) ? undefined : messages.review.notForWallet}
      question={{
        title: messages.allocate.question,
        body: (
          <>
            <ReviewV2 specification={specification} party={party} isCoin />
            <Effects name={`part.accept.${cid}`} run={run} />
          </>
        ),
      }}
      run={run}
      touches={touches}
      said={messages.allocate.done}
      failed={messages.allocate.failed}
    />
  );
};

const Reject = ({ cid }: { readonly cid: string }) => (
  <ActButton
    name={`part.reject.${cid}`}
    about={cid}
    ends="rejected"
    label={messages.reject.submit}
    className="allocation-request-reject"
    question={{ title: messages.reject.question, body: <p>{messages.reject.effect}</p> }}
    run={(api) =>
      answerOf(
        api.wallet.POST("/v2/wallet/token-standard/allocation-requests/{contract_id}/reject", {
          params: { path: { contract_id: cid } },
        }),
      )
    }
    touches={touches}
    said={messages.reject.done}
    failed={messages.reject.failed}
  />
);

const Withdraw = ({ cid }: { readonly cid: string }) => (
  <ActButton
    name={`part.withdraw.${cid}`}
    about={cid}
    ends="withdrawn"
    label={messages.withdraw.submit}
    className="allocation-withdraw"
    variant="danger"
    question={{
      title: messages.withdraw.question,
      isDangerous: true,
      body: <p>{messages.withdraw.effect}</p>,
    }}
    run={(api) =>
      answerOf(
        api.wallet.POST("/v2/allocations/{contract_id}/withdraw", {
          params: { path: { contract_id: cid } },
        }),
      )
    }
    touches={touches}
    said={messages.withdraw.done}
    failed={messages.withdraw.failed}
  />
);

/** A request of the second version: all that is asked, and the party's own part to answer. */
export const requestRowV2 = (
  request: RequestV2,
  own: ReadonlyArray<AllocationV2>,
  { party, dso }: Whose,
): Row => {
  const { cid, settlement, allocations } = request;
  const coins = ownCoinIn(request, party, dso);
  const isDone = isAllocatedV2(own, settlement);
  return {
    key: cid,
    hook: "allocation-request",
    title: <StrangerText text={settlement.id} />,
    facts: settlementFacts(settlement, coins[0]?.settlementDeadline),
    more: (
      <Stack>
        {allocations.map((each, at) => (
          // a view has its allocations in the same order, as long as it is there
          <ReviewV2
            key={`${at}`}
            specification={each}
            party={party}
            isCoin={each.admin === dso && each.transferLegSides.every(isCoinLeg)}
          />
        ))}
        {isDone ? (
          <div>
            <StatusPill tone="positive">{messages.allocations.title}</StatusPill>
          </div>
        ) : null}
      </Stack>
    ),
    actions: (
      <>
        {isDone
          ? null
          : coins.map((each, at) => (
              <Allocate key={`${at}`} request={request} specification={each} party={party} />
            ))}
        <Reject cid={cid} />
      </>
    ),
  };
};

const isCoinLeg = ({ instrumentId }: { readonly instrumentId: string }): boolean =>
  instrumentId === "Amulet";

/** An allocation of the second version. */
export const allocationRowV2 = (
  { cid, settlement, allocation, expiresAt }: AllocationV2,
  party: string,
  nowMs: number,
): Row => ({
  key: cid,
  hook: "allocation",
  title: <StrangerText text={settlement.id} />,
  facts: settlementFacts(settlement, allocation.settlementDeadline),
  more: <ReviewV2 specification={allocation} party={party} isCoin expiresAt={expiresAt} />,
  actions: isBound(allocation, nowMs) ? undefined : <Withdraw cid={cid} />,
});
