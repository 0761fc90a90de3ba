import { ApiError } from "../../data/api-error.js";
import { messages } from "./messages.js";

/** Signs a text with the key of a party that is kept in this browser. */
export const signatureOf = async (
  network: string,
  party: string,
  text: string,
): Promise<{ readonly signature: string; readonly signedBy: string }> => {
  const [{ indexedDbKeyStore }, { signBytes }] = await Promise.all([
    import("../../custody/key-store.js"),
    import("../../custody/custody-key.js"),
  ]);
  const keys = await indexedDbKeyStore(indexedDB).all(network);
  const found = keys.find((each) => each.party === party);
  if (found === undefined) {
    const cause = messages.signature.noKey;
    throw new ApiError(409, "", cause, "", undefined);
  }
  return signBytes(crypto.subtle, found, new TextEncoder().encode(text));
};
