import { expect } from "chai";
import {
  copyStream,
  type EventStore,
  eventStoreContract,
  inMemoryStore,
  type MakeStore,
} from "../../src/index.js";
import { places } from "./reopened-memory.js";

/** Makes a store whose place has another one. */
const reopening =
  (
    placed: (store: EventStore) => Promise<EventStore>,
    more: ReadonlyArray<string> = [],
  ): MakeStore =>
  async () => {
    const store = inMemoryStore();
    for (const place of ["a", ...more]) places.set(place, await placed(store));
    const { href: module } = new URL("./reopened-memory.js", import.meta.url);
    return { ...store, capabilities: { reopening: { module, place: "a" } } };
  };

/** A copy of what is there now. */
const copied = async (store: EventStore): Promise<EventStore> => {
  const copy = inMemoryStore();
  await copyStream(store, copy, "ledger-1");
  return copy;
};

describe("The contract of reopening", () => {
  const [once, ...others] = eventStoreContract(["reopening"]).filter(({ name }) =>
    name.includes("opened once more"),
  );
  const outcome = async (make: MakeStore): Promise<string> =>
    (once ?? expect.fail("no such case")).run(make).then(
      () => "passed",
      () => "failed",
    );
  afterEach(() => places.clear());

  it("passes for a store that several read", async () => {
    expect(others).to.deep.equal([]);
    expect(await outcome(reopening(async (store) => store))).to.equal("passed");
  });

  it("finds one that reads an old copy, and one that is found at any place", async () => {
    expect(await outcome(reopening(copied))).to.equal("failed");
    expect(await outcome(reopening(async (store) => store, ["a-missing"]))).to.equal("failed");
  });
});
