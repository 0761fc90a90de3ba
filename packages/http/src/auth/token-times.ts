import { microsToText } from "@tallystick/core";

/** How far the clock of a token's issuer may be off, milliseconds (`auth.jwtTimestampLeeway`). */
export interface TimestampLeeway {
  /** For each claim that has none of its own. */
  readonly defaultMs: number;
  /** For `exp`. */
  readonly expiresAtMs?: number | undefined;
  /** For `iat`. */
  readonly issuedAtMs?: number | undefined;
  /** For `nbf`. */
  readonly notBeforeMs?: number | undefined;
}

/** Five seconds for each claim. */
export const defaultTimestampLeeway: TimestampLeeway = { defaultMs: 5_000 };

type TimeClaim = "exp" | "nbf" | "iat";

/** The times of a token, milliseconds since the Unix epoch; absent where it has none. */
export type TokenTimes = Readonly<Partial<Record<TimeClaim, number>>>;

/** The leeway of one claim, milliseconds. */
export const leewayOf = (leeway: TimestampLeeway, claim: TimeClaim): number => {
  const own = { exp: leeway.expiresAtMs, nbf: leeway.notBeforeMs, iat: leeway.issuedAtMs };
  return own[claim] ?? leeway.defaultMs;
};

/** From when and until when a token can be used, milliseconds since the Unix epoch. */
export interface Usable {
  readonly usableFromMs: number;
  /** Infinity: for ever. */
  readonly usableUntilMs: number;
}

/** When the times of a token allow its use. */
export const usableIn = (times: TokenTimes, leeway: TimestampLeeway): Usable => {
  const from = (claim: "nbf" | "iat") =>
    (times[claim] ?? Number.NEGATIVE_INFINITY) - leewayOf(leeway, claim);
  return {
    usableFromMs: Math.max(from("nbf"), from("iat")),
    usableUntilMs: (times.exp ?? Number.POSITIVE_INFINITY) + leewayOf(leeway, "exp"),
  };
};

/** True while a token can be used. */
export const isUsable = ({ usableFromMs, usableUntilMs }: Usable, nowMs: number): boolean =>
  nowMs >= usableFromMs && nowMs < usableUntilMs;

const shownTime = (ms: number): string => microsToText(BigInt(Math.round(ms * 1_000)));

const seconds = (ms: number): string => `${Number((ms / 1_000).toFixed(3))} s`;

/** Why the times of a token do not allow its use: which claim, how far off; undefined: they do. */
export const timeRefusal = (
  times: TokenTimes,
  leeway: TimestampLeeway,
  nowMs: number,
): string | undefined => {
  for (const claim of ["exp", "nbf", "iat"] as const) {
    const at = times[claim];
    if (at === undefined) continue;
    const ahead = at - nowMs;
    const allowed = leewayOf(leeway, claim);
    const isOff = claim === "exp" ? -ahead >= allowed : ahead > allowed;
    if (!isOff) continue;
    const side = ahead > 0 ? "ahead of" : "behind";
    return (
      `the token's ${claim} (${shownTime(at)}) is ${seconds(Math.abs(ahead))} ${side} this node's clock ` +
      `(${shownTime(nowMs)}); auth.jwtTimestampLeeway allows ${seconds(allowed)}`
    );
  }
  return undefined;
};
