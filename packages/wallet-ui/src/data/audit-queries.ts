import type { UseQueryResult } from "@tanstack/react-query";
import { useSiteConfig } from "../session/site-config.js";
import { type Api, answerOf } from "./client.js";
import { usePartyQuery } from "./queries.js";

/** How far the journal was verified, and what is wrong with it. */
export interface AuditStatus {
  readonly state: "opening" | "signing" | "waiting" | "refused";
  readonly reason?: string;
  readonly ledgerEnd: number;
  readonly verifiedUpTo: number;
  readonly signedUpTo: number;
  readonly origin?: string;
  readonly verifierKey?: string;
  readonly damage: ReadonlyArray<{
    readonly where: string;
    readonly offset?: number;
    readonly message: string;
  }>;
}

/** A path of the log, which has a document of its own. */
const read = <A>(api: Api, path: string, query: Readonly<Record<string, string>>): Promise<A> => {
  const options = { params: { query }, parseAs: "text" };
  // border: the client has the types of two documents, and this is the third
  return answerOf(api.ledger.request("get", path as never, options as never)) as Promise<A>;
};

/** Reads how far the journal was verified. */
export const readAuditStatus = async (api: Api): Promise<AuditStatus> =>
  // border: the node's own answer, of the same release
  JSON.parse(await read<string>(api, "/audit/status", {})) as AuditStatus;

/** How far the journal was verified; not read of a node that keeps no log. */
export const useAuditStatus = (): UseQueryResult<AuditStatus> => {
  const { audit } = useSiteConfig();
  return usePartyQuery("console", { name: "audit" }, readAuditStatus, {
    follows: ["ledger", "node"],
    enabled: audit,
  });
};

/** The proof that an update is in the log, as a text to be kept. */
export const proofOf = (api: Api, updateId: string, party: string): Promise<string> =>
  read(api, "/audit/proof", { "update-id": updateId, ...(party === "" ? {} : { party }) });
