import { usePartyText } from "../../data/party-directory.js";
import { formatAmount } from "../../money/format-amount.js";
import { readAmount } from "../../money/read-amount.js";
import { useLocale } from "../../session/preferences.js";
import { StrangerText } from "../base/stranger-text.js";
import { messages } from "./messages.js";
import styles from "./money.module.css";

/** An exact amount of an instrument, by its name and its administrator. */
export const TokenAmount = ({
  amount,
  admin,
  id,
  isChange = false,
  decimals = "short",
}: {
  /** As the API writes it. */
  readonly amount: string;
  /** Who administers the instrument: others can give the same name to theirs. */
  readonly admin: string;
  readonly id: string;
  /** A gain or a loss: it has a sign. */
  readonly isChange?: boolean;
  readonly decimals?: "short" | "full";
}) => {
  const locale = useLocale();
  const nameOf = usePartyText();
  const units = readAmount(amount);
  const gain = isChange && units !== undefined && units > 0n ? styles["gain"] : "";
  return (
    <span title={`${id} ${admin}`}>
      <span className={`${styles["amount"]} ${styles["text"]} ${gain}`}>
        {units === undefined
          ? amount
          : formatAmount(units, locale, { decimals, sign: isChange ? "always" : "negative" })}
      </span>{" "}
      <span className={styles["unit"]}>
        {messages.amount.token({ instrument: <StrangerText text={id} />, admin: nameOf(admin) })}
      </span>
    </span>
  );
};
