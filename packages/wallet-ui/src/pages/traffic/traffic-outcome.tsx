import { StatusPill } from "../../components/base/status-pill.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { answerOf } from "../../data/client.js";
import { usePartyQuery } from "../../data/queries.js";
import { messages } from "./messages.js";

const useStatus = (trackingId: string) =>
  usePartyQuery(
    "traffic",
    { trackingId },
    (api) =>
      answerOf(
        api.wallet.POST("/v0/wallet/buy-traffic-requests/{tracking_id}/status", {
          params: { path: { tracking_id: trackingId } },
        }),
      ),
    { follows: ["ledger"] },
  );

/** What has become of a request for traffic. */
export const TrafficOutcome = ({ trackingId }: { readonly trackingId: string }) => {
  const query = useStatus(trackingId);
  return (
    <QueryView query={query} what={messages.outcome.what} lines={1}>
      {({ status, failure_reason: failure, rejection_reason: rejection }) => {
        if (status === "completed")
          return <StatusPill tone="positive">{messages.outcome.bought}</StatusPill>;
        if (status === "created")
          return <StatusPill tone="neutral">{messages.outcome.waiting}</StatusPill>;
        return (
          <p>
            <StatusPill tone="negative">{messages.outcome.notBought}</StatusPill>{" "}
            <StrangerText text={rejection ?? failure ?? status} />
          </p>
        );
      }}
    </QueryView>
  );
};
