import { partyParts, shortParty } from "../../parties/party-id.js";
import { CopyButton } from "../base/copy-button.js";
import styles from "./people.module.css";

const hues = 360;

/** A colour that is always the same for a party: a help for the eye, never a proof. */
const hueOf = (party: string): number => {
  const { fingerprint } = partyParts(party);
  let sum = 0;
  for (const character of fingerprint) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % hues;
  return sum;
};

/** The hint may be cut where there is no room; the fingerprint never. */
const ShortId = ({ party }: { readonly party: string }) => {
  const short = shortParty(party);
  const at = Math.max(0, short.lastIndexOf("::"));
  return (
    <span aria-hidden="true" className={styles["short"]}>
      <span>{short.slice(0, at)}</span>
      <span>{short.slice(at)}</span>
    </span>
  );
};

/**
 * A party: its short id with a colour, the whole on hover and for screen readers, and a button that
 * copies it. The hint was chosen by a stranger, so the fingerprint always shows.
 */
export const PartyChip = ({
  party,
  label,
  isOwn = false,
  canCopy = true,
}: {
  readonly party: string;
  /** From the address book or the name service. */
  readonly label?: string | undefined;
  /** The party that is acted for. */
  readonly isOwn?: boolean;
  readonly canCopy?: boolean;
}) => (
  <span className={styles["chip"]} data-party={party}>
    <svg aria-hidden="true" width="14" height="14" viewBox="0 0 14 14">
      <circle cx="7" cy="7" r="6" style={{ fill: `oklch(0.65 0.13 ${hueOf(party)})` }} />
    </svg>
    {label === undefined ? null : <bdi className={styles["label"]}>{label}</bdi>}
    <bdi className={styles["id"]} title={party}>
      <ShortId party={party} />
      <span className="spoken">{party}</span>
    </bdi>
    {isOwn ? <span className={styles["own"]}>you</span> : null}
    {canCopy ? <CopyButton text={party} what="party id" /> : null}
  </span>
);
