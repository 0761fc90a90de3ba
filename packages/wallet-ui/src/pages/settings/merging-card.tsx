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
      <Note>{merges ? messages.merging.onNote : messages.merging.offNote}</Note>
      {isPaused ? <Note>{messages.merging.paused}</Note> : null}
      <div>
        <ActButton
          name={`settings.merging.${party}.${String(!merges)}`}
          label={merges ? messages.merging.switchOff : messages.merging.switchOn}
          run={(api) =>
            answerOf(api.wallet.POST(settingsPath, { body: { automatic_merging: !merges } }))
          }
          touches={["coins"]}
          said={merges ? messages.merging.switchedOff : messages.merging.switchedOn}
          failed={messages.merging.failed}
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
      title={messages.merging.title}
      actions={
        isOn === undefined ? null : (
          <StatusPill tone={isOn ? "positive" : "neutral"}>
            {isOn ? messages.state.on : messages.state.off}
          </StatusPill>
        )
      }
    >
      <QueryView query={query} what={messages.merging.what} lines={2}>
        {(settings) =>
          isExternal ? <Note>{messages.merging.externalNote}</Note> : <Switch settings={settings} />
        }
      </QueryView>
    </Card>
  );
};
