import { useEffect, useState } from "react";
import { useShownName } from "../../data/party-directory.js";
import { markOf } from "../../parties/party-mark.js";
import { type ShownName, shownText } from "../../parties/party-names.js";
import { messages } from "./messages.js";
import styles from "./people.module.css";

const copiedMs = 2_000;

/** The picture of a party; for the eye alone. */
const Mark = ({ party }: { readonly party: string }) => {
  const { path, hue } = markOf(party);
  return (
    <svg aria-hidden="true" className={styles["mark"]} viewBox="-1 -1 7 7">
      <rect x="-1" y="-1" width="7" height="7" style={{ fill: `oklch(0.6 0.13 ${hue} / 18%)` }} />
      <path d={path} style={{ fill: `oklch(0.6 0.15 ${hue})` }} />
    </svg>
  );
};

/**
 * The beginning may be cut where there is no room; the end never. What reads aloud has all in one.
 */
const Name = ({ name }: { readonly name: ShownName }) => (
  <>
    <bdi
      aria-hidden="true"
      className={styles["name"]}
      data-source={name.source}
      data-alike={name.isAlike ? "yes" : undefined}
    >
      {name.head === "" ? null : <span>{name.head}</span>}
      <span>{name.tail}</span>
    </bdi>
    {name.end === "" ? null : (
      <bdi aria-hidden="true" className={styles["end"]}>
        {name.end}
      </bdi>
    )}
  </>
);

/** Copies the whole id; what has the focus shows it. */
const CopyName = ({ party, name }: { readonly party: string; readonly name: ShownName }) => {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <button
      type="button"
      className={styles["who"]}
      data-copied={isCopied ? "yes" : undefined}
      data-tip={isCopied ? messages.chip.copied : party}
      onClick={() => void navigator.clipboard.writeText(party).then(() => setCopied(true))}
    >
      <Mark party={party} />
      <Name name={name} />
      <span className="spoken">
        {messages.chip.copy({ name: shownText(name), party, isCopied })}
      </span>
    </button>
  );
};

/**
 * A party: its mark and the name it is known by, with the end of its id where a name alone could be
 * that of another one. The whole id is on hover and on focus, and a press copies it.
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
  const name = useShownName(party);
  return (
    <span
      className={`${styles["chip"]} party-id ${hook}`}
      data-party={party}
      data-selenium-text={party}
      data-resolved-party-id={party}
      title={party}
      translate="no"
    >
      {canCopy ? (
        <CopyName party={party} name={name} />
      ) : (
        <span className={styles["who"]}>
          <Mark party={party} />
          <Name name={name} />
          <span className="spoken">{messages.chip.named({ name: shownText(name), party })}</span>
        </span>
      )}
      {isOwn ? <span className={styles["own"]}>{messages.chip.you}</span> : null}
    </span>
  );
};
