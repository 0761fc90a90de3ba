import { Banner } from "../../components/base/banner.js";
import { Skeleton } from "../../components/base/skeleton.js";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Note } from "../../components/forms/form.js";
import { Facts } from "../../components/lists/facts.js";
import { Amount } from "../../components/money/amount.js";
import { readAmount } from "../../money/read-amount.js";
import { Rows } from "../../components/lists/rows.js";
import { Page } from "../../components/page/page.js";
import { answerOf } from "../../data/client.js";
import { useAutomations } from "../../data/console-queries.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { AutomatedWallets } from "./automated-wallets.js";
import { compareAutomations } from "./automation-order.js";
import { automationRow } from "./automation-row.js";
import { ConsoleButton } from "./console-button.js";
import { ConsoleView, operatorRight } from "./console-view.js";
import { messages } from "./messages-automations.js";

const Summary = ({ status }: { readonly status: WalletSchemas["AutomationsStatus"] }) => (
  <Facts
    rows={[
      [
        messages.summary.state,
        status.paused ? (
          <StatusPill tone="warning">{messages.state.paused}</StatusPill>
        ) : (
          <StatusPill tone="positive">{messages.state.running}</StatusPill>
        ),
      ],
      ...(status.operator_available === undefined || status.operator_available === null
        ? []
        : ([
            [
              messages.summary.operatorCoins,
              <Amount key="coins" value={status.operator_available} />,
            ],
          ] as const)),
      [messages.wallets.title, String(status.parties)],
      [messages.summary.waiting, String(status.waiting)],
      [messages.summary.longestWait, messages.summary.milliseconds({ count: status.lag_ms })],
      ...status.back_and_forth.map(
        ({ party, receiver }) =>
          [
            messages.summary.backAndForth,
            <>
              <PartyChip party={party} /> <PartyChip party={receiver} />
            </>,
          ] as const,
      ),
    ]}
  />
);

/** Why nothing that the operator pays for is done. */
const NoCoins = ({ status }: { readonly status: WalletSchemas["AutomationsStatus"] }) => {
  const has = readAmount(status.operator_available ?? "");
  return has === undefined || has > 0n ? null : (
    <Banner tone="warning">{messages.summary.operatorEmpty}</Banner>
  );
};

const WhatEachHasDone = ({
  status: { automations },
}: {
  readonly status: WalletSchemas["AutomationsStatus"];
}) => (
  <Card title={messages.done.title}>
    <Rows
      label={messages.page.title}
      rows={Object.entries(automations)
        .toSorted(compareAutomations)
        .map(([name, status]) => automationRow(name, status))}
      empty={
        <EmptyState icon="wheel" title={messages.done.empty}>
          {messages.done.emptyHint}
        </EmptyState>
      }
    />
  </Card>
);

const PauseOrResume = ({ isPaused }: { readonly isPaused: boolean }) => {
  // an operation each: what is repeated after a lost answer must not be the opposite
  const verb = isPaused ? "resume" : "pause";
  return (
    <ConsoleButton
      name={`automation.${verb}`}
      label={isPaused ? messages.switch.resume : messages.switch.pause}
      variant={isPaused ? "primary" : "secondary"}
      question={
        isPaused
          ? undefined
          : {
              title: messages.switch.question,
              confirm: messages.switch.confirm,
              isDangerous: true,
              body: <p>{messages.page.note}</p>,
            }
      }
      run={(api) =>
        answerOf(
          isPaused
            ? api.wallet.POST("/v0/admin/automation/resume")
            : api.wallet.POST("/v0/admin/automation/pause"),
        )
      }
      said={isPaused ? messages.switch.resumed : messages.switch.paused}
      failed={messages.switch.failed}
    />
  );
};

/** What the node does by itself, and the switch that pauses it. */
export const AutomationsPage = () => {
  const automations = useAutomations();
  const { data } = automations;
  return (
    <Page title={messages.page.title}>
      <Card
        title={messages.page.all}
        actions={data === undefined ? undefined : <PauseOrResume isPaused={data.paused} />}
      >
        <Note>{messages.page.note}</Note>
        <ConsoleView query={automations} what={messages.page.what} needs={operatorRight} lines={4}>
          {(status) => (
            <>
              <Summary status={status} />
              <NoCoins status={status} />
            </>
          )}
        </ConsoleView>
      </Card>
      {data === undefined ? (
        automations.error === null ? (
          <Card title={messages.done.title}>
            <Skeleton lines={24} />
          </Card>
        ) : null
      ) : (
        <WhatEachHasDone status={data} />
      )}
      <AutomatedWallets />
    </Page>
  );
};
