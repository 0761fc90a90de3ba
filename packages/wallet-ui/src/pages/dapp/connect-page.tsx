import { useSearch } from "wouter";
import { Card } from "../../components/base/card.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { Facts } from "../../components/lists/facts.js";
import { Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { ApiError } from "../../data/api-error.js";
import { answerOf } from "../../data/client.js";
import { useDappConnect } from "../../data/dapp-queries.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { usePartyText } from "../../data/party-directory.js";
import { useSendingBlock } from "../../data/reachability.js";
import { useReadableParties } from "../../data/readable-parties.js";
import { useOperation } from "../../data/use-operation.js";
import { useWallet } from "../../data/wallet-context.js";
import { Decided, DecisionButtons, Gone } from "./decision.js";
import { messages } from "./messages.js";
import styles from "./dapp-page.module.css";

type Connected = WalletSchemas["DappConnected"];

/** Gives the page that opened this one its token: to the origin that asked, and no other. */
const tellOpener = ({ origin, token, session_id: sessionId }: Connected): void => {
  // border: who opened this window is a window of another origin, or there is none
  const opener = window.opener as Window | null;
  opener?.postMessage({ type: "SPLICE_WALLET_IDP_AUTH_SUCCESS", token, sessionId }, origin);
};

type Decision = ReturnType<typeof useDecision>;

const useDecision = (id: string) =>
  useOperation<"approve" | "reject", Connected | "rejected">({
    name: `dapp.connect.${id}`,
    run: async (api, decision) => {
      const params = { path: { id } };
      if (decision === "approve")
        return answerOf(api.wallet.POST("/v0/wallet/dapp/connects/{id}/approve", { params }));
      await answerOf(api.wallet.POST("/v0/wallet/dapp/connects/{id}/reject", { params }));
      return "rejected";
    },
    touches: [],
    onCommitted: (result) => {
      if (result !== "rejected") tellOpener(result);
    },
  });

/** As which party the page is connected; one of those that the user may act for. */
const PartyChoice = () => {
  const { party, chooseParty } = useWallet();
  const nameOf = usePartyText();
  const found = useReadableParties().data ?? [];
  const choices = found
    .filter(({ kind, can_act: canAct }) => kind !== "none" && canAct)
    .map(({ party_id: id }) => [id, nameOf(id)] as const);
  return choices.length < 2 ? null : (
    <ChoiceField
      label={messages.connect.party}
      value={party}
      choices={choices}
      onChange={chooseParty}
      hint={messages.connect.externalNote}
    />
  );
};

const Question = ({
  connect,
  decision: { state, start },
}: {
  readonly connect: WalletSchemas["DappConnect"];
  readonly decision: Decision;
}) => {
  const { party } = useWallet();
  const block = useSendingBlock();
  if (state.kind === "committed") {
    return state.result === "rejected" ? (
      <Decided isGood={false} title={messages.connect.rejected} text={connect.origin} />
    ) : (
      <Decided isGood title={messages.connect.done} text={connect.origin} />
    );
  }
  return (
    <Card title={messages.connect.question}>
      <p className={styles["origin"]}>{connect.origin}</p>
      <Facts
        rows={[
          [messages.connect.withParty, <PartyChip key="party" party={party} />],
          [messages.request.waits, <Countdown key="until" until={connect.expires_at} />],
        ]}
      />
      <PartyChoice />
      <ul className={styles["points"]}>
        <li>{messages.connect.seesHint}</li>
        <li>{messages.connect.asksHint}</li>
        <li>{messages.connect.loginHint}</li>
      </ul>
      <p>{messages.connect.warning}</p>
      {state.kind === "failed" ? (
        <ErrorNote title={messages.connect.failed} error={state.error} />
      ) : null}
      <DecisionButtons
        approve={messages.connect.submit}
        state={state}
        onDecide={start}
        reason={block}
      />
    </Card>
  );
};

/** Lets a web page use the wallet, or not. */
export const ConnectPage = () => {
  const id = new URLSearchParams(useSearch()).get("request") ?? "";
  const decision = useDecision(id);
  const connect = useDappConnect(id, decision.state.kind === "draft");
  const isOver = connect.error instanceof ApiError && connect.error.status === 404;
  return (
    <Page title={messages.connect.title} width="narrow">
      {isOver && connect.data === undefined ? (
        <Gone />
      ) : (
        <QueryView query={connect} what={messages.connect.what} lines={5}>
          {(found) => <Question connect={found} decision={decision} />}
        </QueryView>
      )}
    </Page>
  );
};
