import { isLeft } from "fp-ts/lib/Either.js";
import { type ReactNode, useId } from "react";
import { partyErrorText, readParty } from "../../parties/party-id.js";
import { typedName } from "../../parties/service-name.js";
import { useContacts } from "../../session/contacts.js";
import { Field } from "../forms/field.js";
import { optionId, useSuggestions } from "../forms/use-suggestions.js";
import { type KnownParty, type Offer, SuggestionList } from "./suggestion-list.js";
import { messages } from "./messages.js";
import styles from "./people.module.css";

/** Known parties that are offered at once. */
const mostOffers = 50;

const offersOf = (
  text: string,
  known: ReadonlyArray<KnownParty>,
  names: ReadonlyArray<KnownParty>,
): ReadonlyArray<Offer> => {
  const wanted = text.trim().toLowerCase();
  const offers = [
    ...known.map((each) => ({ ...each, written: each.party })),
    ...names.map((each) => ({ ...each, written: each.label })),
  ];
  // what is chosen already is not offered again
  return offers.some(({ written }) => written === text)
    ? []
    : offers
        .filter(({ label, party }) => `${label} ${party}`.toLowerCase().includes(wanted))
        .slice(0, mostOffers);
};

const noNames: ReadonlyArray<KnownParty> = [];

/** What is taken, and what is offered. */
interface PickerProps {
  readonly label: string;
  /** What is typed; a whole party id when one was chosen. */
  readonly value: string;
  /** Parties that are offered. Default: the contacts. */
  readonly known?: ReadonlyArray<KnownParty>;
  /** Found by their names: choosing one writes its name. Undefined: names are not taken. */
  readonly names?: ReadonlyArray<KnownParty> | undefined;
  readonly onChange: (text: string) => void;
  readonly hint?: ReactNode;
  /** What is wrong with the party, besides its form. */
  readonly error?: string | undefined;
  /** An id by which clients of the public wallet find it. */
  readonly hook?: string | undefined;
}

/** Takes a party: typed, pasted, or one of those that are known. */
export const PartyPicker = ({
  label,
  value,
  known,
  names,
  onChange,
  hint,
  error,
  hook,
}: PickerProps) => {
  const own = useId();
  const id = hook ?? own;
  const { book } = useContacts();
  const offered = known ?? book;
  const read = readParty(value);
  const offers = offersOf(value, offered, names ?? noNames);
  const { isOpen, active, show, take, onKeyDown } = useSuggestions(offers.length, (at) =>
    onChange(offers[at]?.written ?? value),
  );
  // what begins a known name is no error before the field is left
  const isTyping =
    value === "" || (isOpen && offered.some(({ label: each }) => each.startsWith(value)));
  const isName = names !== undefined && typedName(value) !== undefined;
  const malformed = isTyping || isName || !isLeft(read) ? undefined : partyErrorText(read.left);
  const listId = `${id}-list`;
  return (
    <Field id={id} label={label} hint={hint} error={malformed ?? error}>
      <div className={styles["picker"]} onBlur={() => show(false)}>
        <input
          id={id}
          role="combobox"
          className={styles["input"]}
          autoComplete="off"
          dir="auto"
          spellCheck={false}
          placeholder={
            names === undefined ? messages.picker.placeholder : messages.picker.placeholderOrName
          }
          value={value}
          onChange={({ target }) => {
            onChange(target.value);
            show(true);
          }}
          onClick={() => show(true)}
          onKeyDown={onKeyDown}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-activedescendant={active < 0 ? undefined : optionId(listId, active)}
          aria-describedby={`${id}-note`}
          aria-invalid={malformed !== undefined || error !== undefined}
        />
        {isOpen ? (
          <SuggestionList id={listId} offers={offers} active={active} onChoose={take} />
        ) : null}
      </div>
    </Field>
  );
};
