import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ActButton } from "../../components/flow/act-button.js";
import { Note } from "../../components/forms/form.js";
import { Stack } from "../../components/page/page.js";
import { answerOf } from "../../data/client.js";
import { useWallet } from "../../data/wallet-context.js";
import {
  settingsPath,
  useWalletSettings,
  type WalletSettings,
} from "../../data/wallet-settings.js";
import { messages } from "./messages.js";

const Switch = ({ settings }: { readonly settings: WalletSettings }) => {
  const { party } = useWallet();
  const { automatic_merging: merges, automations_paused: isPaused } = settings;
  return (
    <Stack>
      <Note>{merges ? messages.onceARoundTheWallet : messages.yourCoinsAreMergedOnly}</Note>
      {isPaused ? <Note>{messages.operatorHasPausedAllAutomations}</Note> : null}
      <div>
        <ActButton
          name={`settings.merging.${party}.${String(!merges)}`}
          label={merges ? messages.switchMergingOff : messages.switchMergingOn}
          run={(api) =>
            answerOf(api.wallet.POST(settingsPath, { body: { automatic_merging: !merges } }))
          }
          touches={["coins"]}
          said={merges ? messages.coinsAreMergedOnRequest : messages.coinsAreMergedByThemselves}
          failed={messages.nothingWasChanged}
        />
      </div>
    </Stack>
  );
};

/** Whether the wallet merges coins by itself: those of its own party. */
export const MergingCard = () => {
  const { isExternal } = useWallet();
  const query = useWalletSettings();
  const isOn = query.data?.automatic_merging;
  return (
    <Card
      title={messages.automaticMerging}
      actions={
        isOn === undefined ? null : (
          <StatusPill tone={isOn ? "positive" : "neutral"}>
            {isOn ? messages.on : messages.off}
          </StatusPill>
        )
      }
    >
      <QueryView query={query} what={messages.whetherCoinsAreMerged} lines={2}>
        {(settings) =>
          isExternal ? (
            <Note>{messages.walletMergesNothingForIt}</Note>
          ) : (
            <Switch settings={settings} />
          )
        }
      </QueryView>
    </Card>
  );
};
