import { usageError } from "./command-error.js";
import { settingRows } from "./setting-rows.js";
import type { FileSettings } from "./settings-codec.js";
import type { SettingsErrors } from "./settings-errors.js";

interface SwitchFlags {
  readonly audit?: boolean | undefined;
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

export interface Switches {
  readonly audit: boolean;
  readonly coin: boolean;
  readonly manualClock: boolean;
  readonly localNet: boolean;
  readonly follow: boolean;
}

/** Reads them: by flag, variable, file. */
export const switchesOf = (
  flags: SwitchFlags,
  env: Variables,
  file: FileSettings,
  errors: SettingsErrors,
): Switches => {
  const given = (
    name: "audit" | "coin" | "manualClock" | "localnet" | "follow",
  ): boolean | undefined => {
    const { flag, variable } = settingRows[name];
    return errors.of(() => switchOf(flags[flag], env, variable));
  };
  return {
    audit: given("audit") ?? file.audit?.enabled ?? false,
    coin: given("coin") ?? file.coin ?? false,
    manualClock: given("manualClock") ?? file.network?.manualClock ?? false,
    localNet: given("localnet") ?? false,
    follow: given("follow") ?? false,
  };
};
