import { MemberTraffic } from "@tallystick/coin";
import { required, wireInt64, wireObject, wireString } from "@tallystick/wire";
import { right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { refused, walletRow } from "../rows/wallet-row.js";

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

/** `name::fingerprint`, and with what kind of member it is in front. */
const synchronizerPattern = /^[^:]+::1220[0-9a-f]{64}$/;
const memberPattern = /^(?:PAR|MED|SEQ)::[^:]+::1220[0-9a-f]{64}$/;

const shown = (text: string): string => `found "${text.slice(0, 100)}"`;

/** What is wrong with the ids of a request; undefined when nothing is. */
const idError = ({ domain_id, member_id }: TypeOf<typeof MemberPath>): string | undefined => {
  if (!memberPattern.test(member_id))
    return `Could not decode member ID: expected PAR::name::1220ab.., ${shown(member_id)}`;
  return synchronizerPattern.test(domain_id)
    ? undefined
    : `Could not decode domain ID: expected name::1220ab.., ${shown(domain_id)}`;
};

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
    statuses: {
      400: "An id cannot be decoded",
      404: "The member is not known on this synchronizer",
    },
    handle: ({ wallet, parameters }) => {
      const error = idError(parameters);
      if (error !== undefined) return refused(400, error);
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
