import { MemberTraffic } from "@tallystick/coin";
import { required, wireInt64, wireObject, wireString } from "@tallystick/wire";
import { right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../endpoints/endpoint.js";
import { refused, walletRow } from "./wallet-row.js";

/** Path of the traffic of a member. */
export const MemberPath = wireObject("MemberPath", {
  domain_id: required(wireString),
  member_id: required(wireString),
});

/** Answer of the traffic status of a member; bytes. */
export const TrafficStatusWire = wireObject("GetMemberTrafficStatusResponse", {
  traffic_status: required(
    wireObject("MemberTrafficStatus", {
      actual: required(
        wireObject("ActualMemberTrafficState", {
          total_consumed: required(wireInt64),
          total_limit: required(wireInt64),
        }),
      ),
      target: required(
        wireObject("TargetMemberTrafficState", { total_purchased: required(wireInt64) }),
      ),
    }),
  ),
});

/** The row at a path that shows the traffic of a member; bytes (wallet 5.1). */
export const trafficStatus = (path: string, access: "open" | "subject"): Endpoint =>
  walletRow({
    method: "GET",
    path,
    summary: "How much traffic a member has bought and used, bytes",
    access,
    parameters: MemberPath,
    query: nothing,
    body: nothing,
    response: { kind: "json", codec: TrafficStatusWire },
    statuses: { 404: "The member is not known on this synchronizer" },
    handle: ({ wallet, parameters }) => {
      const { views, settings, memberId } = wallet;
      const bought = views
        .named(MemberTraffic, settings.dso, parameters.member_id)
        .filter(({ payload }) => payload.synchronizerId === parameters.domain_id);
      const isOwn =
        parameters.member_id === memberId && parameters.domain_id === settings.synchronizerId;
      if (bought.length === 0 && !isOwn) {
        return refused(
          404,
          `No traffic state found for member: ${parameters.member_id.slice(0, 255)}`,
        );
      }
      const purchased = bought.reduce((sum, { payload }) => sum + payload.totalPurchased, 0n);
      return right({
        traffic_status: {
          actual: {
            total_consumed: isOwn ? views.extraTrafficUsed() : 0,
            total_limit: Number(purchased),
          },
          target: { total_purchased: Number(purchased) },
        },
      });
    },
  });
