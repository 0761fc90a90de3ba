import type { Metadata } from "@grpc/grpc-js";
import type { RowCall } from "@tallystick/http";

/** What a call of the library says of its origin. */
export interface CallFrom {
  readonly metadata: Metadata;
  getPeer(): string;
  getHost(): string;
}

/** The address in `address:port`, of IPv6 without its brackets. */
const addressOf = (peer: string): string =>
  peer.slice(0, peer.lastIndexOf(":")).replace(/^\[(.*)\]$/, "$1");

/** Headers that rows read; others are not looked at. */
const taken = ["authorization", "traceparent", "x-tallystick-min-offset"] as const;

/** The origin of a call as the rows take it: metadata are headers. */
export const originOf = (call: CallFrom): Pick<RowCall, "headers" | "socket"> => {
  const headers: Record<string, string> = { host: call.getHost() };
  const add = (name: string): void => {
    const [value] = call.metadata.get(name);
    if (value !== undefined) headers[name] = String(value);
  };
  for (const name of taken) add(name);
  // it counts beside the other alone
  if (headers["traceparent"] !== undefined) add("tracestate");
  return { headers, socket: { remoteAddress: addressOf(call.getPeer()) } };
};
