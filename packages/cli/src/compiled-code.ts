import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

/** Node 22.8 and later have the second. */
interface CompileCache {
  readonly builtinModules: ReadonlyArray<string>;
  readonly enableCompileCache?: (folder: string) => unknown;
}

/** The folder of this user for what can be made again, in the caches of the system. */
export const cacheFolder = (env: Readonly<Record<string, string | undefined>>): string => {
  const { XDG_CACHE_HOME: caches = "" } = env;
  return join(caches === "" ? join(homedir(), ".cache") : caches, "tallystick");
};

/**
 * Keeps what V8 compiled for the next start, where Node can. The folder is this user's own: a cache
 * that someone else may write to, as the default one in /tmp, is code that someone else may change.
 */
export const keepCompiledCode = (): void => {
  const { enableCompileCache }: CompileCache = module;
  enableCompileCache?.(cacheFolder(process.env));
};
