import { Banner } from "../../components/base/banner.js";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Note } from "../../components/forms/form.js";
import { Facts } from "../../components/lists/facts.js";
import { Amount, readAmount } from "../../components/money/amount.js";
import { Rows } from "../../components/lists/rows.js";
import { Page } from "../../components/page/page.js";
import { answerOf } from "../../data/client.js";
import { useAutomations } from "../../data/console-queries.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { AutomatedWallets } from "./automated-wallets.js";
import { automationRow } from "./automation-row.js";
import { ConsoleButton } from "./console-button.js";
import { ConsoleView, operatorRight } from "./console-view.js";
import { messages } from "./messages-automations.js";

const Summary = ({ status }: { readonly status: WalletSchemas["AutomationsStatus"] }) => (
  <Facts
    rows={[
      [
        messages.state,
        status.paused ? (
          <StatusPill tone="warning">{messages.paused}</StatusPill>
        ) : (
          <StatusPill tone="positive">{messages.running}</StatusPill>
        ),
      ],
      ...(status.operator_available === undefined || status.operator_available === null
        ? []
        : ([
            [messages.operatorsCoins, <Amount key="coins" value={status.operator_available} />],
          ] as const)),
      [messages.wallets, String(status.parties)],
      [messages.waitingWork, String(status.waiting)],
      [messages.longestWait, messages.milliseconds({ count: status.lag_ms })],
      ...status.back_and_forth.map(
        ({ party, receiver }) =>
          [
            messages.paysBackAndForth,
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
    <Banner tone="warning">{messages.operatorHasNoCoins}</Banner>
  );
};

const WhatEachHasDone = ({
  status: { automations },
}: {
  readonly status: WalletSchemas["AutomationsStatus"];
}) => (
  <Card title={messages.whatEachHasDone}>
    <Rows
      label={messages.automations}
      rows={Object.entries(automations)
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([name, status]) => automationRow(name, status))}
      empty={<EmptyState icon="wheel" title={messages.nothingHasRunYet} />}
    />
  </Card>
);

const PauseOrResume = ({ isPaused }: { readonly isPaused: boolean }) => {
  // an operation each: what is repeated after a lost answer must not be the opposite
  const verb = isPaused ? "resume" : "pause";
  return (
    <ConsoleButton
      name={`automation.${verb}`}
      label={isPaused ? messages.resume : messages.pause}
      variant={isPaused ? "primary" : "secondary"}
      question={
        isPaused
          ? undefined
          : {
              title: messages.pauseAll,
              confirm: messages.pauseAllVerb,
              isDangerous: true,
              body: <p>{messages.whileTheyArePausedNothing}</p>,
            }
      }
      run={(api) =>
        answerOf(
          isPaused
            ? api.wallet.POST("/v0/admin/automation/resume")
            : api.wallet.POST("/v0/admin/automation/pause"),
        )
      }
      said={isPaused ? messages.automationsRunAgain : messages.automationsArePaused}
      failed={messages.nothingWasChanged}
    />
  );
};

/** What the node does by itself, and the switch that pauses it. */
export const AutomationsPage = () => {
  const automations = useAutomations();
  const { data } = automations;
  return (
    <Page title={messages.automations}>
      <Card
        title={messages.allAutomations}
        actions={data === undefined ? undefined : <PauseOrResume isPaused={data.paused} />}
      >
        <Note>{messages.whileTheyArePausedNothing}</Note>
        <ConsoleView
          query={automations}
          what={messages.theAutomations}
          needs={operatorRight}
          lines={4}
        >
          {(status) => (
            <>
              <Summary status={status} />
              <NoCoins status={status} />
            </>
          )}
        </ConsoleView>
      </Card>
      <AutomatedWallets />
      {data === undefined ? null : <WhatEachHasDone status={data} />}
    </Page>
  );
};
