import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { canSign, type CustodyKey } from "../../custody/custody-key.js";
import { indexedDbKeyStore, type StoredKey } from "../../custody/key-store.js";
import { useWallet } from "../../data/wallet-context.js";
import { queryKey } from "../../states/resources.js";

/** What this browser has. */
interface KeysHere {
  readonly canSign: boolean;
  readonly keys: ReadonlyArray<StoredKey>;
}

const keysHere = async (network: string): Promise<KeysHere> => ({
  canSign: await canSign(crypto.subtle),
  keys: await indexedDbKeyStore(indexedDB).all(network),
});

/** The keys of this browser for the network, and how to change them. */
export const useKeys = () => {
  const { network } = useWallet();
  const queries = useQueryClient();
  const key = queryKey(network, "", "user", { name: "keys" });
  const query = useQuery({
    queryKey: key,
    queryFn: () => keysHere(network),
    networkMode: "always",
    structuralSharing: false,
  });
  const changed = useCallback(
    () => queries.invalidateQueries({ queryKey: queryKey(network, "", "user", { name: "keys" }) }),
    [queries, network],
  );
  return {
    query,
    keep: async (made: CustodyKey, party: string): Promise<void> => {
      const { fingerprint, publicKey, privateKey } = made;
      await indexedDbKeyStore(indexedDB).put({
        fingerprint,
        publicKey,
        privateKey,
        network,
        party,
      });
      // a browser that is short of room must not drop it; it may ask the user, and may refuse
      void navigator.storage.persist().catch(() => false);
      await changed();
    },
    remove: async (party: string): Promise<void> => {
      await indexedDbKeyStore(indexedDB).remove(network, party);
      await changed();
    },
  };
};
