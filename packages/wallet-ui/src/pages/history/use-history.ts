import { useEffect, useState } from "react";
import { answerOf } from "../../data/client.js";
import { usePartyQuery } from "../../data/queries.js";
import { useWallet } from "../../data/wallet-context.js";
import type { HistoryRow } from "../../data/wallet-queries.js";
import type { HistoryFilter } from "../../history/filter-query.js";
import { withNewest } from "../../history/newest-rows.js";

/** Rows of the first page, and of the older ones. */
const pageSize = 100;
const olderPageSize = 250;

/** What is known of the history under a filter. */
interface KnownHistory {
  readonly rows: ReadonlyArray<HistoryRow>;
  /** Whether the oldest row is among them. */
  readonly isWhole: boolean;
}

/** A history that grows at both ends. */
interface LongHistory {
  readonly newest: ReturnType<typeof useNewest>;
  readonly rows: ReadonlyArray<HistoryRow>;
  readonly isWhole: boolean;
  /** What went wrong when older rows were read. */
  readonly error: Error | undefined;
  readonly isReadingOlder: boolean;
  readonly readOlder: () => void;
}

const useNewest = (filter: HistoryFilter) =>
  usePartyQuery("transactions", { filter }, async (api) => {
    const body = { page_size: pageSize, ...filter };
    return (await answerOf(api.wallet.POST("/v0/wallet/transactions", { body }))).items;
  });

const nothing: KnownHistory = { rows: [], isWhole: false };

/**
 * The history of the party under a filter, the newest first. New rows come by themselves; older
 * ones are read page by page and never again, as they do not change. Key the component by the
 * filter: a history belongs to one.
 */
export const useHistory = (filter: HistoryFilter): LongHistory => {
  const { api } = useWallet();
  const newest = useNewest(filter);
  const [known, setKnown] = useState(nothing);
  const [error, setError] = useState<Error | undefined>();
  const [isReadingOlder, setReading] = useState(false);
  const page = newest.data;
  useEffect(() => {
    if (page === undefined) return;
    setKnown(({ rows, isWhole }) => {
      const joined = withNewest(rows, page);
      return { rows: joined, isWhole: page.length < pageSize || (joined !== page && isWhole) };
    });
  }, [page]);
  const readOlder = (): void => {
    const last = known.rows.at(-1);
    if (isReadingOlder || known.isWhole || last === undefined) return;
    setReading(true);
    const body = { page_size: olderPageSize, begin_after_id: last.event_id, ...filter };
    answerOf(api.wallet.POST("/v0/wallet/transactions", { body }))
      .then(({ items }) => {
        setError(undefined);
        setKnown(({ rows }) => ({
          rows: rows.at(-1)?.event_id === last.event_id ? [...rows, ...items] : rows,
          isWhole: items.length < olderPageSize,
        }));
      })
      .catch((thrown: unknown) =>
        setError(thrown instanceof Error ? thrown : new Error(String(thrown))),
      )
      .finally(() => setReading(false));
  };
  return { newest, ...known, error, isReadingOlder, readOlder };
};
