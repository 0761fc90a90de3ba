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

const columns: ComponentProps<typeof DataTable<RewardGroup>>["columns"] = [
  { title: "Round", width: "3.5rem", render: ({ round }) => round },
  { title: "For", width: "2fr", render: ({ kind }) => kind },
  { title: "Coupons", width: "4.5rem", align: "end", render: ({ coupons }) => coupons },
  {
    title: "Activity",
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
  if (isIssuing) return <StatusPill tone="positive">Paying out</StatusPill>;
  return Date.parse(opensAt) > now ? (
    <StatusPill tone="neutral">Opens soon</StatusPill>
  ) : (
    <StatusPill tone="accent">Open</StatusPill>
  );
};

const roundColumns: ComponentProps<typeof DataTable<RoundState>>["columns"] = [
  { title: "Round", width: "3.5rem", render: ({ round }) => round },
  {
    title: "State",
    width: "1.7fr",
    render: (round) => <StateOf {...round} />,
  },
  { title: "Opens", isMinor: true, render: ({ opensAt }) => <TimeStamp at={opensAt} /> },
  {
    title: "Ends",
    align: "end",
    render: ({ targetClosesAt }) => <Countdown until={targetClosesAt} />,
  },
];

/** Coupons that wait for their round, and the rounds. */
export const RewardsPage = () => {
  const rewards = useRewards();
  const rounds = useRounds();
  return (
    <Page title="Rewards">
      <Columns>
        <Card title="Coupons">
          <QueryView
            query={rewards}
            what="the coupons"
            isEmpty={(groups) => groups.length === 0}
            empty={
              <EmptyState icon="star" title="No coupons now">
                Activity in a round makes coupons. The wallet collects them by itself when their
                round pays out; the <Link to="/wallet/history">history</Link> shows what they gave.
              </EmptyState>
            }
          >
            {(groups) => (
              <>
                <DataTable
                  label="Coupons by round"
                  columns={columns}
                  rows={groups}
                  rowKey={({ round, kind }) => `${round} ${kind}`}
                />
                <p>
                  The wallet collects them by itself when their round pays out. The{" "}
                  <Link to="/wallet/history">history</Link> shows what they gave.
                </p>
              </>
            )}
          </QueryView>
        </Card>
        <Card title="Rounds">
          <QueryView
            query={rounds}
            what="the rounds"
            isEmpty={(all) => all.length === 0}
            empty={<EmptyState icon="clock" title="No round is open" />}
          >
            {(all) => (
              <DataTable
                label="Rounds"
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
