import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { useToast } from "../../components/feedback/toasts.js";
import { Facts } from "../../components/lists/facts.js";
import { Page } from "../../components/page/page.js";
import { answerOf } from "../../data/client.js";
import { useAutomations, useConsoleAction } from "../../data/console-queries.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { AutomatedWallets } from "./automated-wallets.js";
import { AutomationRow } from "./automation-row.js";
import { ConsoleView, operatorRight } from "./console-view.js";
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
  const isPaused = automations.data?.paused;
  const change =
    isPaused === undefined ? undefined : (
      <Button
        variant={isPaused ? "primary" : "secondary"}
        isBusy={isBusy}
        onClick={() => start(isPaused ? "resume" : "pause")}
      >
        {isPaused ? messages.resume : messages.pause}
      </Button>
    );
  return (
    <Page title={messages.automations}>
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
          {(status) => <Summary status={status} />}
        </ConsoleView>
      </Card>
      <AutomatedWallets />
      {automations.data === undefined ? null : (
        <Card title={messages.whatEachHasDone}>
          {Object.keys(automations.data.automations).length === 0 ? (
            <EmptyState icon="wheel" title={messages.nothingHasRunYet} />
          ) : (
            <ul className={styles["rights"]} aria-label={messages.automations}>
              {Object.entries(automations.data.automations)
                .toSorted(([a], [b]) => a.localeCompare(b))
                .map(([name, status]) => (
                  <AutomationRow key={name} name={name} status={status} />
                ))}
            </ul>
          )}
        </Card>
      )}
    </Page>
  );
};
