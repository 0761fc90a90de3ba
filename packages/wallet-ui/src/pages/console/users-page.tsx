import { useState } from "react";
import { Button, ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { ConfirmDialog } from "../../components/feedback/confirm-dialog.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { useToast } from "../../components/feedback/toasts.js";
import { TextField } from "../../components/forms/text-field.js";
import { Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { answerOf } from "../../data/client.js";
import {
  type LedgerUser,
  useConsoleAction,
  useOperator,
  useUsers,
  useWalletUsers,
} from "../../data/console-queries.js";
import { adminRight, ConsoleView } from "./console-view.js";
import { OnboardCard } from "./onboard-card.js";
import { messages } from "./messages.js";
import styles from "./console.module.css";

const UserRow = ({
  user,
  hasWallet,
  operator,
  onOffboard,
}: {
  readonly user: LedgerUser;
  readonly hasWallet: boolean;
  readonly operator: string;
  readonly onOffboard: () => void;
}) => (
  <li>
    <div>
      <span className={styles["name"]}>
        <StrangerText text={user.id} />
      </span>
      {user.primaryParty === undefined || user.primaryParty === "" ? (
        <p>{messages.noPrimaryParty}</p>
      ) : (
        <PartyChip party={user.primaryParty} />
      )}
      <span className={styles["pills"]}>
        {hasWallet ? <StatusPill tone="positive">{messages.wallet}</StatusPill> : null}
        {user.primaryParty === operator ? (
          <StatusPill tone="accent">{messages.operatorParty}</StatusPill>
        ) : null}
        {user.isDeactivated === true ? (
          <StatusPill tone="warning">{messages.deactivated}</StatusPill>
        ) : null}
      </span>
    </div>
    <div className={styles["actions"]}>
      <ButtonLink to={`/console/rights?user=${encodeURIComponent(user.id)}`} icon="lock">
        {messages.rights}
      </ButtonLink>
      {hasWallet ? (
        <Button label={messages.offboardUser({ user: user.id })} onClick={onOffboard}>
          {messages.offboard}
        </Button>
      ) : null}
    </div>
  </li>
);

const useOffboarding = () => {
  const say = useToast();
  const [leaving, setLeaving] = useState<string>();
  const action = useConsoleAction<string>(
    "offboard",
    (api, username) =>
      answerOf(api.wallet.POST("/v0/admin/users/offboard", { params: { query: { username } } })),
    (username) => say(messages.isOffboarded({ user: username })),
  );
  return { leaving, setLeaving, ...action };
};

/** The users of the ledger: who has a wallet, and of which party. */
export const UsersPage = () => {
  const users = useUsers();
  const wallets = useWalletUsers();
  const operator = useOperator().data?.party_id ?? "";
  const [search, setSearch] = useState("");
  const { leaving, setLeaving, start, error } = useOffboarding();
  const wanted = search.trim().toLowerCase();
  const fits = ({ id, primaryParty = "" }: LedgerUser): boolean =>
    `${id} ${primaryParty}`.toLowerCase().includes(wanted);
  return (
    <Page title={messages.users}>
      <OnboardCard />
      <Card title={messages.allUsers}>
        <div className={styles["search"]}>
          <TextField label={messages.searchByNameOrParty} value={search} onChange={setSearch} />
        </div>
        {error === undefined ? null : (
          <ErrorNote title={messages.userWasNotOffboarded} error={error} />
        )}
        <ConsoleView
          query={users}
          what={messages.theUsers}
          needs={adminRight}
          lines={6}
          isEmpty={(all) => !all.some(fits)}
          empty={<EmptyState icon="people" title={messages.noUserHasSuch} />}
        >
          {(all) => (
            <ul className={styles["rights"]} aria-label={messages.users}>
              {all.filter(fits).map((user) => (
                <UserRow
                  key={user.id}
                  user={user}
                  hasWallet={wallets.data?.has(user.id) === true}
                  operator={operator}
                  onOffboard={() => setLeaving(user.id)}
                />
              ))}
            </ul>
          )}
        </ConsoleView>
      </Card>
      <ConfirmDialog
        isOpen={leaving !== undefined}
        title={messages.offboardQuestion({ user: leaving ?? "" })}
        confirm={messages.offboard}
        isDangerous
        onClose={() => setLeaving(undefined)}
        onConfirm={() => {
          if (leaving !== undefined) start(leaving);
          setLeaving(undefined);
        }}
      >
        {messages.walletEndsAndTheUser}
      </ConfirmDialog>
    </Page>
  );
};
