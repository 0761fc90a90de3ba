import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ActButton } from "../../components/flow/act-button.js";
import { Note } from "../../components/forms/form.js";
import { Stack } from "../../components/page/page.js";
import { answerOf } from "../../data/client.js";
import { usePartyQuery } from "../../data/queries.js";
import { useWallet } from "../../data/wallet-context.js";

const path = "/v0/wallet/settings";

const useSettings = () =>
  usePartyQuery("coins", { settings: true }, (api) => answerOf(api.wallet.GET(path)));

/** Whether the wallet merges coins by itself. */
export const MergingCard = () => {
  const { party } = useWallet();
  const query = useSettings();
  const isOn = query.data?.automatic_merging;
  return (
    <Card
      title="Automatic merging"
      actions={
        isOn === undefined ? null : (
          <StatusPill tone={isOn ? "positive" : "neutral"}>{isOn ? "On" : "Off"}</StatusPill>
        )
      }
    >
      <QueryView query={query} what="whether coins are merged" lines={2}>
        {({ automatic_merging: merges, automations_paused: isPaused }) => (
          <Stack>
            <Note>
              {merges
                ? "Once a round the wallet merges your coins into one, so that transfers stay small."
                : "Your coins are merged only when you do it under Holdings. Rewards are still collected."}
            </Note>
            {isPaused ? <Note>The operator has paused all automations of this wallet.</Note> : null}
            <div>
              <ActButton
                name={`settings.merging.${party}.${String(!merges)}`}
                label={merges ? "Switch merging off" : "Switch merging on"}
                run={(api) =>
                  answerOf(api.wallet.POST(path, { body: { automatic_merging: !merges } }))
                }
                touches={["coins"]}
                said={
                  merges ? "Coins are merged on request alone." : "Coins are merged by themselves."
                }
                failed="Nothing was changed."
              />
            </div>
          </Stack>
        )}
      </QueryView>
    </Card>
  );
};
