import type { ComponentProps } from "react";
import { Link } from "wouter";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { DataTable } from "../../components/lists/data-table.js";
import { Amount } from "../../components/money/amount.js";
import { sumOf } from "../../components/money/sums.js";
import { Columns, Page } from "../../components/page/page.js";
import { Countdown } from "../../components/time/countdown.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { useLedgerNow } from "../../data/server-clock.js";
import { type RewardGroup, type RoundState, useRewards, useRounds } from "./use-rewards.js";
import { messages } from "./messages.js";

const columns: ComponentProps<typeof DataTable<RewardGroup>>["columns"] = [
  { title: messages.round, width: "3.5rem", render: ({ round }) => round },
  { title: messages.forText, width: "2fr", render: ({ kind }) => kind },
  { title: messages.coupons, width: "4.5rem", align: "end", render: ({ coupons }) => coupons },
  {
    title: messages.activity,
    width: "1.5fr",
    align: "end",
    isMinor: true,
    render: ({ amounts }) =>
      amounts.length === 0 ? <span>–</span> : <Amount value={sumOf(amounts)} />,
  },
];

/** How exact the states of rounds are; milliseconds. */
const clockMs = 10_000;

const StateOf = ({ isIssuing, opensAt }: RoundState) => {
  const now = useLedgerNow(() => clockMs);
  if (isIssuing) return <StatusPill tone="positive">{messages.payingOut}</StatusPill>;
  return Date.parse(opensAt) > now ? (
    <StatusPill tone="neutral">{messages.opensSoon}</StatusPill>
  ) : (
    <StatusPill tone="accent">{messages.open}</StatusPill>
  );
};

const roundColumns: ComponentProps<typeof DataTable<RoundState>>["columns"] = [
  { title: messages.round, width: "3.5rem", render: ({ round }) => round },
  {
    title: messages.state,
    width: "1.7fr",
    render: (round) => <StateOf {...round} />,
  },
  { title: messages.opens, isMinor: true, render: ({ opensAt }) => <TimeStamp at={opensAt} /> },
  {
    title: messages.ends,
    align: "end",
    render: ({ targetClosesAt }) => <Countdown until={targetClosesAt} />,
  },
];

/** Coupons that wait for their round, and the rounds. */
export const RewardsPage = () => {
  const rewards = useRewards();
  const rounds = useRounds();
  return (
    <Page title={messages.title}>
      <Columns>
        <Card title={messages.coupons}>
          <QueryView
            query={rewards}
            what={messages.theCoupons}
            isEmpty={(groups) => groups.length === 0}
            empty={
              <EmptyState icon="star" title={messages.noCouponsNow}>
                {messages.activityInARoundMakes({
                  link: <Link to="/wallet/history">{messages.history}</Link>,
                })}
              </EmptyState>
            }
          >
            {(groups) => (
              <>
                <DataTable
                  label={messages.couponsByRound}
                  columns={columns}
                  rows={groups}
                  rowKey={({ round, kind }) => `${round} ${kind}`}
                />
                <p>
                  {messages.walletCollectsThemByItself({
                    link: <Link to="/wallet/history">{messages.history}</Link>,
                  })}
                </p>
              </>
            )}
          </QueryView>
        </Card>
        <Card title={messages.rounds}>
          <QueryView
            query={rounds}
            what={messages.theRounds}
            isEmpty={(all) => all.length === 0}
            empty={<EmptyState icon="clock" title={messages.noRoundIsOpen} />}
          >
            {(all) => (
              <DataTable
                label={messages.rounds}
                columns={roundColumns}
                rows={all}
                rowKey={({ round }) => String(round)}
              />
            )}
          </QueryView>
        </Card>
      </Columns>
    </Page>
  );
};
