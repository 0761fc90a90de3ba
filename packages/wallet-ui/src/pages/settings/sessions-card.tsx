import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ActButton } from "../../components/flow/act-button.js";
import { InboxList } from "../../components/lists/inbox-item.js";
import { Entry } from "../../components/lists/entry.js";
import { Facts } from "../../components/lists/facts.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { answerOf } from "../../data/client.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { usePartyQuery } from "../../data/queries.js";
import { messages } from "./messages.js";

/** Sessions come and go without a transaction; milliseconds. */
const readAgainMs = 10_000;

const Session = ({ session }: { readonly session: WalletSchemas["DappSession"] }) => (
  <Entry
    title={<bdi>{session.origin}</bdi>}
    actions={
      <ActButton
        name={`dapp.revoke.${session.id}`}
        label={messages.revoke}
        spokenLabel={messages.revokeOrigin({ origin: session.origin })}
        variant="danger"
        question={{
          title: messages.revokeTheConnection,
          isDangerous: true,
          body: <p>{messages.canNoLongerRead({ origin: <bdi>{session.origin}</bdi> })}</p>,
        }}
        run={(api) =>
          api.wallet.DELETE("/v0/wallet/dapp/sessions/{id}", {
            params: { path: { id: session.id } },
          })
        }
        touches={["user"]}
        said={messages.isNoLongerConnected({ origin: session.origin })}
        failed={messages.connectionCouldNotBeRevoked}
      />
    }
  >
    <Facts
      rows={[
        [messages.actsFor, <PartyChip key="party" party={session.party_id} />],
        [messages.connected, <TimeStamp key="since" at={session.created_at} />],
        [messages.ends, <Countdown key="ends" until={session.expires_at} />],
      ]}
    />
  </Entry>
);

/** The web pages that the user has connected, and how to end that. */
export const SessionsCard = () => {
  const query = usePartyQuery(
    "user",
    { dapps: true },
    async (api) => {
      const { sessions } = await answerOf(api.wallet.GET("/v0/wallet/dapp/sessions"));
      return sessions;
    },
    { everyMs: readAgainMs },
  );
  return (
    <Card title={messages.connectedWebPages}>
      <QueryView
        query={query}
        what={messages.theConnectedWebPages}
        isEmpty={(sessions) => sessions.length === 0}
        empty={
          <EmptyState icon="lock" title={messages.noWebPageIsConnected}>
            {messages.webPageThatWants}
          </EmptyState>
        }
      >
        {(sessions) => (
          <InboxList>
            {sessions.map((session) => (
              <Session key={session.id} session={session} />
            ))}
          </InboxList>
        )}
      </QueryView>
    </Card>
  );
};
