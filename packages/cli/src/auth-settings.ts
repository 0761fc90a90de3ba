import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { AuthConfig, AuthService } from "@tallystick/http";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { AuthServiceSettings } from "./settings-codec.js";

const jwksError = (url: string): string | undefined => {
  if (!URL.canParse(url)) return `${url} is not a URL`;
  const { protocol } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? undefined : `${url} is not an HTTP URL`;
};

const readService = async (
  { jwks, key, unsafe }: AuthServiceSettings,
  folder: string,
): Promise<Either<string, AuthService>> => {
  const named = [jwks, key, unsafe].filter((each) => each !== undefined);
  if (named.length !== 1) return left("expected exactly one of jwks, key, unsafe");
  if (jwks !== undefined) {
    const problem = jwksError(jwks.url);
    return problem === undefined ? right({ kind: "jwks", ...jwks }) : left(`jwks.url: ${problem}`);
  }
  if (unsafe !== undefined) return right({ kind: "unsafe", ...unsafe });
  if (key === undefined) return left("expected exactly one of jwks, key, unsafe");
  const { file, ...rest } = key;
  try {
    const text = await readFile(resolve(folder, file), "utf8");
    return right({ kind: "key", key: text, ...rest });
  } catch (error) {
    return left(`key.file: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/**
 * The logins of the configuration; without any, the development login. Key files are found from the
 * folder of the configuration file. Left: what is wrong, naming the setting.
 */
export const readAuthSettings = async (
  services: ReadonlyArray<AuthServiceSettings> | undefined,
  configFile: string | undefined,
): Promise<Either<string, AuthConfig>> => {
  if (services === undefined) return right({ kind: "development" });
  if (services.length === 0) return left("auth.services: expected at least one login");
  const folder = configFile === undefined ? "." : dirname(configFile);
  const ready: AuthService[] = [];
  for (const [index, each] of services.entries()) {
    const service = await readService(each, folder);
    if (isLeft(service)) return left(`auth.services.${index}: ${service.left}`);
    ready.push(service.right);
  }
  return right({ kind: "services", services: ready });
};
