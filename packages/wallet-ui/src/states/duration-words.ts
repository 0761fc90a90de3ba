import { messages } from "./messages.js";

const units = [
  ["day", 86_400_000_000n],
  ["hour", 3_600_000_000n],
  ["minute", 60_000_000n],
  ["second", 1_000_000n],
] as const;

/** A duration of the ledger in words: "30 days". Exact: the largest unit without a rest. */
export const durationWords = (microseconds: string, locale: string): string => {
  if (!/^\d+$/.test(microseconds)) return microseconds;
  const micros = BigInt(microseconds);
  const found = units.find(([, size]) => micros >= size && micros % size === 0n);
  if (found === undefined) return messages.duration.microseconds({ microseconds });
  const [unit, size] = found;
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(
    micros / size,
  );
};

/** About so long, in whole seconds, minutes or hours; microseconds, for `durationWords`. */
export const aboutMicros = (milliseconds: number): string => {
  const [hour, minute, second] = [3_600_000, 60_000, 1_000];
  const unit = [hour, minute].find((each) => milliseconds >= 2 * each) ?? second;
  return String(BigInt(Math.round(milliseconds / unit) * unit) * 1_000n);
};
