import { shortParty } from "../../parties/party-id.js";
import { useContactName } from "../../data/contact-names.js";
import { CopyButton } from "../base/copy-button.js";
import { messages } from "./messages.js";
import styles from "./people.module.css";

const hues = 360;

/** A hue that is always the same for a text. */
const hueOf = (text: string, start: number): number => {
  let sum = start;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % hues;
};

/**
 * Two colours that are always the same for a party, and differ between the parties of a node: a
 * help for the eye, never a proof.
 */
const Mark = ({ party }: { readonly party: string }) => (
  <svg aria-hidden="true" width="14" height="14" viewBox="0 0 14 14">
    <path d="M7 1 A6 6 0 0 0 7 13 Z" style={{ fill: `oklch(0.68 0.14 ${hueOf(party, 7)})` }} />
    <path d="M7 1 A6 6 0 0 1 7 13 Z" style={{ fill: `oklch(0.52 0.14 ${hueOf(party, 11)})` }} />
  </svg>
);

/** The hint may be cut where there is no room; the fingerprint never. */
const ShortId = ({
  party,
  hasHint,
}: {
  readonly party: string;
  /** Left out where there is a name. */
  readonly hasHint: boolean;
}) => {
  const short = shortParty(party);
  const at = Math.max(0, short.lastIndexOf("::"));
  return (
    <span aria-hidden="true" className={styles["short"]}>
      {hasHint ? <span>{short.slice(0, at)}</span> : null}
      <span>{short.slice(at)}</span>
    </span>
  );
};

/**
 * A party: its short id with a colour, the whole on hover and for screen readers, and a button that
 * copies it. A name of the address book takes the place of the hint, which a stranger chose; the
 * fingerprint always shows.
 */
export const PartyChip = ({
  party,
  isOwn = false,
  canCopy = true,
  hook = "",
}: {
  readonly party: string;
  /** The party that is acted for. */
  readonly isOwn?: boolean;
  readonly canCopy?: boolean;
  /** A class by which clients of the public wallet find it. */
  readonly hook?: string;
}) => {
  const label = useContactName(party);
  return (
    <span
      className={`${styles["chip"]} party-id ${hook}`}
      data-party={party}
      data-selenium-text={party}
      data-resolved-party-id={party}
    >
      <Mark party={party} />
      {label === undefined ? null : (
        <bdi className={styles["label"]} translate="no">
          {label}
        </bdi>
      )}
      <bdi className={styles["id"]} title={party} translate="no">
        <ShortId party={party} hasHint={label === undefined} />
        <span className="spoken">{party}</span>
      </bdi>
      {isOwn ? <span className={styles["own"]}>{messages.chip.you}</span> : null}
      {canCopy ? <CopyButton text={party} what={messages.chip.id} /> : null}
    </span>
  );
};
