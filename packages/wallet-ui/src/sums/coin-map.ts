import type { Coin } from "./balance-split.js";

/** Where a coin is drawn; the whole map is 1 wide and 1 high. */
interface CoinTile {
  readonly coin: Coin;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** More coins than this make transfers slow and dear: the page offers to merge them. */
export const manyCoins = 10;

const parts = 1_000_000n;

/** The share of an amount in a sum; only for drawing. */
const share = (amount: bigint, sum: bigint): number =>
  sum === 0n ? 0 : Number((amount * parts) / sum) / Number(parts);

/**
 * Coins as tiles whose areas are their amounts: the largest first, each cut from the longer side of
 * what is left. Coins too small to be seen are left out of the map; the table beside it has all.
 */
export const coinMap = (coins: ReadonlyArray<Coin>): ReadonlyArray<CoinTile> => {
  const sorted = coins.toSorted((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0));
  let rest = sorted.reduce((sum, { amount }) => sum + amount, 0n);
  let [x, y, width, height] = [0, 0, 1, 1];
  const tiles: Array<CoinTile> = [];
  for (const coin of sorted) {
    const part = share(coin.amount, rest);
    if (part <= 0 || width * height <= 0) break;
    const isWide = width >= height;
    const tile = isWide
      ? { coin, x, y, width: width * part, height }
      : { coin, x, y, width, height: height * part };
    tiles.push(tile);
    if (isWide) {
      x += tile.width;
      width -= tile.width;
    } else {
      y += tile.height;
      height -= tile.height;
    }
    rest -= coin.amount;
  }
  return tiles;
};
