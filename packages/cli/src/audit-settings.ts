import { defaultDomain } from "@tallystick/audit";
import { usageError } from "./command-error.js";
import type { FileSettings } from "./settings-codec.js";

/** How the log of a journal is signed. */
export interface AuditSettings {
  /** What its name begins with. */
  readonly domain: string;
  readonly signEveryMs: number;
}

const usualSignEveryMs = 30_000;

/**
 * How the log is signed; undefined where the node keeps none.
 *
 * @param hasFolder whether the log has a place
 * @throws {CommandError} for a log of a journal in memory
 */
export const auditSettings = (
  isOn: boolean,
  hasFolder: boolean,
  { domain = defaultDomain, signEveryMs = usualSignEveryMs }: NonNullable<FileSettings["audit"]>,
): AuditSettings | undefined => {
  if (!isOn) return undefined;
  if (!hasFolder)
    throw usageError("audit: expected a data folder for the log and its key, found :memory:");
  return { domain, signEveryMs };
};
