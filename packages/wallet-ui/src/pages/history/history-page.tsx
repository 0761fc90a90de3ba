import { useLocation, useSearch } from "wouter";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { QueryView } from "../../components/feedback/query-view.js";
import {
  atOfRow,
  keyOfRow,
  useHistoryLine,
  useRowAmount,
} from "../../components/lists/history-row.js";
import { LineTable } from "../../components/lists/line-table.js";
import { Page } from "../../components/page/page.js";
import { useWallet } from "../../data/wallet-context.js";
import { type HistoryFilter, filterOfQuery, queryOfFilter } from "../../history/filter-query.js";
import { ExportButtons } from "./export-buttons.js";
import { HistoryFilters } from "./history-filters.js";
import { messages } from "./messages.js";
import styles from "./history.module.css";
import { useHistory } from "./use-history.js";

const Empty = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState icon="search" title={messages.list.noMatch}>
      {messages.list.noMatchHint}
    </EmptyState>
  ) : (
    <EmptyState icon="history" title={messages.list.empty}>
      {messages.list.emptyHint}
    </EmptyState>
  );

const titles = {
  who: messages.table.with,
  what: messages.table.memo,
  state: messages.table.subject,
  amount: messages.table.change,
  time: messages.table.when,
};

const wholeText = (count: number): string =>
  count === 1 ? messages.list.one : messages.list.all({ count });

const Rows = ({ filter }: { readonly filter: HistoryFilter }) => {
  const { party } = useWallet();
  const { newest, rows, isWhole, error, isReadingOlder, readOlder } = useHistory(filter);
  const lineOf = useHistoryLine(party, true);
  const amountOf = useRowAmount(party);
  return (
    <QueryView
      query={newest}
      what={messages.list.what}
      lines={8}
      isEmpty={() => rows.length === 0}
      empty={<Empty isFiltered={queryOfFilter(filter) !== ""} />}
    >
      {() => (
        <>
          <LineTable
            label={messages.list.title}
            titles={titles}
            rows={rows}
            keyOf={keyOfRow}
            atOf={atOfRow}
            amountOf={amountOf}
            lineOf={lineOf}
            onEnd={readOlder}
          />
          {error === undefined ? null : (
            <ErrorNote title={messages.list.olderFailed} error={error} retry={readOlder} />
          )}
          <p className={styles["foot"]} role="status">
            {isWhole ? wholeText(rows.length) : messages.list.newest({ count: rows.length })}
          </p>
          {isWhole ? null : (
            <Button hook="view-more-transactions" isBusy={isReadingOlder} onClick={readOlder}>
              {messages.list.older}
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
    <Page title={messages.page.title} actions={<ExportButtons filter={filter} />}>
      <Card title={messages.filter.title}>
        <HistoryFilters
          filter={filter}
          onChange={(next) => {
            const text = queryOfFilter(next);
            go(text === "" ? path : `${path}?${text}`, { replace: shownQuery !== "" });
          }}
        />
      </Card>
      <Card title={messages.list.title}>
        <Rows key={`${party} ${shownQuery}`} filter={filter} />
      </Card>
    </Page>
  );
};
