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
import { answerOf } from "../../data/client.js";
import { type Preapproval, usePreapproval } from "../../data/preapproval-query.js";
import { useWallet } from "../../data/wallet-context.js";

const touches = ["preapprovals", "inbox", "transactions"] as const;

const Existing = ({ cid, payload }: Preapproval) => (
  <Stack>
    <Note>
      Transfers to you arrive at once: no one has to accept them, and their senders need no expiry.
    </Note>
    <Facts
      rows={[
        ["Pays for it", <PartyChip key="provider" party={payload.provider} />],
        ["Expires", <Countdown key="expires" until={payload.expiresAt} />],
        ["Since", <TimeStamp key="since" at={payload.validFrom} isExact />],
        ["Renewed", <TimeStamp key="renewed" at={payload.lastRenewedAt} />],
      ]}
    />
    <Note>The operator renews it before it expires, at its own cost.</Note>
    <div>
      <ActButton
        name={`preapproval.cancel.${cid}`}
        label="Cancel direct transfers"
        variant="danger"
        question={{
          title: "Cancel direct transfers?",
          isDangerous: true,
          body: (
            <p>
              From then on you accept each transfer yourself. What the operator has paid for the
              rest of the time is not paid back. You can allow direct transfers again later.
            </p>
          ),
        }}
        run={(api) => api.wallet.DELETE("/v0/wallet/transfer-preapproval")}
        touches={touches}
        said="Direct transfers are cancelled. You accept transfers yourself now."
        failed="Direct transfers could not be cancelled."
      />
    </div>
  </Stack>
);

const None = () => {
  const { party } = useWallet();
  return (
    <Stack>
      <Note>
        Without them each transfer waits until you accept it. With direct transfers, whatever anyone
        sends you arrives at once. The operator of this node pays for them and renews them; you can
        cancel them at any time.
      </Note>
      <div>
        <ActButton
          name={`preapproval.create.${party}`}
          label="Allow direct transfers"
          variant="primary"
          hook="create-transfer-preapproval"
          question={{
            hook: "preapproval-confirmation-dialog-accept-button",
            title: "Allow direct transfers?",
            body: (
              <p>
                Everyone can send you coins without asking. The operator of this node pays the fee;
                it costs you nothing.
              </p>
            ),
          }}
          run={(api) => answerOf(api.wallet.POST("/v0/wallet/transfer-preapproval"))}
          touches={touches}
          said="Direct transfers are allowed."
          failed="Direct transfers are not allowed yet."
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
      <StatusPill tone="neutral">Off</StatusPill>
    ) : (
      <StatusPill tone="positive">On</StatusPill>
    );
  return (
    <Card title="Direct transfers" actions={pill}>
      <QueryView query={query} what="whether direct transfers are allowed">
        {(found) => (found === null ? <None /> : <Existing {...found} />)}
      </QueryView>
    </Card>
  );
};
