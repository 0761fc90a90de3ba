import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Banner } from "../../components/base/banner.js";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { useToast } from "../../components/feedback/toasts.js";
import { Facts } from "../../components/lists/facts.js";
import { Amount, readAmount } from "../../components/money/amount.js";
import { Page } from "../../components/page/page.js";
import { answerOf } from "../../data/client.js";
import { useAutomations, useConsoleAction } from "../../data/console-queries.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { AutomatedWallets } from "./automated-wallets.js";
import { AutomationRow } from "./automation-row.js";
import { ConsoleView, operatorRight } from "./console-view.js";
import { PauseQuestion } from "./pause-question.js";
import { messages } from "./messages-automations.js";
import styles from "./console.module.css";

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
    {Object.keys(automations).length === 0 ? (
      <EmptyState icon="wheel" title={messages.nothingHasRunYet} />
    ) : (
      <ul className={styles["rights"]} aria-label={messages.automations}>
        {Object.entries(automations)
          .toSorted(([a], [b]) => a.localeCompare(b))
          .map(([name, status]) => (
            <AutomationRow key={name} name={name} status={status} />
          ))}
      </ul>
    )}
  </Card>
);

/** What the node does by itself, and the switch that pauses it. */
export const AutomationsPage = () => {
  const say = useToast();
  const automations = useAutomations();
  const { start, isBusy, error } = useConsoleAction<"pause" | "resume">(
    "automation",
    (api, what) =>
      answerOf(
        what === "pause"
          ? api.wallet.POST("/v0/admin/automation/pause")
          : api.wallet.POST("/v0/admin/automation/resume"),
      ),
    (what) => say(what === "pause" ? messages.automationsArePaused : messages.automationsRunAgain),
  );
  const [isAsking, ask] = useState(false);
  const isPaused = automations.data?.paused;
  const change =
    isPaused === undefined ? undefined : (
      <Button
        variant={isPaused ? "primary" : "secondary"}
        isBusy={isBusy}
        onClick={() => (isPaused ? start("resume") : ask(true))}
      >
        {isPaused ? messages.resume : messages.pause}
      </Button>
    );
  return (
    <Page title={messages.automations}>
      <PauseQuestion
        title={messages.pauseAll}
        verb={messages.pauseAllVerb}
        words={messages.whileTheyArePausedNothing}
        isOpen={isAsking}
        onConfirm={() => start("pause")}
        onClose={() => ask(false)}
      />
      <Card title={messages.allAutomations} actions={change}>
        <p className={styles["note"]}>{messages.whileTheyArePausedNothing}</p>
        {error === undefined ? null : (
          <ErrorNote title={messages.nothingWasChanged} error={error} />
        )}
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
      {automations.data === undefined ? null : <WhatEachHasDone status={automations.data} />}
    </Page>
  );
};
