import { usageError } from "./command-error.js";
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
 * A switch: the flag, which can only switch it on, else the variable; undefined where neither says
 * anything.
 *
 * @throws {CommandError} for a variable that is neither on nor off
 */
export const switchOf = (
  flag: boolean | undefined,
  env: Variables,
  variable: string,
): boolean | undefined => {
  if (flag === true) return true;
  const text = env[variable] ?? "";
  if (text === "") return undefined;
  if (text !== "on" && text !== "off")
    throw usageError(`${variable}: expected on or off, found ${text}`);
  return text === "on";
};

/** The settings that are on or off. */
export interface Switches {
  readonly coin: boolean;
  readonly manualClock: boolean;
  readonly localNet: boolean;
  readonly follow: boolean;
}

/** Reads them: by flag, variable, file. */
export const switchesOf = (flags: SwitchFlags, env: Variables, file: FileSettings): Switches => ({
  coin: switchOf(flags.coin, env, "TALLYSTICK_COIN") ?? file.coin ?? false,
  manualClock:
    switchOf(flags["manual-clock"], env, "TALLYSTICK_MANUAL_CLOCK") ??
    file.network?.manualClock ??
    false,
  localNet: switchOf(flags.localnet, env, "TALLYSTICK_LOCALNET") ?? false,
  follow: switchOf(flags.follow, env, "TALLYSTICK_FOLLOW") ?? false,
});
