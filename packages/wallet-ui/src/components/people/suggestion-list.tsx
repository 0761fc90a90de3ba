import { shortParty } from "../../parties/party-id.js";
import { optionId } from "../forms/use-suggestions.js";
import { messages } from "./messages.js";
import styles from "./people.module.css";

/** A party that is offered, with the name it is known by. */
export interface KnownParty {
  readonly party: string;
  readonly label: string;
}

/** A known party, and what is written into the field when it is chosen. */
export interface Offer extends KnownParty {
  readonly written: string;
}

/** What fits to what is typed, below the field that has the focus. */
export const SuggestionList = ({
  id,
  offers,
  active,
  onChoose,
}: {
  readonly id: string;
  readonly offers: ReadonlyArray<Offer>;
  /** Which of them Enter takes; -1 for none. */
  readonly active: number;
  readonly onChoose: (at: number) => void;
}) => (
  <ul role="listbox" id={id} aria-label={messages.picker.known} className={styles["popup"]}>
    {offers.map(({ written, label, party }, at) => (
      <li
        key={written}
        id={optionId(id, at)}
        role="option"
        aria-selected={at === active}
        className={styles["item"]}
        // the focus stays in the field, or the list would close before the click
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(at)}
      >
        <bdi className={styles["label"]} translate="no">
          {label}
        </bdi>
        <bdi className={styles["id"]}>{shortParty(party)}</bdi>
      </li>
    ))}
  </ul>
);
