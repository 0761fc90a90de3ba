import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { ConfirmDialog } from "../../components/feedback/confirm-dialog.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { useToast } from "../../components/feedback/toasts.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { answerOf } from "../../data/client.js";
import { type Right, useConsoleAction, useRightsOf, useUsers } from "../../data/console-queries.js";
import { adminRight, ConsoleView } from "./console-view.js";
import { GrantForm } from "./grant-form.js";
import { rightParts, rightWords } from "./right-words.js";
import { messages } from "./messages.js";
import styles from "./console.module.css";

const keyOf = (right: Right): string => JSON.stringify(right);

const RightRow = ({
  right,
  onRevoke,
}: {
  readonly right: Right;
  readonly onRevoke: () => void;
}) => {
  const parts = rightParts(right);
  if (parts === undefined) return null;
  return (
    <li>
      <div>
        <span className={styles["name"]}>{parts.kind}</span>
        {parts.party === "" ? null : <PartyChip party={parts.party} />}
        <p>{rightWords[parts.kind]}</p>
      </div>
      <div className={styles["actions"]}>
        <Button
          onClick={onRevoke}
          label={parts.party === "" ? messages.revokeRight(parts) : messages.revokeRightFor(parts)}
        >
          {messages.revoke}
        </Button>
      </div>
    </li>
  );
};

const RightsCard = ({ user }: { readonly user: string }) => {
  const say = useToast();
  const rights = useRightsOf(user);
  const [revoked, setRevoked] = useState<Right>();
  const { start, error } = useConsoleAction<Right>(
    "revoke",
    (api, right) =>
      answerOf(
        api.ledger.PATCH("/v2/users/{user-id}/rights", {
          params: { path: { "user-id": user } },
          body: { userId: user, rights: [right] },
        }),
      ),
    () => say(messages.rightIsRevoked),
  );
  const words = revoked === undefined ? undefined : rightParts(revoked);
  return (
    <Card title={messages.rightsOf({ user })}>
      {error === undefined ? null : <ErrorNote title={messages.rightWasNotRevoked} error={error} />}
      <ConsoleView
        query={rights}
        what={messages.theRights}
        needs={adminRight}
        isEmpty={(all) => all.length === 0}
        empty={
          <EmptyState icon="shield" title={messages.noRights}>
            {messages.thisUserCanLog}
          </EmptyState>
        }
      >
        {(all) => (
          <ul className={styles["rights"]} aria-label={messages.rightsOf({ user })}>
            {all.map((right) => (
              <RightRow key={keyOf(right)} right={right} onRevoke={() => setRevoked(right)} />
            ))}
          </ul>
        )}
      </ConsoleView>
      <ConfirmDialog
        isOpen={revoked !== undefined}
        title={messages.revokeQuestion({ kind: words?.kind ?? "" })}
        confirm={messages.revoke}
        isDangerous
        onClose={() => setRevoked(undefined)}
        onConfirm={() => {
          if (revoked !== undefined) start(revoked);
          setRevoked(undefined);
        }}
      >
        {words === undefined || words.party === "" ? null : (
          <p>
            <PartyChip party={words.party} canCopy={false} />
          </p>
        )}
        <p>{messages.losesItAtOnce({ user })}</p>
      </ConfirmDialog>
    </Card>
  );
};

/** What users may do: their rights, granted and revoked. */
export const RightsPage = () => {
  const users = useUsers();
  const chosen = new URLSearchParams(useSearch()).get("user") ?? "";
  const [, go] = useLocation();
  return (
    <Page title={messages.rights}>
      <ConsoleView query={users} what={messages.theUsers} needs={adminRight}>
        {(all) => {
          const user = all.some(({ id }) => id === chosen) ? chosen : (all[0]?.id ?? "");
          return (
            <>
              <Card title={messages.user}>
                <div className={styles["form"]}>
                  <ChoiceField
                    label={messages.whoseRights}
                    value={user}
                    choices={all.map(({ id }) => [id, id] as const)}
                    onChange={(id) =>
                      go(`/console/rights?user=${encodeURIComponent(id)}`, { replace: true })
                    }
                  />
                </div>
              </Card>
              <RightsCard key={user} user={user} />
              <GrantForm user={user} />
            </>
          );
        }}
      </ConsoleView>
    </Page>
  );
};
