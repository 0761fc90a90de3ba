import { useLocation, useSearch } from "wouter";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { DataTable } from "../../components/lists/data-table.js";
import { Page } from "../../components/page/page.js";
import { useWallet } from "../../data/wallet-context.js";
import { type HistoryFilter, filterOfQuery, queryOfFilter } from "../../history/filter-query.js";
import { useSiteConfig } from "../../session/site-config.js";
import { ExportButtons } from "./export-buttons.js";
import { historyColumns } from "./history-columns.js";
import { HistoryFilters } from "./history-filters.js";
import { messages } from "./messages.js";
import styles from "./history.module.css";
import { useHistory } from "./use-history.js";

const Empty = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState icon="search" title={messages.nothingMatches}>
      {messages.noTransactionHasAll}
    </EmptyState>
  ) : (
    <EmptyState icon="history" title={messages.noTransactionsYet}>
      {messages.whatYouSendAndReceive}
    </EmptyState>
  );

const wholeText = (count: number): string =>
  count === 1 ? messages.oneTransaction : messages.allTransactions({ count });

const Rows = ({ filter }: { readonly filter: HistoryFilter }) => {
  const { party } = useWallet();
  const { names } = useSiteConfig();
  const { newest, rows, isWhole, error, isReadingOlder, readOlder } = useHistory(filter);
  const network = { coin: names.coin, names: names.nameService };
  return (
    <QueryView
      query={newest}
      what={messages.theHistory}
      lines={8}
      isEmpty={() => rows.length === 0}
      empty={<Empty isFiltered={queryOfFilter(filter) !== ""} />}
    >
      {() => (
        <>
          <DataTable
            label={messages.transactions}
            columns={historyColumns(party, network)}
            rows={rows}
            rowKey={({ event_id: id }) => id}
            onEnd={readOlder}
            rowHooks={({ transaction_type: type }) => ["tx-row", `tx-row-${type}`]}
          />
          {error === undefined ? null : (
            <ErrorNote
              title={messages.cannotReadOlderTransactions}
              error={error}
              retry={readOlder}
            />
          )}
          <p className={styles["foot"]} role="status">
            {isWhole ? wholeText(rows.length) : messages.newestTransactions({ count: rows.length })}
          </p>
          {isWhole ? null : (
            <Button hook="view-more-transactions" isBusy={isReadingOlder} onClick={readOlder}>
              {messages.showOlderOnes}
            </Button>
          )}
        </>
      )}
    </QueryView>
  );
};

/** Everything that changed what the party can spend, with filters that are in the address. */
export const HistoryPage = () => {
  const { party } = useWallet();
  const query = useSearch();
  const [path, go] = useLocation();
  const filter = filterOfQuery(query);
  const shownQuery = queryOfFilter(filter);
  return (
    <Page title={messages.title} actions={<ExportButtons filter={filter} />}>
      <Card title={messages.filters}>
        <HistoryFilters
          filter={filter}
          onChange={(next) => {
            const text = queryOfFilter(next);
            go(text === "" ? path : `${path}?${text}`, { replace: shownQuery !== "" });
          }}
        />
      </Card>
      <Card title={messages.transactions}>
        <Rows key={`${party} ${shownQuery}`} filter={filter} />
      </Card>
    </Page>
  );
};
