import { assert } from "chai";
import { makeKey } from "../../src/custody/custody-key.js";
import { indexedDbKeyStore } from "../../src/custody/key-store.js";

/** A request that succeeds with a result in the next turn. */
const succeeding = <A>(result: A, first = "success"): EventTarget & { readonly result: A } => {
  const request = Object.assign(new EventTarget(), { result });
  setImmediate(() => {
    request.dispatchEvent(new Event(first));
    if (first !== "success") request.dispatchEvent(new Event("success"));
  });
  return request;
};

/** As much of IndexedDB as the store uses, in memory. */
const memoryFactory = (): { readonly factory: IDBFactory; readonly keyPaths: Array<unknown> } => {
  const rows = new Map<string, { readonly network: string; readonly party: string }>();
  const keyPaths: Array<unknown> = [];
  const objectStore = {
    put: (row: { readonly network: string; readonly party: string }) => {
      rows.set(JSON.stringify([row.network, row.party]), row);
      return succeeding([row.network, row.party]);
    },
    getAll: () => succeeding([...rows.values()]),
    delete: (key: ReadonlyArray<string>) => succeeding(rows.delete(JSON.stringify(key))),
  };
  const database = {
    createObjectStore: (_: string, { keyPath }: { keyPath: unknown }) => keyPaths.push(keyPath),
    transaction: () => ({ objectStore: () => objectStore }),
    close: () => undefined,
  };
  // border: a test double has only the methods that are called
  const factory = { open: () => succeeding(database, "upgradeneeded") } as unknown as IDBFactory;
  return { factory, keyPaths };
};

describe("the keys in IndexedDB", () => {
  it("are those of one network, one for each party", async () => {
    const { factory, keyPaths } = memoryFactory();
    const store = indexedDbKeyStore(factory);
    const { key } = await makeKey(globalThis.crypto.subtle);
    await store.put({ ...key, network: "dev", party: "a::1220" });
    await store.put({ ...key, network: "dev", party: "a::1220" });
    await store.put({ ...key, network: "dev", party: "b::1220" });
    await store.put({ ...key, network: "main", party: "a::1220" });
    const parties = async (network: string) => (await store.all(network)).map((one) => one.party);
    assert.deepEqual(await parties("dev"), ["a::1220", "b::1220"]);
    await store.remove("dev", "a::1220");
    assert.deepEqual(await parties("dev"), ["b::1220"]);
    assert.deepEqual(await parties("main"), ["a::1220"]);
    assert.deepEqual(keyPaths[0], ["network", "party"]);
  });
});
