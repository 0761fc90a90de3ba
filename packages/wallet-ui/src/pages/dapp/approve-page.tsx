import { useEffect, useState } from "react";
import { useParams } from "wouter";
import { Button } from "../../components/base/button.js";
import { Doubts } from "../../components/custody/doubts.js";
import { Card } from "../../components/base/card.js";
import { Effects } from "../../components/flow/effects.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { Facts } from "../../components/lists/facts.js";
import { Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { Countdown } from "../../components/time/countdown.js";
import { ApiError } from "../../data/api-error.js";
import { type Api, answerOf } from "../../data/client.js";
import { type DappRequest, useDappRequest } from "../../data/dapp-queries.js";
import { useKeyLock } from "../../data/key-lock.js";
import { useSendingBlock } from "../../data/reachability.js";
import { useOperation } from "../../data/use-operation.js";
import { useWallet } from "../../data/wallet-context.js";
import { Decided, DecisionButtons, Gone } from "./decision.js";
import { signatureOf } from "./message-signature.js";
import { messages } from "./messages.js";
import styles from "./dapp-page.module.css";

/** Does what was approved; says what became of it. */
const approve = async (api: Api, request: DappRequest, network: string): Promise<string> => {
  const params = { path: { id: request.id } };
  if (request.kind === "execute") {
    const done = await answerOf(
      api.wallet.POST("/v0/wallet/dapp/requests/{id}/approve", { params }),
    );
    return messages.approval.update({ updateId: done.update_id });
  }
  const { signature, signedBy } = await signatureOf(
    network,
    request.party_id,
    request.payload ?? "",
  );
  const body = { signature, signed_by: signedBy };
  await answerOf(api.wallet.POST("/v0/wallet/dapp/requests/{id}/sign", { params, body }));
  return messages.approval.signatureGiven;
};

interface Choice {
  readonly request: DappRequest;
  readonly isApproved: boolean;
}

const useDecision = (id: string) => {
  const { network } = useWallet();
  return useOperation<Choice, string | undefined>({
    name: `dapp.approve.${id}`,
    run: async (api, { request, isApproved }) => {
      if (isApproved) return approve(api, request, network);
      const params = { path: { id } };
      await answerOf(api.wallet.POST("/v0/wallet/dapp/requests/{id}/reject", { params }));
      return undefined;
    },
    touches: ["balance", "coins", "transactions", "inbox"],
  });
};

/** The whole text, whose line breaks are ones here too. */
const WholeText = ({
  label,
  lines,
}: {
  readonly label: string;
  readonly lines: ReadonlyArray<string>;
}) => (
  <pre className={styles["lines"]} tabIndex={0} role="region" aria-label={label}>
    {lines.join("\n")}
  </pre>
);

const What = ({ request }: { readonly request: DappRequest }) => {
  const { kind, description, payload, would_fail: wouldFail } = request;
  if (kind === "sign-message")
    return <WholeText label={messages.request.text} lines={[payload ?? ""]} />;
  if (typeof wouldFail === "string") {
    return (
      <p className={styles["warning"]}>
        {messages.request.wouldFail({ text: <StrangerText text={wouldFail} /> })}
      </p>
    );
  }
  return description === undefined || description === null ? (
    <p className={styles["warning"]}>{messages.request.noWordsWarning}</p>
  ) : (
    <>
      <WholeText label={messages.request.description} lines={description} />
      <Effects
        name={`dapp.${request.id}`}
        run={(api) =>
          api.wallet.POST("/v0/wallet/dapp/requests/{id}/approve", {
            params: { path: { id: request.id } },
          })
        }
      />
    </>
  );
};

/** Why a request cannot be approved. */
const obstacle = ({
  kind,
  description,
  would_fail: wouldFail,
}: DappRequest): string | undefined => {
  if (kind === "sign-message") return undefined;
  if (typeof wouldFail === "string") return messages.obstacle.wouldFail;
  return description === undefined || description === null ? messages.obstacle.noWords : undefined;
};

/** A line of a description that no words cover. */
const doubtLine = /^Doubt: (.*)$/s;

/** What must be accepted before it can be approved, and why it cannot be now. */
const useApproval = (request: DappRequest) => {
  const block = useSendingBlock();
  const { isUnlocked } = useKeyLock();
  // who signs with a key in this browser reads the doubts in the dialog that signs
  const { isExternal } = useWallet();
  const lines = isExternal ? [] : (request.description ?? []);
  const doubts = lines.flatMap((line) => doubtLine.exec(line)?.[1] ?? []);
  const [accepted, accept] = useState<string>();
  const text = doubts.join("\n");
  const isAccepted = accepted === text;
  const needsKeys = request.kind === "sign-message" && !isUnlocked;
  return {
    doubts,
    isAccepted,
    onAccept: (accepts: boolean) => accept(accepts ? text : undefined),
    reason:
      block ??
      obstacle(request) ??
      (needsKeys ? messages.obstacle.locked : undefined) ??
      (doubts.length > 0 && !isAccepted ? messages.obstacle.doubts : undefined),
  };
};

const Question = ({
  request,
  decision: { state, start },
}: {
  readonly request: DappRequest;
  readonly decision: ReturnType<typeof useDecision>;
}) => {
  const { reason, ...approval } = useApproval(request);
  const { isUnlocked, unlock } = useKeyLock();
  const { kind, origin, party_id: party, expires_at: until, command_id: commandId } = request;
  const isMessage = kind === "sign-message";
  if (state.kind === "committed") {
    return state.result === undefined ? (
      <Decided isGood={false} title={messages.approval.rejected} text={origin} />
    ) : (
      <Decided
        isGood
        title={isMessage ? messages.approval.signed : messages.approval.executed}
        text={state.result}
      />
    );
  }
  return (
    <Card title={isMessage ? messages.request.signature : messages.request.transaction}>
      <p className={styles["origin"]}>{origin}</p>
      <Facts
        rows={[
          [messages.request.party, <PartyChip key="party" party={party} />],
          ...(typeof commandId === "string"
            ? ([
                [messages.request.commandId, <StrangerText key="command" text={commandId} />],
              ] as const)
            : []),
          [messages.request.waits, <Countdown key="until" until={until} />],
        ]}
      />
      <What request={request} />
      {approval.doubts.length === 0 ? null : <Doubts {...approval} />}
      {state.kind === "failed" ? (
        <ErrorNote
          title={messages.approval.failed}
          error={state.error}
          effect={state.error.status === 404 ? "unknown" : "none-moved"}
        />
      ) : null}
      {state.kind === "unknown" ? <p role="status">{messages.approval.checking}</p> : null}
      {isMessage && !isUnlocked ? (
        <div>
          <Button icon="lock" onClick={unlock}>
            {messages.approval.unlock}
          </Button>
        </div>
      ) : null}
      <DecisionButtons
        approve={isMessage ? messages.approval.sign : messages.approval.title}
        state={state}
        onDecide={(decided) => start({ request, isApproved: decided === "approve" })}
        reason={reason}
      />
    </Card>
  );
};

/** Approves what a web page wants, after it was read. */
export const ApprovePage = () => {
  const { id = "" } = useParams();
  const decision = useDecision(id);
  const request = useDappRequest(id, decision.state.kind === "draft");
  const isOver = request.error instanceof ApiError && request.error.status === 404;
  const { party, chooseParty } = useWallet();
  const wanted = request.data?.party_id;
  useEffect(() => {
    // the page is about this request alone, and names its party
    if (wanted !== undefined && wanted !== party) chooseParty(wanted);
  }, [wanted, party, chooseParty]);
  return (
    <Page title={messages.approval.title} width="narrow">
      {isOver && request.data === undefined ? (
        <Gone />
      ) : (
        <QueryView query={request} what={messages.request.what} lines={6}>
          {(found) => <Question request={found} decision={decision} />}
        </QueryView>
      )}
    </Page>
  );
};
