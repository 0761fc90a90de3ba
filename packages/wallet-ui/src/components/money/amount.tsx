import { formatAmount, spokenAmount } from "../../money/format-amount.js";
import { readAmount } from "../../money/read-amount.js";
import { useLocale } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import { messages } from "./messages.js";
import styles from "./money.module.css";

/** An exact amount of the coin, as the language of the user writes it. */
export const Amount = ({
  value,
  size = "text",
  isChange = false,
  decimals = "short",
  isPending = false,
}: {
  /** As the API writes it: "12.5000000000". */
  readonly value: string;
  readonly size?: "text" | "large";
  /** A gain or a loss: it has a sign, and a word for screen readers. */
  readonly isChange?: boolean;
  /** What does not count yet: it is greyed, and read out as an offer. */
  readonly isPending?: boolean;
  /** All ten on detail pages. */
  readonly decimals?: "short" | "full";
}) => {
  const locale = useLocale();
  const { coin } = useSiteConfig().names;
  const units = readAmount(value);
  if (units === undefined) return <span>{value}</span>;
  const shown = formatAmount(units, locale, { decimals, sign: isChange ? "always" : "negative" });
  const gain = !isChange || units === 0n ? "" : styles[units > 0n ? "gain" : "loss"];
  const tone = isPending ? styles["pending"] : gain;
  // in lists the decimal points are below one another
  const point = shown.search(/[^\p{Nd}]\p{Nd}*$/u);
  return (
    <span className={`${styles["amount"]} ${styles[size]} ${tone}`}>
      <span aria-hidden="true">
        {point < 0 ? shown : shown.slice(0, point)}
        {point < 0 ? null : <span className={styles["decimals"]}>{shown.slice(point)}</span>}{" "}
        <span className={styles["unit"]} translate="no">
          {coin}
        </span>
      </span>
      <span className="spoken">
        {isPending
          ? messages.amount.offered({ amount: `${shown} ${coin}` })
          : isChange
            ? spokenAmount(units, locale, coin)
            : `${shown} ${coin}`}
      </span>
    </span>
  );
};
