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

/** Sessions come and go without a transaction; milliseconds. */
const readAgainMs = 10_000;

const Session = ({ session }: { readonly session: WalletSchemas["DappSession"] }) => (
  <Entry
    title={<bdi>{session.origin}</bdi>}
    actions={
      <ActButton
        name={`dapp.revoke.${session.id}`}
        label="Revoke"
        spokenLabel={`Revoke ${session.origin}`}
        variant="danger"
        question={{
          title: "Revoke the connection?",
          isDangerous: true,
          body: (
            <p>
              <bdi>{session.origin}</bdi> can no longer read as your party or ask you for anything,
              until you connect it again.
            </p>
          ),
        }}
        run={(api) =>
          api.wallet.DELETE("/v0/wallet/dapp/sessions/{id}", {
            params: { path: { id: session.id } },
          })
        }
        touches={["user"]}
        said={`${session.origin} is no longer connected.`}
        failed="The connection could not be revoked."
      />
    }
  >
    <Facts
      rows={[
        ["Acts for", <PartyChip key="party" party={session.party_id} />],
        ["Connected", <TimeStamp key="since" at={session.created_at} />],
        ["Ends", <Countdown key="ends" until={session.expires_at} />],
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
    <Card title="Connected web pages">
      <QueryView
        query={query}
        what="the connected web pages"
        isEmpty={(sessions) => sessions.length === 0}
        empty={
          <EmptyState icon="lock" title="No web page is connected">
            A web page that wants to use this wallet asks you first; it is listed here afterwards.
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
