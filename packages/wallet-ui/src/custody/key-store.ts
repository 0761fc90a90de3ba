import type { CustodyKey } from "./custody-key.js";

/** A key with the party that it signs for. */
export interface StoredKey extends CustodyKey {
  readonly network: string;
  readonly party: string;
}

/** Where the keys of this browser are; each party of a network has one. */
interface KeyStore {
  readonly put: (key: StoredKey) => Promise<void>;
  readonly all: (network: string) => Promise<ReadonlyArray<StoredKey>>;
  readonly remove: (network: string, party: string) => Promise<void>;
}

const databaseName = "tallystick-keys";
const storeName = "keys";

const settled = async <A>(request: IDBRequest<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () =>
      reject(request.error ?? new Error("IndexedDB: the request failed")),
    );
  });

const open = async (factory: IDBFactory): Promise<IDBDatabase> => {
  const request = factory.open(databaseName, 1);
  request.addEventListener("upgradeneeded", () =>
    request.result.createObjectStore(storeName, { keyPath: ["network", "party"] }),
  );
  return settled(request);
};

/** Keys in IndexedDB, which keeps a CryptoKey without ever showing its bytes. */
export const indexedDbKeyStore = (factory: IDBFactory): KeyStore => {
  const within = async <A>(
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => IDBRequest<A>,
  ): Promise<A> => {
    const database = await open(factory);
    try {
      return await settled(act(database.transaction(storeName, mode).objectStore(storeName)));
    } finally {
      database.close();
    }
  };
  return {
    put: async (key) => {
      await within("readwrite", (store) => store.put(key));
    },
    all: async (network) => {
      // border: only `put` writes to this database of our own origin
      const keys = (await within("readonly", (store) => store.getAll())) as Array<StoredKey>;
      return keys.filter((key) => key.network === network);
    },
    remove: async (network, party) => {
      await within("readwrite", (store) => store.delete([network, party]));
    },
  };
};
