import { Autocomplete } from "@base-ui/react/autocomplete";
import { isLeft } from "fp-ts/lib/Either.js";
import { useId } from "react";
import { partyErrorText, readParty, shortParty } from "../../parties/party-id.js";
import { Field } from "../forms/field.js";
import styles from "./people.module.css";

/** A party that is offered, with the name it is known by. */
interface KnownParty {
  readonly party: string;
  readonly label: string;
}

const Suggestions = ({ labels }: { readonly labels: ReadonlyMap<string, string> }) => (
  <Autocomplete.Portal>
    <Autocomplete.Positioner sideOffset={4} className={styles["positioner"] ?? ""}>
      <Autocomplete.Popup className={styles["popup"] ?? ""}>
        <Autocomplete.List>
          {(party: string) => (
            <Autocomplete.Item key={party} value={party} className={styles["item"] ?? ""}>
              <bdi className={styles["label"]}>{labels.get(party)}</bdi>
              <bdi className={styles["id"]}>{shortParty(party)}</bdi>
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </Autocomplete.Popup>
    </Autocomplete.Positioner>
  </Autocomplete.Portal>
);

/** Takes a party: typed, pasted, or one of those that are known. */
export const PartyPicker = ({
  label,
  value,
  known,
  onChange,
  hint,
  error,
}: {
  readonly label: string;
  /** What is typed; a whole party id when one was chosen. */
  readonly value: string;
  readonly known: ReadonlyArray<KnownParty>;
  readonly onChange: (text: string) => void;
  readonly hint?: string;
  /** What is wrong with the party, besides its form. */
  readonly error?: string | undefined;
}) => {
  const id = useId();
  const read = readParty(value);
  const isTyping = value === "" || known.some(({ label: each }) => each.startsWith(value));
  const malformed = isTyping || !isLeft(read) ? undefined : partyErrorText(read.left);
  const items = known.map(({ party }) => party);
  const labels = new Map(known.map((each) => [each.party, each.label]));
  return (
    <Field id={id} label={label} hint={hint} error={malformed ?? error}>
      <Autocomplete.Root
        items={items}
        value={value}
        onValueChange={onChange}
        itemToStringValue={(party: string) => party}
        filter={(party: string, text) =>
          `${labels.get(party) ?? ""} ${party}`.toLowerCase().includes(text.toLowerCase())
        }
      >
        <Autocomplete.Input
          id={id}
          className={styles["input"] ?? ""}
          autoComplete="off"
          spellCheck={false}
          placeholder="name::1220…"
          aria-describedby={`${id}-note`}
          aria-invalid={malformed !== undefined || error !== undefined}
        />
        <Suggestions labels={labels} />
      </Autocomplete.Root>
    </Field>
  );
};
