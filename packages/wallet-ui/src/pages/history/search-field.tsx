import { type KeyboardEvent, useId } from "react";
import { Icon } from "../../components/base/icon.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { optionId, useSuggestions } from "../../components/forms/use-suggestions.js";
import type { HistoryFilter } from "../../history/filter-query.js";
import type { NamedParty } from "../../parties/party-names.js";
import {
  chipsOf,
  type FilterChip,
  freeText,
  readWords,
  type WordsContext,
} from "./filter-words.js";
import { lastWord, type Suggestion, suggestionsFor } from "./suggestions.js";
import { shortestText } from "./typed-filter.js";
import { messages } from "./messages.js";
import styles from "./search.module.css";

const Chip = ({ chip, onRemove }: { readonly chip: FilterChip; readonly onRemove: () => void }) => (
  <li className={styles["chip"]}>
    <StrangerText text={chip.text} />
    <button
      type="button"
      aria-label={messages.search.remove({ condition: chip.text })}
      onClick={onRemove}
    >
      <Icon name="cross" size={14} />
    </button>
  </li>
);

const Suggestions = ({
  id,
  offers,
  active,
  onChoose,
}: {
  readonly id: string;
  readonly offers: ReadonlyArray<Suggestion>;
  readonly active: number;
  readonly onChoose: (at: number) => void;
}) => (
  <ul role="listbox" id={id} aria-label={messages.search.suggestions} className={styles["popup"]}>
    {offers.map(({ text, note }, at) => (
      <li
        key={`${text}${note}`}
        id={optionId(id, at)}
        role="option"
        aria-selected={at === active}
        // the focus stays in the field, or the list would close before the click
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(at)}
      >
        <StrangerText text={text.trim()} />
        {note === "" ? null : <StrangerText text={note} />}
      </li>
    ))}
  </ul>
);

interface SearchProps {
  /** What is typed. */
  readonly text: string;
  /** The conditions that are chips. */
  readonly filter: HistoryFilter;
  readonly known: ReadonlyArray<NamedParty>;
  readonly context: WordsContext;
  /** What stays in the field, and conditions that were read of it. */
  readonly onChange: (text: string, read: HistoryFilter) => void;
  readonly onRemove: (fields: FilterChip["fields"]) => void;
}

const hintOf = (text: string, unknown: ReadonlyArray<string>): string => {
  const [first] = unknown;
  if (first !== undefined) return messages.search.unknown({ condition: first });
  const sought = freeText(text);
  return sought !== "" && sought.length < shortestText
    ? messages.filter.textTooShort({ shortestText })
    : messages.search.hint;
};

/** One field for text and conditions: what is understood becomes a chip. */
export const SearchField = ({ text, filter, known, context, onChange, onRemove }: SearchProps) => {
  const id = useId();
  const chips = chipsOf(filter, context);
  const offers = suggestionsFor(text, known, context);
  const read = (typed: string, isFinal: boolean): void => {
    const { filter: found, rest } = readWords(typed, context, isFinal);
    onChange(rest, found);
  };
  const { isOpen, active, show, take, onKeyDown } = useSuggestions(offers.length, (at) => {
    const chosen = offers[at]?.text ?? "";
    read(text.slice(0, text.length - lastWord(text).length) + chosen, false);
    // what is not whole yet asks for more
    if (!chosen.endsWith(" ")) show(true);
  });
  const pressed = (event: KeyboardEvent): void => {
    onKeyDown(event);
    const last = chips.at(-1);
    if (event.key === "Enter" && !event.defaultPrevented) read(text, true);
    if (event.key === "Backspace" && text === "" && last !== undefined) onRemove(last.fields);
  };
  const { unknown } = readWords(text, context, false);
  return (
    <div className={styles["search"]}>
      <div className={styles["field"]} onBlur={() => show(false)}>
        <Icon name="search" size={18} />
        {chips.length === 0 ? null : (
          <ul aria-label={messages.search.conditions}>
            {chips.map((chip) => (
              <Chip key={chip.text} chip={chip} onRemove={() => onRemove(chip.fields)} />
            ))}
          </ul>
        )}
        <input
          role="combobox"
          aria-label={messages.filter.text}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={active < 0 ? undefined : optionId(`${id}-list`, active)}
          aria-describedby={`${id}-note`}
          aria-invalid={unknown.length > 0}
          data-search=""
          autoComplete="off"
          spellCheck={false}
          placeholder={chips.length === 0 ? messages.search.placeholder : undefined}
          value={text}
          onChange={({ target }) => {
            read(target.value, false);
            show(true);
          }}
          onClick={() => show(true)}
          onKeyDown={pressed}
        />
        {isOpen ? (
          <Suggestions id={`${id}-list`} offers={offers} active={active} onChoose={take} />
        ) : null}
      </div>
      <p id={`${id}-note`} className={styles["note"]}>
        {hintOf(text, unknown)}
      </p>
    </div>
  );
};
