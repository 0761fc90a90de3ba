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
  const names = messages.wallet.users(wallet);
  // an operation each: what is repeated after a lost answer must not be the opposite
  const verb = isPaused ? "resume" : "pause";
  const params = { path: { party_id: party } };
  return (
    <ConsoleButton
      name={`automation.${verb}.${party}`}
      label={isPaused ? messages.switch.resume : messages.switch.pause}
      spokenLabel={(isPaused ? messages.wallet.resumeNamed : messages.wallet.pauseNamed)({ names })}
      question={
        isPaused
          ? undefined
          : {
              title: messages.wallet.question({ names }),
              isDangerous: true,
              body: <p>{messages.wallets.note}</p>,
            }
      }
      run={(api) =>
        answerOf(
          isPaused
            ? api.wallet.POST(`${path}/resume`, { params })
            : api.wallet.POST(`${path}/pause`, { params }),
        )
      }
      said={isPaused ? messages.wallet.resumed({ names }) : messages.wallet.paused({ names })}
      failed={messages.switch.failed}
    />
  );
};

const walletRow = (wallet: Automated): Row => ({
  key: wallet.party_id,
  title: <StrangerText text={messages.wallet.users(wallet)} />,
  status: (
    <>
      {wallet.automatic_merging ? null : (
        <StatusPill tone="neutral">{messages.wallet.mergesOnRequest}</StatusPill>
      )}
      {wallet.automations_paused ? (
        <StatusPill tone="warning">{messages.state.paused}</StatusPill>
      ) : null}
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
    <Card title={messages.wallets.title}>
      <Note>{messages.wallets.note}</Note>
      <TextField label={messages.wallets.search} value={sought} onChange={seek} isSearch />
      <ConsoleView
        query={useAutomatedWallets()}
        what={messages.wallets.what}
        needs={operatorRight}
        lines={4}
      >
        {(wallets) => (
          <Rows
            label={messages.wallets.title}
            rows={wallets.filter(isFound).map(walletRow)}
            most={mostShown}
            empty={
              <EmptyState icon="people" title={messages.wallets.notFound}>
                {messages.wallets.notFoundHint}
              </EmptyState>
            }
          />
        )}
      </ConsoleView>
    </Card>
  );
};
