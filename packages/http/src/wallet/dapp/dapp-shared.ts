import { timestampToText } from "@tallystick/core";
import { required, wireObject, wireString } from "@tallystick/wire";

export const path = "/v0/wallet/dapp";
/** Path of the rows about one connect, session or request. */
export const IdPath = wireObject("DappIdPath", { id: required(wireString) });

/** Milliseconds since the Unix epoch as ISO-8601. */
export const timeOf = (ms: number): string => timestampToText(Math.floor(ms) * 1_000);
/** What the document says of each. */
export const ours = "An addition of this node.";
