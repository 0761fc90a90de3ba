import { visibleText } from "../../texts/visible-text.js";
import { useNetworkParty } from "../../data/transfers.js";
import { Amount } from "../money/amount.js";
import { TokenAmount } from "../money/token-amount.js";
import { PartyChip } from "../people/party-chip.js";
import { PictureDetails } from "../picture/picture-details.js";
import { messages } from "./messages.js";
import styles from "./custody.module.css";
import type { Reviewed } from "./use-signing-review.js";

const Movements = ({
  label,
  movements,
  before,
}: {
  readonly label: string;
  readonly movements: Reviewed["review"]["description"]["movements"];
  /** Stands before each amount. */
  readonly before?: string;
}) => {
  const network = useNetworkParty().data;
  return movements.length === 0 ? null : (
    <ul className={styles["movements"]} aria-label={label}>
      {movements.map(({ party, amount, admin, id, isCoin }) => (
        <li key={JSON.stringify([party, admin, id, isCoin])}>
          <PartyChip party={party} canCopy={false} />
          {before === undefined ? null : <span>{before}</span>}
          {isCoin && (network === undefined || network === admin) ? (
            <Amount value={amount.replace(/^\+/, "")} isChange decimals="full" />
          ) : (
            <TokenAmount
              amount={amount.replace(/^\+/, "")}
              {...{ admin, id }}
              isChange
              decimals="full"
            />
          )}
        </li>
      ))}
    </ul>
  );
};

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
      <Movements label={messages.dialog.moved} movements={description.movements} />
      <Movements
        label={messages.dialog.locks}
        movements={description.locked}
        before={messages.dialog.nowLocked}
      />
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
