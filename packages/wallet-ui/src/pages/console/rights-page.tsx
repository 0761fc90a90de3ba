import { useLocation, useSearch } from "wouter";
import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { type Row, Rows } from "../../components/lists/rows.js";
import { Columns, Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { answerOf } from "../../data/client.js";
import { type Right, useRightsOf, useUsers } from "../../data/console-queries.js";
import { ConsoleButton } from "./console-button.js";
import { adminRight, ConsoleView } from "./console-view.js";
import { GrantForm } from "./grant-form.js";
import { PartyRightsCard } from "./party-rights-card.js";
import { rightParts, rightWords } from "./right-words.js";
import { messages } from "./messages.js";
import styles from "./console.module.css";

const partyOf = (party: string) =>
  party === "" ? undefined : <PartyChip key="party" party={party} />;

const Revoke = ({ right, user }: { readonly right: Right; readonly user: string }) => {
  const parts = rightParts(right);
  if (parts === undefined) return null;
  const { kind, party } = parts;
  return (
    <ConsoleButton
      name={`revoke.${user}.${kind}.${party}`}
      label={messages.right.revoke}
      spokenLabel={
        party === "" ? messages.right.revokeNamed(parts) : messages.right.revokeOfParty(parts)
      }
      question={{
        title: messages.right.question({ kind }),
        isDangerous: true,
        body: (
          <>
            {party === "" ? null : (
              <p>
                <PartyChip party={party} canCopy={false} />
              </p>
            )}
            <p>{messages.right.effect({ user })}</p>
          </>
        ),
      }}
      run={(api) =>
        answerOf(
          api.ledger.PATCH("/v2/users/{user-id}/rights", {
            params: { path: { "user-id": user } },
            body: { userId: user, rights: [right] },
          }),
        )
      }
      said={messages.right.revoked}
      failed={messages.right.failed}
    />
  );
};

/** A right that a user has; undefined where it is of no kind that is known. */
const rightRow = (right: Right, user: string): Row | undefined => {
  const parts = rightParts(right);
  return (
    parts && {
      key: JSON.stringify(right),
      title: parts.kind,
      lines: [partyOf(parts.party), rightWords[parts.kind]],
      actions: <Revoke right={right} user={user} />,
    }
  );
};

const RightsCard = ({ user }: { readonly user: string }) => (
  <Card title={messages.rights.ofUser({ user })}>
    <ConsoleView query={useRightsOf(user)} what={messages.rights.what} needs={adminRight}>
      {(all) => (
        <Rows
          label={messages.rights.ofUser({ user })}
          rows={all.flatMap((right) => rightRow(right, user) ?? [])}
          empty={
            <EmptyState icon="shield" title={messages.rights.empty}>
              {messages.rights.emptyHint}
            </EmptyState>
          }
        />
      )}
    </ConsoleView>
  </Card>
);

/** What users may do: their rights, granted and revoked. */
export const RightsPage = () => {
  const users = useUsers();
  const chosen = new URLSearchParams(useSearch()).get("user") ?? "";
  const [, go] = useLocation();
  return (
    <Page title={messages.rights.title}>
      <ConsoleView query={users} what={messages.users.what} needs={adminRight}>
        {(all) => {
          const user = all.some(({ id }) => id === chosen) ? chosen : (all[0]?.id ?? "");
          return (
            <>
              <Columns>
                <Card title={messages.rights.user}>
                  <div className={styles["search"]}>
                    <ChoiceField
                      label={messages.rights.whose}
                      value={user}
                      choices={all.map(({ id }) => [id, id] as const)}
                      onChange={(id) =>
                        go(`/console/rights?user=${encodeURIComponent(id)}`, { replace: true })
                      }
                    />
                  </div>
                </Card>
                <PartyRightsCard />
              </Columns>
              <RightsCard key={user} user={user} />
              <GrantForm user={user} />
            </>
          );
        }}
      </ConsoleView>
    </Page>
  );
};
