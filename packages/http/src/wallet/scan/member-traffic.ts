import { MemberTraffic } from "@tallystick/coin";
import { required, wireInt64, wireObject, wireString } from "@tallystick/wire";
import type { TypeOf } from "io-ts";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { refused, walletRow } from "../rows/wallet-row.js";

const MemberPath = wireObject("MemberPath", {
  domain_id: required(wireString),
  member_id: required(wireString),
});

/** `name::fingerprint`, and with a prefix for the kind of member. */
const synchronizerPattern = /^[^:]+::1220[0-9a-f]{64}$/;
const memberPattern = /^(?:PAR|MED|SEQ)::[^:]+::1220[0-9a-f]{64}$/;

const shown = (text: string): string => `found "${text.slice(0, 100)}"`;

/** The decoded ids of a request; 400 for malformed ones, in the words clients look for. */
const decoded = (ids: TypeOf<typeof MemberPath>): TypeOf<typeof MemberPath> => {
  const { domain_id: domain, member_id: member } = ids;
  if (!memberPattern.test(member)) {
    const expected = "expected PAR::name::1220ab..";
    throw refused(400, `Could not decode member ID: ${expected}, ${shown(member)}`);
  }
  if (synchronizerPattern.test(domain)) return ids;
  const expected = "expected name::1220ab..";
  throw refused(400, `Could not decode domain ID: ${expected}, ${shown(domain)}`);
};

/** The row at a path that shows the traffic of a member; bytes (wallet 5.1). */
export const trafficStatus = (path: string, access: "open" | "subject"): Endpoint =>
  walletRow({
    method: "GET",
    path,
    summary: "How much traffic a member has bought and used, bytes",
    access,
    parameters: MemberPath,
    response: wireObject("GetMemberTrafficStatusResponse", {
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
    }),
    errorStatuses: {
      400: "An id cannot be decoded",
      404: "The member is not known on this synchronizer",
    },
    handle: ({ parameters }, { wallet: { views, settings, memberId } }) => {
      const { domain_id: domain, member_id: member } = decoded(parameters);
      const bought = views
        .named(MemberTraffic, settings.dso, member)
        .filter(({ payload }) => payload.synchronizerId === domain);
      const isOwn = member === memberId && domain === settings.synchronizerId;
      if (bought.length === 0 && !isOwn)
        throw refused(404, `No traffic state found for member: ${member.slice(0, 255)}`);
      const purchased = Number(
        bought.reduce((sum, { payload }) => sum + payload.totalPurchased, 0n),
      );
      return {
        traffic_status: {
          actual: {
            total_consumed: isOwn ? views.extraTrafficUsed() : 0,
            total_limit: purchased,
          },
          target: { total_purchased: purchased },
        },
      };
    },
  });
