import { useState } from "react";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { Note } from "../../components/forms/form.js";
import { TextField } from "../../components/forms/text-field.js";
import { type Row, Rows } from "../../components/lists/rows.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { answerOf } from "../../data/client.js";
import { useAutomatedWallets } from "../../data/console-queries.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { ConsoleButton } from "./console-button.js";
import { ConsoleView, operatorRight } from "./console-view.js";
import { messages } from "./messages-automations.js";

type Automated = WalletSchemas["AutomatedWallet"];

const path = "/v0/admin/automation/wallets/{party_id}";

const PauseOrResume = ({ wallet }: { readonly wallet: Automated }) => {
  const { party_id: party, automations_paused: isPaused } = wallet;
  const names = messages.usersOf(wallet);
  // an operation each: what is repeated after a lost answer must not be the opposite
  const verb = isPaused ? "resume" : "pause";
  const params = { path: { party_id: party } };
  return (
    <ConsoleButton
      name={`automation.${verb}.${party}`}
      label={isPaused ? messages.resume : messages.pause}
      spokenLabel={(isPaused ? messages.resumeThoseOf : messages.pauseThoseOf)({ names })}
      question={
        isPaused
          ? undefined
          : {
              title: messages.pauseThoseOfQuestion({ names }),
              isDangerous: true,
              body: <p>{messages.walletThatIsPausedCollects}</p>,
            }
      }
      run={(api) =>
        answerOf(
          isPaused
            ? api.wallet.POST(`${path}/resume`, { params })
            : api.wallet.POST(`${path}/pause`, { params }),
        )
      }
      said={
        isPaused
          ? messages.automationsOfRunAgain({ names })
          : messages.automationsOfArePaused({ names })
      }
      failed={messages.nothingWasChanged}
    />
  );
};

const walletRow = (wallet: Automated): Row => ({
  key: wallet.party_id,
  title: <StrangerText text={messages.usersOf(wallet)} />,
  status: (
    <>
      {wallet.automatic_merging ? null : (
        <StatusPill tone="neutral">{messages.mergesOnRequest}</StatusPill>
      )}
      {wallet.automations_paused ? <StatusPill tone="warning">{messages.paused}</StatusPill> : null}
    </>
  ),
  lines: [<PartyChip key="party" party={wallet.party_id} />],
  actions: <PauseOrResume wallet={wallet} />,
});

/** Wallets that are drawn; a search finds the others. */
const mostShown = 50;

/** The wallets, each with its own switch. */
export const AutomatedWallets = () => {
  const [sought, seek] = useState("");
  const isFound = ({ party_id: party, users }: Automated): boolean =>
    [party, ...users].some((text) => text.toLowerCase().includes(sought.trim().toLowerCase()));
  return (
    <Card title={messages.wallets}>
      <Note>{messages.walletThatIsPausedCollects}</Note>
      <TextField label={messages.searchWallets} value={sought} onChange={seek} isSearch />
      <ConsoleView
        query={useAutomatedWallets()}
        what={messages.theWallets}
        needs={operatorRight}
        lines={4}
      >
        {(wallets) => (
          <Rows
            label={messages.wallets}
            rows={wallets.filter(isFound).map(walletRow)}
            most={mostShown}
            empty={<EmptyState icon="people" title={messages.noSuchWallet} />}
          />
        )}
      </ConsoleView>
    </Card>
  );
};
