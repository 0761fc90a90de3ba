import type { ComponentProps } from "react";
import { Link } from "wouter";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { DataTable } from "../../components/lists/data-table.js";
import { Amount } from "../../components/money/amount.js";
import { sumOf } from "../../money/sums.js";
import { Columns, Page } from "../../components/page/page.js";
import { Countdown } from "../../components/time/countdown.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { useLedgerNow } from "../../data/server-clock.js";
import { type RewardGroup, type RoundState, useRewards, useRounds } from "./use-rewards.js";
import { messages } from "./messages.js";

const columns: ComponentProps<typeof DataTable<RewardGroup>>["columns"] = [
  { title: messages.table.round, width: "3.5rem", render: ({ round }) => round },
  { title: messages.table.kind, width: "2fr", render: ({ kind }) => kind },
  {
    title: messages.coupons.title,
    width: "4.5rem",
    align: "end",
    render: ({ coupons }) => coupons,
  },
  {
    title: messages.table.activity,
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
  if (isIssuing) return <StatusPill tone="positive">{messages.round.issuing}</StatusPill>;
  return Date.parse(opensAt) > now ? (
    <StatusPill tone="neutral">{messages.round.opensSoon}</StatusPill>
  ) : (
    <StatusPill tone="accent">{messages.round.open}</StatusPill>
  );
};

const roundColumns: ComponentProps<typeof DataTable<RoundState>>["columns"] = [
  { title: messages.table.round, width: "3.5rem", render: ({ round }) => round },
  {
    title: messages.table.state,
    width: "1.7fr",
    render: (round) => <StateOf {...round} />,
  },
  {
    title: messages.table.opens,
    isMinor: true,
    render: ({ opensAt }) => <TimeStamp at={opensAt} />,
  },
  {
    title: messages.table.ends,
    align: "end",
    render: ({ targetClosesAt }) => <Countdown until={targetClosesAt} />,
  },
];

/** Coupons that wait for their round, and the rounds. */
export const RewardsPage = () => {
  const rewards = useRewards();
  const rounds = useRounds();
  return (
    <Page title={messages.page.title}>
      <Columns>
        <Card title={messages.coupons.title}>
          <QueryView
            query={rewards}
            what={messages.coupons.what}
            isEmpty={(groups) => groups.length === 0}
            empty={
              <EmptyState icon="star" title={messages.coupons.empty}>
                {messages.coupons.emptyHint({
                  link: <Link to="/wallet/history">{messages.coupons.history}</Link>,
                })}
              </EmptyState>
            }
          >
            {(groups) => (
              <>
                <DataTable
                  label={messages.coupons.table}
                  columns={columns}
                  rows={groups}
                  rowKey={({ round, kind }) => `${round} ${kind}`}
                />
                <p>
                  {messages.coupons.note({
                    link: <Link to="/wallet/history">{messages.coupons.history}</Link>,
                  })}
                </p>
              </>
            )}
          </QueryView>
        </Card>
        <Card title={messages.rounds.title}>
          <QueryView
            query={rounds}
            what={messages.rounds.what}
            isEmpty={(all) => all.length === 0}
            empty={
              <EmptyState icon="clock" title={messages.rounds.empty}>
                {messages.rounds.emptyHint}
              </EmptyState>
            }
          >
            {(all) => (
              <DataTable
                label={messages.rounds.title}
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
