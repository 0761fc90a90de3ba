import { visibleText } from "../../texts/visible-text.js";
import { Amount } from "../money/amount.js";
import { PartyChip } from "../people/party-chip.js";
import { PictureDetails } from "../picture/picture-details.js";
import { messages } from "./messages.js";
import styles from "./custody.module.css";
import type { Reviewed } from "./use-signing-review.js";

/** What is signed, by what this browser computed from the bytes. */
export const InWords = ({ reviewed }: { readonly reviewed: Reviewed }) => {
  const { description } = reviewed.review;
  return (
    <>
      <ul className={styles["sentences"]} aria-label={messages.dialog.what}>
        {description.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {description.movements.length === 0 ? null : (
        <ul className={styles["movements"]} aria-label={messages.dialog.coins}>
          {description.movements.map(({ party, amount, asset }) => (
            <li key={`${party} ${asset}`}>
              <PartyChip party={party} canCopy={false} />
              <Amount value={amount.replace(/^\+/, "")} isChange decimals="full" />
            </li>
          ))}
        </ul>
      )}
      <PictureDetails drawn={description.drawn} />
      <details className={styles["all"]}>
        <summary>{messages.dialog.whole}</summary>
        <pre tabIndex={0} role="region" aria-label={messages.dialog.whole}>
          {/* what is signed begins no line by itself */}
          {reviewed.lines.map(visibleText).join("\n")}
        </pre>
      </details>
    </>
  );
};
