import type { Query, QueryClient, QueryFilters } from "@tanstack/react-query";

/** Readings that are read again when they have ended. */
const stale = new WeakSet<Promise<unknown>>();

const whenEnded = (queries: QueryClient, { promise, queryKey }: Query): void => {
  if (promise === undefined || stale.has(promise)) return;
  stale.add(promise);
  const again = () => void queries.invalidateQueries({ queryKey, exact: true });
  // one that failed is asked again by whoever has it tried again
  promise.then(again, () => undefined);
};

/**
 * Reads again what something changed. A reading that goes on may have been answered before the
 * change, so another follows it.
 */
export const readAgain = (queries: QueryClient, filters?: QueryFilters): void => {
  const going = queries.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" });
  for (const query of going) whenEnded(queries, query);
  void queries.invalidateQueries(filters, { cancelRefetch: false });
};
