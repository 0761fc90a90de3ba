import type { UseQueryResult } from "@tanstack/react-query";
import { answerOf } from "../../data/client.js";
import { usePartyQuery } from "../../data/queries.js";
import type { WaitingItem } from "../../data/wallet-queries.js";

/** What buying traffic needs to know. */
export interface TrafficTerms {
  readonly synchronizerId: string;
  readonly validator: string;
  /** USD for a megabyte. */
  readonly pricePerMegabyte: string;
  /** The least that can be bought, bytes. */
  readonly leastBytes: number;
  /** USD for one coin. */
  readonly coinPrice: string;
}

export const useTrafficTerms = (): UseQueryResult<TrafficTerms> =>
  usePartyQuery("traffic", { terms: true }, async ({ wallet }) => {
    const [{ amulet_rules: rules }, { party_id: validator }, { rounds }] = await Promise.all([
      answerOf(wallet.GET("/v0/scan-proxy/amulet-rules")),
      answerOf(wallet.GET("/v0/validator-user")),
      answerOf(wallet.GET("/v0/wallet/rounds", { params: { query: { limit: 1 } } })),
    ]);
    const { activeSynchronizer, fees } =
      rules.contract.payload.configSchedule.initialValue.decentralizedSynchronizer;
    return {
      synchronizerId: activeSynchronizer,
      validator,
      pricePerMegabyte: fees.extraTrafficPrice,
      leastBytes: Number(fees.minTopupAmount),
      coinPrice: rounds[0]?.amulet_price ?? "",
    };
  });

/** Traffic of the participant of this node, in bytes. */
interface OwnTraffic {
  readonly consumed: number;
  readonly limit: number;
  readonly purchased: number;
}

/** What this node has bought and used. */
export const useOwnTraffic = (synchronizerId: string | undefined): UseQueryResult<OwnTraffic> =>
  usePartyQuery(
    "traffic",
    { own: synchronizerId },
    async ({ wallet, ledger }) => {
      const { participantId } = await answerOf(ledger.GET("/v2/parties/participant-id"));
      const { traffic_status: status } = await answerOf(
        wallet.GET("/v0/domains/{domain_id}/members/{member_id}/traffic-status", {
          params: { path: { domain_id: synchronizerId ?? "", member_id: `PAR::${participantId}` } },
        }),
      );
      return {
        consumed: status.actual.total_consumed,
        limit: status.actual.total_limit,
        purchased: status.target.total_purchased,
      };
    },
    { enabled: synchronizerId !== undefined, follows: ["ledger"] },
  );

/** Requests for traffic that wait for the wallet. */
export const useTrafficRequests = (): UseQueryResult<ReadonlyArray<WaitingItem>> =>
  usePartyQuery("inbox", { kind: "traffic-request" }, async ({ wallet }) => {
    const query = { kind: "traffic-request" } as const;
    return (await answerOf(wallet.GET("/v0/wallet/inbox", { params: { query } }))).items;
  });
