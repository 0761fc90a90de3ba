import { formatAmount } from "../../money/format-amount.js";
import { useLocale } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import { coinMap } from "../../sums/coin-map.js";
import styles from "./holdings.module.css";
import type { OwnCoin } from "./use-coins.js";

const width = 800;
const height = 240;
/** Space around a tile. */
const gap = 2;

/** Coins as areas; the table below says the same to a screen reader. */
export const CoinMapView = ({ coins }: { readonly coins: ReadonlyArray<OwnCoin> }) => {
  const locale = useLocale();
  const { coin: unit } = useSiteConfig().names;
  return (
    <svg
      className={styles["map"]}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${coins.length} coins, drawn by size. The table below lists them.`}
    >
      {coinMap(coins).map(({ coin, x, y, width: wide, height: high }) => (
        <rect
          key={coin.contractId}
          x={x * width + gap / 2}
          y={y * height + gap / 2}
          width={Math.max(0, wide * width - gap)}
          height={Math.max(0, high * height - gap)}
          className={styles[coin.lock === undefined ? "free" : "locked"]}
        >
          <title>{`${formatAmount(coin.amount, locale)} ${unit}`}</title>
        </rect>
      ))}
    </svg>
  );
};
