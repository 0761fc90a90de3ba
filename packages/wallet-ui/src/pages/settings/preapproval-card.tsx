import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ActButton } from "../../components/flow/act-button.js";
import { Note } from "../../components/forms/form.js";
import { Facts } from "../../components/lists/facts.js";
import { Stack } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { type Api, answerOf } from "../../data/client.js";
import { useSetUp } from "../../data/party-setup.js";
import { type Preapproval, usePreapproval } from "../../data/preapproval-query.js";
import { usePartiesChanged, useReadableParties } from "../../data/readable-parties.js";
import { useWallet } from "../../data/wallet-context.js";
import { messages } from "./messages.js";

const touches = ["preapprovals", "inbox", "transactions"] as const;

const Existing = ({ cid, payload }: Preapproval) => (
  <Stack>
    <Note>{messages.direct.onNote}</Note>
    <Facts
      rows={[
        [messages.direct.payer, <PartyChip key="provider" party={payload.provider} />],
        [messages.direct.expires, <Countdown key="expires" until={payload.expiresAt} />],
        [messages.direct.since, <TimeStamp key="since" at={payload.validFrom} isExact />],
        [messages.direct.renewed, <TimeStamp key="renewed" at={payload.lastRenewedAt} />],
      ]}
    />
    <Note>{messages.direct.renewal}</Note>
    <div>
      <ActButton
        name={`preapproval.cancel.${cid}`}
        about={cid}
        ends="cancelled"
        label={messages.direct.cancel}
        variant="danger"
        question={{
          title: messages.direct.cancelQuestion,
          isDangerous: true,
          body: <p>{messages.direct.cancelEffect}</p>,
        }}
        run={(api) => api.wallet.DELETE("/v0/wallet/transfer-preapproval")}
        touches={touches}
        said={messages.direct.cancelled}
        failed={messages.direct.cancelFailed}
      />
    </div>
  </Stack>
);

/** Allows them; of a party that the operator does not serve yet they are a part of its set-up. */
const useAllowing = (party: string) => {
  const { isExternal } = useWallet();
  const parties = useReadableParties().data;
  const changed = usePartiesChanged();
  const setUp = useSetUp(party);
  const isSetUp = parties?.find((each) => each.party_id === party)?.is_set_up === true;
  if (isExternal && !isSetUp)
    return { words: messages.direct.setUpEffect, run: setUp, onDone: () => void changed() };
  return {
    words: messages.direct.allowEffect,
    run: (api: Api) => answerOf(api.wallet.POST("/v0/wallet/transfer-preapproval")),
  };
};

const None = () => {
  const { party } = useWallet();
  const { words, ...allowing } = useAllowing(party);
  return (
    <Stack>
      <Note>{messages.direct.offNote}</Note>
      <div>
        <ActButton
          name={`preapproval.create.${party}`}
          label={messages.direct.allow}
          variant="primary"
          hook="create-transfer-preapproval"
          question={{
            hook: "preapproval-confirmation-dialog-accept-button",
            title: messages.direct.allowQuestion,
            body: <p>{words}</p>,
          }}
          {...allowing}
          touches={touches}
          said={messages.direct.allowed}
          failed={messages.direct.allowFailed}
        />
      </div>
    </Stack>
  );
};

/** Whether transfers arrive without being accepted: who pays, until when, create and cancel. */
export const PreapprovalCard = () => {
  const query = usePreapproval();
  const pill =
    query.data === undefined ? null : query.data === null ? (
      <StatusPill tone="neutral">{messages.state.off}</StatusPill>
    ) : (
      <StatusPill tone="positive">{messages.state.on}</StatusPill>
    );
  return (
    <Card title={messages.direct.title} actions={pill}>
      <QueryView query={query} what={messages.direct.what}>
        {(found) => (found === null ? <None /> : <Existing {...found} />)}
      </QueryView>
    </Card>
  );
};
