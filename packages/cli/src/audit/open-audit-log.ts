import type { LogService } from "@tallystick/audit";
import type { Ledger } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { usageError } from "../command-error.js";
import type { Settings } from "../settings.js";
import { storeAddress } from "../store-address.js";
import { logFolderOf } from "./audit-source.js";

/**
 * The name of a log is part of its key.
 *
 * @param key the verifier key of the log in the folder, `<domain>/<participant>/<journal>+...`
 * @throws {CommandError} when the log was begun with another domain
 */
const checkDomain = (key: string | undefined, domain: string, folder: string): void => {
  const begun = key?.slice(0, key.indexOf("/"));
  if (begun === undefined || begun === domain) return;
  throw usageError(
    `audit.domain: the log was created with ${begun}, found ${domain}; set audit.domain: ${begun}, ` +
      `or move ${folder} away to create a new log with a new key`,
  );
};

/** Begins to keep and sign the log of a node's journal; undefined where the settings have none. */
export const openAuditLog = async (
  { audit, data, ledger: { journal } }: Pick<Settings, "audit" | "data" | "ledger">,
  ledger: Ledger,
  logger: Logger,
): Promise<LogService | undefined> => {
  if (audit === undefined || data === undefined) return undefined;
  const { LogFolder, LogService } = await import("@tallystick/audit");
  const folder = logFolderOf(undefined, data);
  checkDomain(new LogFolder(folder).verifierKey(), audit.domain, folder);
  return new LogService({
    ...audit,
    address: journal ?? storeAddress(data),
    stream: `participant-${ledger.config.participantName}`,
    folder,
    ledgerEnd: () => ledger.ledgerEnd(),
    drawKey: async () => {
      const drawn = await ledger.drawDisclosureKey();
      return isLeft(drawn) ? drawn.left.cause : undefined;
    },
    onError: (message) => logger.error({ reason: message }, "audit"),
  });
};
