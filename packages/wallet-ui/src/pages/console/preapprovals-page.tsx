import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { Note } from "../../components/forms/form.js";
import { type Row, Rows } from "../../components/lists/rows.js";
import { Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { answerOf } from "../../data/client.js";
import { usePreapprovals } from "../../data/console-queries.js";
import { ConsoleButton } from "./console-button.js";
import { ConsoleView, operatorRight } from "./console-view.js";
import { messages } from "./messages.js";

interface Preapproval {
  readonly receiver: string;
  readonly validFrom: string;
  readonly lastRenewedAt: string;
  readonly expiresAt: string;
}

const Cancel = ({ party }: { readonly party: string }) => (
  <ConsoleButton
    name={`cancel-preapproval.${party}`}
    label={messages.preapproval.cancel}
    question={{
      title: messages.preapproval.question,
      confirm: messages.preapproval.confirm,
      isDangerous: true,
      body: (
        <>
          <p>
            <PartyChip party={party} canCopy={false} />
          </p>
          <p>{messages.preapproval.effect}</p>
        </>
      ),
    }}
    run={(api) =>
      answerOf(
        api.wallet.DELETE("/v0/admin/transfer-preapprovals/by-party/{receiver-party}", {
          params: { path: { "receiver-party": party } },
        }),
      )
    }
    touches={["preapprovals"]}
    said={messages.preapproval.done}
    failed={messages.preapproval.failed}
  />
);

const preapprovalRow = (key: string, { receiver, expiresAt, lastRenewedAt }: Preapproval): Row => ({
  key,
  title: <PartyChip party={receiver} />,
  lines: [
    messages.preapproval.renewed({
      left: <Countdown until={expiresAt} />,
      time: <TimeStamp at={lastRenewedAt} />,
    }),
  ],
  actions: <Cancel party={receiver} />,
});

/** The preapprovals that the operator provides. */
export const PreapprovalsPage = () => (
  <Page title={messages.preapprovals.title}>
    <Card title={messages.preapprovals.all}>
      <Note>{messages.preapprovals.note}</Note>
      <ConsoleView
        query={usePreapprovals()}
        what={messages.preapprovals.what}
        needs={operatorRight}
      >
        {(all) => (
          <Rows
            label={messages.preapprovals.title}
            rows={all.map(({ contract }) =>
              // border: the row answers contracts of one template alone
              preapprovalRow(contract.contract_id, contract.payload as Preapproval),
            )}
            empty={
              <EmptyState icon="check" title={messages.preapprovals.empty}>
                {messages.preapprovals.emptyHint}
              </EmptyState>
            }
          />
        )}
      </ConsoleView>
    </Card>
  </Page>
);
