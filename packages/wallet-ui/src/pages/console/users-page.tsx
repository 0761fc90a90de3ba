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
        <p>No primary party</p>
      ) : (
        <PartyChip party={user.primaryParty} />
      )}
      <span className={styles["pills"]}>
        {hasWallet ? <StatusPill tone="positive">Wallet</StatusPill> : null}
        {user.primaryParty === operator ? (
          <StatusPill tone="accent">Operator party</StatusPill>
        ) : null}
        {user.isDeactivated === true ? <StatusPill tone="warning">Deactivated</StatusPill> : null}
      </span>
    </div>
    <div className={styles["actions"]}>
      <ButtonLink to={`/console/rights?user=${encodeURIComponent(user.id)}`} icon="lock">
        Rights
      </ButtonLink>
      {hasWallet ? (
        <Button label={`Offboard ${user.id}`} onClick={onOffboard}>
          Offboard
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
    (username) => say(`${username} is offboarded.`),
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
    <Page title="Users">
      <OnboardCard />
      <Card title="All users">
        <div className={styles["search"]}>
          <TextField label="Search by name or party" value={search} onChange={setSearch} />
        </div>
        {error === undefined ? null : (
          <ErrorNote title="The user was not offboarded." error={error} />
        )}
        <ConsoleView
          query={users}
          what="the users"
          needs={adminRight}
          lines={6}
          isEmpty={(all) => !all.some(fits)}
          empty={<EmptyState icon="people" title="No user has such a name" />}
        >
          {(all) => (
            <ul className={styles["rights"]} aria-label="Users">
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
        title={`Offboard ${leaving ?? ""}?`}
        confirm="Offboard"
        isDangerous
        onClose={() => setLeaving(undefined)}
        onConfirm={() => {
          if (leaving !== undefined) start(leaving);
          setLeaving(undefined);
        }}
      >
        The wallet ends and the user is deleted. The party and its coins stay; a user that comes
        back has them again.
      </ConfirmDialog>
    </Page>
  );
};
