import type { ReactNode } from "react";
import { Link } from "wouter";
import { CopyButton } from "../../components/base/copy-button.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { subjectOf, textOf } from "../../components/lists/history-words.js";
import { Amount } from "../../components/money/amount.js";
import { readAmount } from "../../money/read-amount.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { useWallet } from "../../data/wallet-context.js";
import type { HistoryRow } from "../../data/wallet-queries.js";
import { updateIdOf } from "../../history/update-id.js";
import { useSiteConfig } from "../../session/site-config.js";
import { messages } from "./messages.js";
import styles from "./history.module.css";

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

const Share = ({ party, amount }: { readonly party: string; readonly amount: string }) => {
  const { party: own } = useWallet();
  return (
    <li>
      <PartyChip party={party} isOwn={party === own} />{" "}
      <Amount value={amount} isChange decimals="full" />
    </li>
  );
};

const rewards = [
  ["app_rewards_used", messages.reward.app, "tx-reward-app-amulet"],
  ["validator_rewards_used", messages.reward.validator, "tx-reward-validator-amulet"],
  ["sv_rewards_used", messages.reward.superValidator, "tx-reward-sv-amulet"],
  ["development_fund_coupons_used", messages.reward.fund, "tx-reward-fund-amulet"],
] as const;

const Rewards = ({ row }: { readonly row: HistoryRow }) =>
  row.transaction_type !== "transfer"
    ? null
    : rewards.map(([field, name, hook]) =>
        readAmount(row[field]) === 0n ? null : (
          <Fact key={field} name={name}>
            <span className={hook}>
              <Amount value={row[field]} decimals="full" />
            </span>
          </Fact>
        ),
      );

const Shares = ({ row }: { readonly row: HistoryRow }) => {
  if (row.transaction_type === "notification") return null;
  return (
    <>
      {row.transaction_type === "transfer" ? (
        <Fact name={messages.transaction.sender}>
          <ul>
            <Share {...row.sender} />
          </ul>
        </Fact>
      ) : null}
      {row.receivers.length === 0 ? null : (
        <Fact
          name={
            row.transaction_type === "transfer"
              ? messages.transaction.receivers
              : messages.transaction.parties
          }
        >
          <ul>
            {row.receivers.map((share) => (
              <Share key={share.party} {...share} />
            ))}
          </ul>
        </Fact>
      )}
    </>
  );
};

const Instruction = ({ row }: { readonly row: HistoryRow }) => {
  if (row.transaction_type !== "transfer" || !row.transfer_instruction_receiver) return null;
  return (
    <Fact name={messages.transaction.offeredTo}>
      <PartyChip party={row.transfer_instruction_receiver} />{" "}
      {row.transfer_instruction_amount ? (
        <Amount value={row.transfer_instruction_amount} decimals="full" />
      ) : null}
    </Fact>
  );
};

/** What is known of an item of the history. */
export const TransactionFacts = ({ row }: { readonly row: HistoryRow }) => {
  const { names } = useSiteConfig();
  const updateId = updateIdOf(row.event_id);
  const text = textOf(row);
  return (
    <dl className={styles["facts"]}>
      <Fact name={messages.table.subject}>
        {subjectOf(row, { coin: names.coin, names: names.nameService })}
      </Fact>
      <Fact name={messages.table.when}>
        <TimeStamp at={row.date} isExact />
      </Fact>
      <Shares row={row} />
      <Instruction row={row} />
      <Rewards row={row} />
      {text === "" ? null : (
        <Fact
          name={
            row.transaction_type === "notification"
              ? messages.transaction.details
              : messages.table.memo
          }
        >
          <StrangerText text={text} />
        </Fact>
      )}
      <Fact name={messages.transaction.update}>
        <Link
          to={`/console/updates/${encodeURIComponent(updateId)}`}
          className="update-id"
          data-selenium-text={updateId}
        >
          <code>{updateId}</code>
        </Link>{" "}
        <CopyButton text={updateId} what={messages.transaction.updateId} />
      </Fact>
      <Fact name={messages.transaction.choice}>
        <code>{row.transaction_subtype.choice}</code>
      </Fact>
    </dl>
  );
};
