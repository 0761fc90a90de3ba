import { Link } from "wouter";
import { Amount } from "../../components/money/amount.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { answerOf } from "../../data/client.js";
import { usePartyQuery } from "../../data/queries.js";
import { queryOfFilter } from "../../history/filter-query.js";
import { sumOf } from "../../money/sums.js";
import { messages } from "./messages-since.js";

/** Transactions that are counted; beyond them it says that there are more. */
const mostCounted = 200;

const useChanges = (from: string) =>
  usePartyQuery("balance", { since: from }, async ({ wallet }) => {
    const query = { step: "transaction", from, limit: mostCounted } as const;
    const {
      opening,
      points,
      next_after_offset: next,
    } = await answerOf(wallet.GET("/v0/wallet/balance/history", { params: { query } }));
    const total = points.at(-1)?.total ?? opening.total;
    const isMore = next !== undefined;
    return { count: points.length, isMore, change: sumOf([total, `-${opening.total}`]) };
  });

/** What changed the balance since the wallet was open last. */
export const Since = ({ at }: { readonly at: number }) => {
  const from = new Date(at).toISOString();
  const changes = useChanges(from).data;
  const time = <TimeStamp at={from} />;
  if (changes === undefined) return null;
  const { count, isMore, change } = changes;
  if (count === 0) return messages.since.nothing({ time });
  const path = `/wallet/history?${queryOfFilter({ from })}`;
  return (
    <>
      {isMore
        ? messages.since.many({ time, count })
        : messages.since.changed({ time, count, change: <Amount value={change} isChange /> })}{" "}
      <Link to={path}>{messages.since.show}</Link>
    </>
  );
};
