/** Updates all readers of one pass are sent together, by the length of a run. */
const updatesPerMs = 14;

/** How many callers submit the commands that are read afterwards. */
const submitters = 256;

/**
 * How many updates each reader is sent in one pass: fewer where there are many readers, so that a
 * pass takes about as long.
 * @param runMs length of a run; milliseconds
 */
export const updatesPerReader = (runMs: number, readers: number): number =>
  Math.max(50, Math.round((updatesPerMs * runMs) / Math.sqrt(readers)));

/** Submits so many commands and resolves when all are durable. */
export const submitAll = async (count: number, submit: () => Promise<void>): Promise<void> => {
  let left = count;
  await Promise.all(
    Array.from({ length: submitters }, async () => {
      while (left > 0) {
        left -= 1;
        await submit();
      }
    }),
  );
};

/** What a reader asks for: the events of one party's contracts in a range of offsets. */
export const updatesRequest = (
  party: string,
  { begin, end }: { readonly begin: number; readonly end: number },
) => ({
  beginExclusive: begin,
  endInclusive: end,
  updateFormat: {
    includeTransactions: {
      transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
      eventFormat: { filtersByParty: { [party]: { cumulative: [] } }, verbose: false },
    },
  },
});
