import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { FileSettings } from "./settings-codec.js";

/** The flags that switch something on. */
interface SwitchFlags {
  readonly coin?: boolean | undefined;
  readonly "manual-clock"?: boolean | undefined;
  readonly localnet?: boolean | undefined;
  readonly follow?: boolean | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * A switch: the flag, which can only switch it on, else the variable. Right undefined where neither
 * says anything.
 */
export const switchOf = (
  flag: boolean | undefined,
  env: Variables,
  variable: string,
): Either<string, boolean | undefined> => {
  if (flag === true) return right(true);
  const text = env[variable] ?? "";
  if (text === "") return right(undefined);
  return text === "on" || text === "off"
    ? right(text === "on")
    : left(`${variable}: expected on or off, found ${text}`);
};

/** The settings that are on or off. */
export interface Switches {
  readonly coin: boolean;
  readonly manualClock: boolean;
  readonly localNet: boolean;
  readonly follow: boolean;
}

/**
 * Reads them: by flag, variable, file. Left: a variable that is neither, which would be off
 * silently.
 */
export const switchesOf = (
  flags: SwitchFlags,
  env: Variables,
  file: FileSettings,
): Either<string, Switches> => {
  const coin = switchOf(flags.coin, env, "TALLYSTICK_COIN");
  if (isLeft(coin)) return coin;
  const manualClock = switchOf(flags["manual-clock"], env, "TALLYSTICK_MANUAL_CLOCK");
  if (isLeft(manualClock)) return manualClock;
  const localNet = switchOf(flags.localnet, env, "TALLYSTICK_LOCALNET");
  if (isLeft(localNet)) return localNet;
  const follow = switchOf(flags.follow, env, "TALLYSTICK_FOLLOW");
  if (isLeft(follow)) return follow;
  return right({
    coin: coin.right ?? file.coin ?? false,
    manualClock: manualClock.right ?? file.network?.manualClock ?? false,
    localNet: localNet.right ?? false,
    follow: follow.right ?? false,
  });
};
