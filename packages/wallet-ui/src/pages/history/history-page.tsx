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
import styles from "./history.module.css";
import { useHistory } from "./use-history.js";

const Empty = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState icon="search" title="Nothing matches">
      No transaction has all that the filters ask for.
    </EmptyState>
  ) : (
    <EmptyState icon="history" title="No transactions yet">
      What you send and receive is listed here.
    </EmptyState>
  );

const wholeText = (count: number): string =>
  count === 1 ? "One transaction." : `All ${count} transactions.`;

const Rows = ({ filter }: { readonly filter: HistoryFilter }) => {
  const { party } = useWallet();
  const { names } = useSiteConfig();
  const { newest, rows, isWhole, error, isReadingOlder, readOlder } = useHistory(filter);
  const network = { coin: names.coin, names: names.nameService };
  return (
    <QueryView
      query={newest}
      what="the history"
      lines={8}
      isEmpty={() => rows.length === 0}
      empty={<Empty isFiltered={queryOfFilter(filter) !== ""} />}
    >
      {() => (
        <>
          <DataTable
            label="Transactions"
            columns={historyColumns(party, network)}
            rows={rows}
            rowKey={({ event_id: id }) => id}
            onEnd={readOlder}
          />
          {error === undefined ? null : (
            <ErrorNote title="Cannot read older transactions." error={error} retry={readOlder} />
          )}
          <p className={styles["foot"]} role="status">
            {isWhole ? wholeText(rows.length) : `The newest ${rows.length} transactions.`}
          </p>
          {isWhole ? null : (
            <Button isBusy={isReadingOlder} onClick={readOlder}>
              Show older ones
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
    <Page title="History" actions={<ExportButtons filter={filter} />}>
      <Card title="Filters">
        <HistoryFilters
          filter={filter}
          onChange={(next) => {
            const text = queryOfFilter(next);
            go(text === "" ? path : `${path}?${text}`, { replace: shownQuery !== "" });
          }}
        />
      </Card>
      <Card title="Transactions">
        <Rows key={`${party} ${shownQuery}`} filter={filter} />
      </Card>
    </Page>
  );
};
