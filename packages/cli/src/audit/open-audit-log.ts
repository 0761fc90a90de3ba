import type { LogService } from "@tallystick/audit";
import type { Ledger } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { Settings } from "../settings.js";
import { storeAddress } from "../store-address.js";
import { logFolderOf } from "./audit-source.js";

/** Begins to keep and sign the log of a node's journal; undefined where the settings have none. */
export const openAuditLog = async (
  { audit, data, ledger: { journal } }: Pick<Settings, "audit" | "data" | "ledger">,
  ledger: Ledger,
  logger: Logger,
): Promise<LogService | undefined> => {
  if (audit === undefined || data === undefined) return undefined;
  const { LogService } = await import("@tallystick/audit");
  return new LogService({
    ...audit,
    address: journal ?? storeAddress(data),
    stream: `participant-${ledger.config.participantName}`,
    folder: logFolderOf(undefined, data),
    ledgerEnd: () => ledger.ledgerEnd(),
    drawKey: async () => {
      const drawn = await ledger.drawDisclosureKey();
      return isLeft(drawn) ? drawn.left.cause : undefined;
    },
    onError: (message) => logger.error({ reason: message }, "audit"),
  });
};
