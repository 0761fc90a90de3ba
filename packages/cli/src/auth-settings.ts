import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { messageOf } from "@tallystick/background";
import type { AuthConfig, AuthService } from "@tallystick/http";
import { usageError } from "./command-error.js";
import type { AuthServiceSettings } from "./settings-codec.js";

const checkUrl = (setting: string, url: string): void => {
  if (!URL.canParse(url)) throw usageError(`${setting}: ${url} is not a URL`);
  const { protocol } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:")
    throw usageError(`${setting}: ${url} is not an HTTP URL`);
};

const readService = async (
  { jwks, key, unsafe }: AuthServiceSettings,
  setting: string,
  folder: string,
): Promise<AuthService> => {
  const named = [jwks, key, unsafe].filter((each) => each !== undefined);
  if (named.length === 1 && jwks !== undefined) {
    checkUrl(`${setting}: jwks.url`, jwks.url);
    return { kind: "jwks", ...jwks };
  }
  if (named.length === 1 && unsafe !== undefined) return { kind: "unsafe", ...unsafe };
  if (named.length !== 1 || key === undefined)
    throw usageError(`${setting}: expected exactly one of jwks, key, unsafe`);
  const { file, ...rest } = key;
  try {
    const text = await readFile(resolve(folder, file), "utf8");
    return { kind: "key", key: text, ...rest };
  } catch (thrown) {
    throw usageError(`${setting}: key.file: ${messageOf(thrown)}`);
  }
};

/**
 * The logins of the configuration; without any, the development login. Key files are found from the
 * folder of the configuration file.
 *
 * @throws {CommandError} what is wrong, naming the setting
 */
export const readAuthSettings = async (
  services: ReadonlyArray<AuthServiceSettings> | undefined,
  configFile: string | undefined,
): Promise<AuthConfig> => {
  if (services === undefined) return { kind: "development" };
  if (services.length === 0) throw usageError("auth.services: expected at least one login");
  const folder = configFile === undefined ? "." : dirname(configFile);
  const ready: AuthService[] = [];
  for (const [index, each] of services.entries())
    ready.push(await readService(each, `auth.services.${index}`, folder));
  return { kind: "services", services: ready };
};
