import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { proofOf, readAuditStatus } from "../../data/audit-queries.js";
import { type Api, answerOf } from "../../data/client.js";
import { eventFormatOf, type Transaction, transactionById } from "../../data/explorer-queries.js";
import { usePartyQuery } from "../../data/queries.js";
import { useWallet } from "../../data/wallet-context.js";
import type { HistoryRow } from "../../data/wallet-queries.js";
import { updateIdOf } from "../../history/update-id.js";
import { useSiteConfig } from "../../session/site-config.js";
import { logOfProof, type Payment, paymentOf } from "./receipt-data.js";

/** What a receipt says. */
export interface Receipt {
  readonly update: Transaction;
  readonly participant: string;
  /** None: the party neither paid nor was paid by this update. */
  readonly payments: ReadonlyArray<Payment>;
}

const mostRows = 100;

/** The items of the history that are of an update. */
const rowsOf = async (
  { wallet }: Api,
  id: string,
  { updateId, effectiveAt }: Transaction,
): Promise<ReadonlyArray<HistoryRow>> => {
  if (id !== updateId) {
    const params = { path: { event_id: id } };
    return [await answerOf(wallet.GET("/v0/wallet/transactions/{event_id}", { params }))];
  }
  // items are found by their time alone
  const until = new Date(Date.parse(effectiveAt) + 1).toISOString();
  const body = { page_size: mostRows, from: effectiveAt, until };
  const { items } = await answerOf(wallet.POST("/v0/wallet/transactions", { body }));
  return items.filter(({ event_id }) => updateIdOf(event_id) === updateId);
};

/** Null: the update is no transaction. @param id of an item of the history, or of an update */
export const useReceipt = (id: string): UseQueryResult<Receipt | null> => {
  const { party } = useWallet();
  return usePartyQuery("transactions", { name: "receipt", id }, async (api) => {
    const [update, { participantId }] = await Promise.all([
      transactionById(api, updateIdOf(id), eventFormatOf({ party })),
      answerOf(api.ledger.GET("/v2/parties/participant-id")),
    ]);
    if (update === undefined) return null;
    const rows = await rowsOf(api, id, update);
    const payments = rows.flatMap((row) => paymentOf(row) ?? []);
    return { update, participant: participantId, payments };
  });
};

/** The proof that an update is in the node's log. */
export interface Proof {
  readonly text: string;
  /** SHA-256 of the text, as hex. */
  readonly digest: string;
  readonly log: string;
  readonly key: string;
}

/**
 * The proof of an update, made once: one that is made later has another checkpoint, and so another
 * digest than what was printed. Disabled where the node keeps no log.
 */
export const useProof = (updateId: string): UseQueryResult<Proof> => {
  const { api, network, party } = useWallet();
  const { audit } = useSiteConfig();
  return useQuery({
    queryKey: ["proof", network, party, updateId],
    queryFn: async () => {
      const text = await proofOf(api, updateId, party);
      const [{ verifierKey: key = "" }, { hexOf, sha256 }] = await Promise.all([
        readAuditStatus(api),
        import("@tallystick/signing/browser"),
      ]);
      const digest = hexOf(sha256(new TextEncoder().encode(text)));
      return { text, digest, log: logOfProof(text), key };
    },
    enabled: audit,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
};
