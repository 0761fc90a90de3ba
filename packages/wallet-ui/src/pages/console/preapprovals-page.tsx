import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { ConfirmDialog } from "../../components/feedback/confirm-dialog.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { useToast } from "../../components/feedback/toasts.js";
import { Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { answerOf } from "../../data/client.js";
import { useConsoleAction, usePreapprovals } from "../../data/console-queries.js";
import { ConsoleView, operatorRight } from "./console-view.js";
import { messages } from "./messages.js";
import styles from "./console.module.css";

interface Preapproval {
  readonly receiver: string;
  readonly validFrom: string;
  readonly lastRenewedAt: string;
  readonly expiresAt: string;
}

const PreapprovalRow = ({
  shown: { receiver, expiresAt, lastRenewedAt },
  onCancel,
}: {
  readonly shown: Preapproval;
  readonly onCancel: () => void;
}) => (
  <li>
    <div>
      <PartyChip party={receiver} />
      <p>
        {messages.renewed({
          left: <Countdown until={expiresAt} />,
          time: <TimeStamp at={lastRenewedAt} />,
        })}
      </p>
    </div>
    <div className={styles["actions"]}>
      <Button onClick={onCancel}>{messages.cancel}</Button>
    </div>
  </li>
);

const CancelDialog = ({
  party,
  onConfirm,
  onClose,
}: {
  readonly party: string | undefined;
  readonly onConfirm: (party: string) => void;
  readonly onClose: () => void;
}) => (
  <ConfirmDialog
    isOpen={party !== undefined}
    title={messages.cancelThisPreapproval}
    confirm={messages.cancelThePreapproval}
    isDangerous
    onClose={onClose}
    onConfirm={() => {
      if (party !== undefined) onConfirm(party);
      onClose();
    }}
  >
    <p>{party === undefined ? null : <PartyChip party={party} canCopy={false} />}</p>
    <p>{messages.transfersToThisPartyMust}</p>
  </ConfirmDialog>
);

/** The preapprovals that the operator provides. */
export const PreapprovalsPage = () => {
  const say = useToast();
  const preapprovals = usePreapprovals();
  const [ended, setEnded] = useState<string>();
  const { start, error } = useConsoleAction<string>(
    "cancel-preapproval",
    (api, party) =>
      answerOf(
        api.wallet.DELETE("/v0/admin/transfer-preapprovals/by-party/{receiver-party}", {
          params: { path: { "receiver-party": party } },
        }),
      ),
    () => say(messages.preapprovalIsCancelled),
    ["preapprovals"],
  );
  return (
    <Page title={messages.preapprovals}>
      <Card title={messages.preapprovalsThatThisNodeProvides}>
        <p className={styles["note"]}>{messages.preapprovalLetsAPartyReceive}</p>
        {error === undefined ? null : (
          <ErrorNote title={messages.preapprovalWasNotCancelled} error={error} />
        )}
        <ConsoleView
          query={preapprovals}
          what={messages.thePreapprovals}
          needs={operatorRight}
          isEmpty={(all) => all.length === 0}
          empty={
            <EmptyState icon="check" title={messages.noPreapprovalsYet}>
              {messages.usersAsk}
            </EmptyState>
          }
        >
          {(all) => (
            <ul className={styles["rights"]} aria-label={messages.preapprovals}>
              {all.map(({ contract }) => {
                // border: the row answers contracts of one template alone
                const found = contract.payload as Preapproval;
                return (
                  <PreapprovalRow
                    key={contract.contract_id}
                    shown={found}
                    onCancel={() => setEnded(found.receiver)}
                  />
                );
              })}
            </ul>
          )}
        </ConsoleView>
      </Card>
      <CancelDialog party={ended} onConfirm={start} onClose={() => setEnded(undefined)} />
    </Page>
  );
};
