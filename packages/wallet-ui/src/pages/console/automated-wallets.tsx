import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { useToast } from "../../components/feedback/toasts.js";
import { TextField } from "../../components/forms/text-field.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { answerOf } from "../../data/client.js";
import { useAutomatedWallets, useConsoleAction } from "../../data/console-queries.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { PauseQuestion } from "./pause-question.js";
import { ConsoleView, operatorRight } from "./console-view.js";
import { messages } from "./messages-automations.js";
import styles from "./console.module.css";

type Automated = WalletSchemas["AutomatedWallet"];

const path = "/v0/admin/automation/wallets/{party_id}";

const WalletRow = ({ wallet }: { readonly wallet: Automated }) => {
  const {
    party_id: party,
    users,
    automations_paused: isPaused,
    automatic_merging: merges,
  } = wallet;
  const say = useToast();
  const names = messages.usersOf({ users });
  const { start, isBusy, error } = useConsoleAction<boolean>(
    `automation.${party}`,
    (api, resumes) => {
      const params = { path: { party_id: party } };
      return answerOf(
        resumes
          ? api.wallet.POST(`${path}/resume`, { params })
          : api.wallet.POST(`${path}/pause`, { params }),
      );
    },
    (resumed) =>
      say(
        resumed
          ? messages.automationsOfRunAgain({ names })
          : messages.automationsOfArePaused({ names }),
      ),
  );
  const [isAsking, ask] = useState(false);
  return (
    <li>
      <PauseQuestion
        title={messages.pauseThoseOfQuestion({ names })}
        verb={messages.pause}
        words={messages.walletThatIsPausedCollects}
        isOpen={isAsking}
        onConfirm={() => start(false)}
        onClose={() => ask(false)}
      />
      <div>
        <span className={styles["name"]}>
          <StrangerText text={names} />
        </span>
        <PartyChip party={party} />
        {error === undefined ? null : (
          <ErrorNote title={messages.nothingWasChanged} error={error} />
        )}
      </div>
      <div className={styles["pills"]}>
        {merges ? null : <StatusPill tone="neutral">{messages.mergesOnRequest}</StatusPill>}
        {isPaused ? <StatusPill tone="warning">{messages.paused}</StatusPill> : null}
        <Button
          label={isPaused ? messages.resumeThoseOf({ names }) : messages.pauseThoseOf({ names })}
          isBusy={isBusy}
          onClick={() => (isPaused ? start(true) : ask(true))}
        >
          {isPaused ? messages.resume : messages.pause}
        </Button>
      </div>
    </li>
  );
};

/** Wallets that are drawn; a search finds the others. */
const mostShown = 50;

/** The wallets, each with its own switch. */
export const AutomatedWallets = () => {
  const [sought, seek] = useState("");
  const isFound = ({ party_id: party, users }: Automated): boolean =>
    [party, ...users].some((text) => text.toLowerCase().includes(sought.trim().toLowerCase()));
  return (
    <Card title={messages.wallets}>
      <p className={styles["note"]}>{messages.walletThatIsPausedCollects}</p>
      <TextField label={messages.searchWallets} value={sought} onChange={seek} isSearch />
      <ConsoleView
        query={useAutomatedWallets()}
        what={messages.theWallets}
        needs={operatorRight}
        lines={4}
      >
        {(wallets) => {
          const found = wallets.filter(isFound);
          if (found.length === 0) return <EmptyState icon="people" title={messages.noSuchWallet} />;
          return (
            <>
              <ul className={styles["rights"]} aria-label={messages.wallets}>
                {found.slice(0, mostShown).map((wallet) => (
                  <WalletRow key={wallet.party_id} wallet={wallet} />
                ))}
              </ul>
              {found.length > mostShown ? (
                <p className={styles["note"]}>
                  {messages.firstOfSearch({ mostShown, count: found.length })}
                </p>
              ) : null}
            </>
          );
        }}
      </ConsoleView>
    </Card>
  );
};
