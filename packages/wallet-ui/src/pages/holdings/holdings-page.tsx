import { numericToText } from "@tallystick/core/numeric";
import type { ComponentProps } from "react";
import { Banner } from "../../components/base/banner.js";
import { Card } from "../../components/base/card.js";
import { CopyButton } from "../../components/base/copy-button.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { DataTable } from "../../components/lists/data-table.js";
import { Amount } from "../../components/money/amount.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Page } from "../../components/page/page.js";
import { Countdown } from "../../components/time/countdown.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { useWallet } from "../../data/wallet-context.js";
import { useWalletSettings, type WalletSettings } from "../../data/wallet-settings.js";
import { amountOfSum, splitBalance } from "../../sums/balance-split.js";
import { manyCoins } from "../../sums/coin-map.js";
import { CoinMapView } from "./coin-map-view.js";
import { messages } from "./messages.js";
import styles from "./holdings.module.css";
import { MergeButton } from "./merge-button.js";
import { type OwnCoin, useCoins } from "./use-coins.js";

const Sum = ({ units }: { readonly units: bigint }) => {
  const amount = amountOfSum(units);
  return <Amount value={amount === undefined ? String(units) : numericToText(amount)} />;
};

/** Locks that are named beside the sum. */
const mostLocks = 5;

/** What locks of transfers say. */
const transferContext = /^transfer to '([^']+)'$/;

/** Why coins are locked. */
const Context = ({ text }: { readonly text: string }) => {
  const receiver = transferContext.exec(text)?.[1];
  if (text === "") return null;
  return (
    <span className={styles["context"]}>
      {receiver === undefined ? (
        <StrangerText text={text} />
      ) : (
        <>
          <span>{messages.lock.transferTo}</span> <PartyChip party={receiver} canCopy={false} />
        </>
      )}
    </span>
  );
};

const Locks = ({ coins }: { readonly coins: ReadonlyArray<OwnCoin> }) => {
  const { available, locked, total, locks } = splitBalance(coins, [], 0);
  return (
    <dl className={styles["sums"]}>
      <div>
        <dt>{messages.sum.available}</dt>
        <dd>
          <Sum units={available} />
        </dd>
      </div>
      <div>
        <dt>{messages.sum.locked}</dt>
        <dd>
          <Sum units={locked} />
          {locks.slice(0, mostLocks).map(({ context, until, amount }) => (
            <p key={`${until} ${context}`} className={styles["lock"]}>
              <Sum units={amount} /> · <Countdown until={new Date(until).toISOString()} />
              <Context text={context} />
            </p>
          ))}
          {locks.length > mostLocks ? (
            <p className={styles["lock"]}>
              {messages.lock.more({ rest: locks.length - mostLocks })}
            </p>
          ) : null}
        </dd>
      </div>
      <div>
        <dt>{messages.sum.total}</dt>
        <dd>
          <Sum units={total} />
        </dd>
      </div>
    </dl>
  );
};

const Lock = ({ coin }: { readonly coin: OwnCoin }) =>
  coin.lockedUntil === undefined ? (
    <StatusPill tone="positive">{messages.sum.available}</StatusPill>
  ) : (
    <div className={styles["cell"]}>
      <StatusPill tone="warning">{messages.sum.locked}</StatusPill>
      <span className={styles["muted"]}>
        <Countdown until={coin.lockedUntil} />
      </span>
    </div>
  );

const columns: ComponentProps<typeof DataTable<OwnCoin>>["columns"] = [
  {
    title: messages.table.amount,
    width: "1.4fr",
    render: ({ amountText }) => <Amount value={amountText} />,
  },
  { title: messages.table.state, width: "1.3fr", render: (coin) => <Lock coin={coin} /> },
  {
    title: messages.table.lockHolder,
    width: "1.3fr",
    isMinor: true,
    render: ({ lockHolders: [holder] }) =>
      holder === undefined ? <span>–</span> : <PartyChip party={holder} canCopy={false} />,
  },
  {
    title: messages.table.created,
    isMinor: true,
    render: ({ createdAt, createdRound }) => (
      <div className={styles["cell"]}>
        <TimeStamp at={createdAt} />
        <span className={styles["muted"]}>{messages.table.round({ createdRound })}</span>
      </div>
    ),
  },
  {
    title: messages.table.expiry,
    isMinor: true,
    render: ({ expiryRound: end, round }) =>
      end === undefined ? (
        <span>{messages.table.never}</span>
      ) : end <= round ? (
        <StatusPill tone="warning">{messages.table.expired({ end })}</StatusPill>
      ) : (
        <span>{messages.table.expiresIn({ end: String(end) })}</span>
      ),
  },
  {
    title: messages.table.contract,
    width: "5.5rem",
    align: "end",
    render: ({ contractId }) => <CopyButton text={contractId} what={messages.table.contractId} />,
  },
];

/** Rounds ahead in which a coin that expires is pointed out. */
const soonRounds = 144n;

/** What becomes of many coins. */
const mergingText = (settings: WalletSettings, isExternal: boolean, free: number): string => {
  if (isExternal) return messages.advice.external({ free });
  if (settings.automations_paused) return messages.advice.paused({ free });
  return settings.automatic_merging
    ? messages.advice.merging({ free, manyCoins })
    : messages.advice.mergingOff({ free });
};

const Advice = ({
  coins,
  round,
}: {
  readonly coins: ReadonlyArray<OwnCoin>;
  readonly round: bigint;
}) => {
  const { isExternal } = useWallet();
  const settings = useWalletSettings().data;
  const free = coins.filter(({ lock }) => lock === undefined).length;
  const dust = coins.filter(
    ({ expiryRound: end }) => end !== undefined && end < round + soonRounds,
  );
  return (
    <>
      {free > manyCoins && settings !== undefined ? (
        <Banner tone="warning">{mergingText(settings, isExternal, free)}</Banner>
      ) : null}
      {dust.length > 0 ? (
        <Banner tone="warning">{messages.advice.dust({ count: dust.length })}</Banner>
      ) : null}
    </>
  );
};

/** The coins of the party: how large, how old, locked until when. */
export const HoldingsPage = () => {
  const query = useCoins();
  return (
    <Page title={messages.page.title}>
      <QueryView
        query={query}
        what={messages.coins.what}
        lines={8}
        isEmpty={({ coins }) => coins.length === 0}
        empty={
          <Card title={messages.coins.title}>
            <EmptyState icon="coins" title={messages.coins.empty}>
              {messages.coins.emptyHint}
            </EmptyState>
          </Card>
        }
      >
        {({ coins, round }) => (
          <>
            <Advice coins={coins} round={round} />
            <Card title={messages.sum.title}>
              <Locks coins={coins} />
              {coins.length > 1 ? <CoinMapView coins={coins} /> : null}
            </Card>
            <Card
              title={messages.coins.titleCount({ count: coins.length })}
              actions={coins.length > 1 ? <MergeButton /> : null}
            >
              <DataTable
                label={messages.coins.title}
                columns={columns}
                rows={coins}
                rowKey={({ contractId }) => contractId}
              />
            </Card>
          </>
        )}
      </QueryView>
    </Page>
  );
};
