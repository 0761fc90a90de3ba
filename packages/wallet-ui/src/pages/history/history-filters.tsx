import { useEffect, useMemo, useRef, useState } from "react";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { FilterBar } from "../../components/forms/filter-bar.js";
import { TextField } from "../../components/forms/text-field.js";
import { useKnownNames } from "../../data/party-directory.js";
import { ledgerNowMs } from "../../data/server-clock.js";
import { DayField } from "../../components/forms/day-field.js";
import { AmountField } from "../../components/money/amount-field.js";
import { type HistoryFilter, queryOfFilter } from "../../history/filter-query.js";
import { useLocale } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import type { WordsContext } from "./filter-words.js";
import { nameBook } from "./name-book.js";
import { SearchField } from "./search-field.js";
import { filterOf, type Typed, typedOf, typedWithout, typedWords } from "./typed-filter.js";
import { messages } from "./messages.js";

/** How long after the last key a filter is applied; milliseconds. */
const typingMs = 400;

const kinds = [
  ["", messages.kind.all],
  ["transfer", messages.kind.transfers],
  ["balance_change", messages.kind.balanceChanges],
  ["notification", messages.kind.notices],
] as const;

const directions = [
  ["", messages.direction.both],
  ["incoming", messages.direction.received],
  ["outgoing", messages.direction.sent],
] as const;

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Fields {
  readonly typed: Typed;
  readonly set: (change: Partial<Typed>) => void;
}

const WordFields = ({ typed, set }: Fields) => (
  <>
    <TextField
      label={messages.table.with}
      value={typed.counterparty}
      onChange={(counterparty) => set({ counterparty })}
      hint={messages.filter.partyHint}
    />
    <ChoiceField
      label={messages.filter.kind}
      value={typed.kind}
      choices={kinds}
      onChange={(kind) => set({ kind })}
    />
    <ChoiceField
      label={messages.filter.direction}
      value={typed.direction}
      choices={directions}
      onChange={(direction) => set({ direction })}
    />
  </>
);

const RangeFields = ({ typed, set }: Fields) => {
  const { coin } = useSiteConfig().names;
  return (
    <>
      <AmountField
        label={messages.filter.least}
        unit={coin}
        value={typed.least}
        onChange={(least) => set({ least })}
      />
      <AmountField
        label={messages.filter.most}
        unit={coin}
        value={typed.most}
        onChange={(most) => set({ most })}
      />
      <DayField
        label={messages.filter.from}
        value={typed.firstDay}
        onChange={(firstDay) => set({ firstDay })}
        hint={zone}
      />
      <DayField
        label={messages.filter.to}
        value={typed.lastDay}
        onChange={(lastDay) => set({ lastDay })}
        hint={zone}
      />
    </>
  );
};

/** What words are read with: names that are known, and what today is. */
const useWords = (locale: string) => {
  const known = useKnownNames();
  const context = useMemo<WordsContext>(
    () => ({ now: ledgerNowMs(), zone, locale, ...nameBook(known) }),
    [known, locale],
  );
  return { known, context };
};

/** The filters of the history. They are kept in the address, so that they can be shared. */
export const HistoryFilters = ({
  filter,
  onChange,
}: {
  readonly filter: HistoryFilter;
  readonly onChange: (filter: HistoryFilter) => void;
}) => {
  const locale = useLocale();
  const [typed, setTyped] = useState(() => typedOf(filter, locale, zone));
  const query = queryOfFilter(filter);
  const applied = useRef(query);
  const wanted = filterOf(typed, zone);
  const wantedQuery = queryOfFilter(wanted);
  useEffect(() => {
    if (wantedQuery === query) return undefined;
    const timer = setTimeout(() => {
      applied.current = wantedQuery;
      onChange(wanted);
    }, typingMs);
    return () => clearTimeout(timer);
    // the query says the same as both filters
  }, [wantedQuery]);
  useEffect(() => {
    // others change the address too: links, and the browser's own buttons
    if (query === applied.current) return;
    applied.current = query;
    setTyped(typedOf(filter, locale, zone));
  }, [query]);
  const { known, context } = useWords(locale);
  const set = (change: Partial<Typed>): void => setTyped((now) => ({ ...now, ...change }));
  return (
    <FilterBar
      label={messages.filter.label}
      isFiltered={query !== ""}
      onClear={() => setTyped(typedOf({}, locale, zone))}
      first={
        <SearchField
          text={typed.text}
          filter={wanted}
          known={known}
          context={context}
          onChange={(text, read) => set({ ...typedWords(read, locale, zone), text })}
          onRemove={(fields) => set(typedWithout(fields))}
        />
      }
    >
      <WordFields typed={typed} set={set} />
      <RangeFields typed={typed} set={set} />
    </FilterBar>
  );
};
