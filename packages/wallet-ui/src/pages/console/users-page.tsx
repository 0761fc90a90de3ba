import { useState } from "react";
import { ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { Note } from "../../components/forms/form.js";
import { TextField } from "../../components/forms/text-field.js";
import { type Row, Rows } from "../../components/lists/rows.js";
import { Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { answerOf } from "../../data/client.js";
import {
  type LedgerUser,
  useOperator,
  useUsers,
  useWalletUsers,
} from "../../data/console-queries.js";
import { ConsoleButton } from "./console-button.js";
import { adminRight, ConsoleView } from "./console-view.js";
import { OnboardCard } from "./onboard-card.js";
import { messages } from "./messages.js";
import styles from "./console.module.css";

const Offboard = ({ user }: { readonly user: string }) => (
  <ConsoleButton
    name={`offboard.${user}`}
    label={messages.user.offboard}
    spokenLabel={messages.user.offboardNamed({ user })}
    question={{
      title: messages.user.question({ user }),
      isDangerous: true,
      body: <p>{messages.user.effect}</p>,
    }}
    run={(api) =>
      answerOf(
        api.wallet.POST("/v0/admin/users/offboard", { params: { query: { username: user } } }),
      )
    }
    said={messages.user.offboarded({ user })}
    failed={messages.user.failed}
  />
);

const userRow = (
  { id, primaryParty = "", isDeactivated }: LedgerUser,
  hasWallet: boolean,
  operator: string,
): Row => ({
  key: id,
  title: <StrangerText text={id} />,
  status: (
    <>
      {hasWallet ? <StatusPill tone="positive">{messages.user.wallet}</StatusPill> : null}
      {primaryParty !== "" && primaryParty === operator ? (
        <StatusPill tone="accent">{messages.user.operatorParty}</StatusPill>
      ) : null}
      {isDeactivated === true ? (
        <StatusPill tone="warning">{messages.user.deactivated}</StatusPill>
      ) : null}
    </>
  ),
  lines: [
    primaryParty === "" ? messages.user.noParty : <PartyChip key="party" party={primaryParty} />,
  ],
  actions: (
    <>
      <ButtonLink to={`/console/rights?user=${encodeURIComponent(id)}`} icon="lock">
        {messages.rights.title}
      </ButtonLink>
      {hasWallet ? <Offboard user={id} /> : null}
    </>
  ),
});

/** The users of the ledger: who has a wallet, and of which party. */
export const UsersPage = () => {
  const users = useUsers();
  const wallets = useWalletUsers().data;
  const operator = useOperator().data?.party_id ?? "";
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const fits = ({ id, primaryParty = "" }: LedgerUser): boolean =>
    `${id} ${primaryParty}`.toLowerCase().includes(wanted);
  return (
    <Page title={messages.users.title}>
      <OnboardCard />
      <Card title={messages.users.all}>
        <div className={styles["search"]}>
          <TextField label={messages.users.search} value={search} onChange={setSearch} />
        </div>
        <ConsoleView query={users} what={messages.users.what} needs={adminRight} lines={6}>
          {(all) => (
            <>
              {wallets === undefined ? null : (
                <Note>{messages.users.counts({ users: all.length, wallets: wallets.size })}</Note>
              )}
              <Rows
                label={messages.users.title}
                rows={all
                  .filter(fits)
                  .map((user) => userRow(user, wallets?.has(user.id) === true, operator))}
                empty={
                  <EmptyState icon="people" title={messages.users.notFound}>
                    {messages.users.notFoundHint}
                  </EmptyState>
                }
              />
            </>
          )}
        </ConsoleView>
      </Card>
    </Page>
  );
};
