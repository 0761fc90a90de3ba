import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { useToast } from "../../components/feedback/toasts.js";
import { Facts } from "../../components/lists/facts.js";
import { Page } from "../../components/page/page.js";
import { answerOf } from "../../data/client.js";
import { useAutomations, useConsoleAction } from "../../data/console-queries.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { AutomatedWallets } from "./automated-wallets.js";
import { AutomationRow } from "./automation-row.js";
import { ConsoleView, operatorRight } from "./console-view.js";
import styles from "./console.module.css";

const Summary = ({ status }: { readonly status: WalletSchemas["AutomationsStatus"] }) => (
  <Facts
    rows={[
      [
        "State",
        status.paused ? (
          <StatusPill tone="warning">Paused</StatusPill>
        ) : (
          <StatusPill tone="positive">Running</StatusPill>
        ),
      ],
      ["Wallets", String(status.parties)],
      ["Waiting work", String(status.waiting)],
      ["Longest wait", `${status.lag_ms} ms`],
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
    (what) => say(what === "pause" ? "The automations are paused." : "The automations run again."),
  );
  const isPaused = automations.data?.paused;
  const change =
    isPaused === undefined ? undefined : (
      <Button
        variant={isPaused ? "primary" : "secondary"}
        isBusy={isBusy}
        onClick={() => start(isPaused ? "resume" : "pause")}
      >
        {isPaused ? "Resume" : "Pause"}
      </Button>
    );
  return (
    <Page title="Automations">
      <Card title="All automations" actions={change}>
        <p className={styles["note"]}>
          While they are paused nothing is merged, collected, renewed, topped up or expired. Users
          can still send and receive.
        </p>
        {error === undefined ? null : <ErrorNote title="Nothing was changed." error={error} />}
        <ConsoleView query={automations} what="the automations" needs={operatorRight} lines={4}>
          {(status) => <Summary status={status} />}
        </ConsoleView>
      </Card>
      <AutomatedWallets />
      {automations.data === undefined ? null : (
        <Card title="What each has done">
          {Object.keys(automations.data.automations).length === 0 ? (
            <EmptyState icon="clock" title="Nothing has run yet" />
          ) : (
            <ul className={styles["rights"]} aria-label="Automations">
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
