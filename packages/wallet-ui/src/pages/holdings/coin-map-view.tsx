import { formatAmount } from "../../money/format-amount.js";
import { useLocale } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import { coinMap } from "../../sums/coin-map.js";
import { messages } from "./messages.js";
import styles from "./holdings.module.css";
import type { OwnCoin } from "./use-coins.js";

/** Parts of the whole width and height from which on an amount has room on a tile. */
const [leastWidth, leastHeight] = [0.16, 0.18];

const percent = (part: number): string => `${part * 100}%`;

/** Coins as areas; the table below says the same to a screen reader. */
export const CoinMapView = ({ coins }: { readonly coins: ReadonlyArray<OwnCoin> }) => {
  const locale = useLocale();
  const { coin: unit } = useSiteConfig().names;
  return (
    <>
      <div
        className={styles["map"]}
        role="img"
        aria-label={messages.map.label({ count: coins.length })}
      >
        {coinMap(coins).map(({ coin, x, y, width, height }) => {
          const amount = `${formatAmount(coin.amount, locale)} ${unit}`;
          return (
            <span
              key={coin.contractId}
              className={`${styles["tile"]} ${styles[coin.lock === undefined ? "free" : "locked"]}`}
              style={{
                insetInlineStart: percent(x),
                insetBlockStart: percent(y),
                inlineSize: percent(width),
                blockSize: percent(height),
              }}
              title={amount}
            >
              {width < leastWidth || height < leastHeight ? null : amount}
            </span>
          );
        })}
      </div>
      <p className={styles["legend"]} aria-hidden="true">
        <span>
          <i className={styles["free"]} /> {messages.sum.available}
        </span>
        <span>
          <i className={styles["locked"]} /> {messages.sum.locked}
        </span>
      </p>
    </>
  );
};
