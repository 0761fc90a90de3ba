import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ActButton } from "../../components/flow/act-button.js";
import { type Row, Rows } from "../../components/lists/rows.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { answerOf } from "../../data/client.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { usePartyQuery } from "../../data/queries.js";
import { messages } from "./messages.js";

const Revoke = ({ id, origin }: { readonly id: string; readonly origin: string }) => (
  <ActButton
    name={`dapp.revoke.${id}`}
    label={messages.session.revoke}
    spokenLabel={messages.session.revokeNamed({ origin })}
    variant="danger"
    question={{
      title: messages.session.question,
      isDangerous: true,
      body: <p>{messages.session.effect({ origin: <bdi>{origin}</bdi> })}</p>,
    }}
    run={(api) => api.wallet.DELETE("/v0/wallet/dapp/sessions/{id}", { params: { path: { id } } })}
    touches={["user"]}
    said={messages.session.revoked({ origin })}
    failed={messages.session.failed}
  />
);

const sessionRow = ({
  id,
  origin,
  party_id: party,
  created_at: since,
  expires_at: until,
}: WalletSchemas["DappSession"]): Row => ({
  key: id,
  title: <bdi>{origin}</bdi>,
  facts: [
    [messages.session.party, <PartyChip key="party" party={party} />],
    [messages.session.since, <TimeStamp key="since" at={since} />],
    [messages.session.ends, <Countdown key="ends" until={until} />],
  ],
  actions: <Revoke id={id} origin={origin} />,
});

/** The web pages that the user has connected, and how to end that. */
export const SessionsCard = () => {
  const query = usePartyQuery(
    "user",
    { dapps: true },
    async (api) => {
      const { sessions } = await answerOf(api.wallet.GET("/v0/wallet/dapp/sessions"));
      return sessions;
    },
    { follows: ["node"] },
  );
  return (
    <Card title={messages.sessions.title}>
      <QueryView query={query} what={messages.sessions.what}>
        {(sessions) => (
          <Rows
            rows={sessions.map(sessionRow)}
            empty={
              <EmptyState icon="lock" title={messages.sessions.empty}>
                {messages.sessions.emptyHint}
              </EmptyState>
            }
          />
        )}
      </QueryView>
    </Card>
  );
};
