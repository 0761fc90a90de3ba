import { GENESIS_HASH, inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import {
  firstVisible,
  isMetastream,
  isSystemStream,
  METADATA_TYPE,
  metastreamOf,
  readStreamState,
  TOMBSTONE_TYPE,
} from "../../../src/server/streams/stream-state.js";
import { createEventWriter } from "../writer/event-writer.js";
import { rightOf } from "../../served-store.js";

let ids = 0;

const event = (type: string, data = "{}") => {
  ids += 1;
  return { id: `id-${ids}`, type, data, metadata: "" };
};

const stateWith = async (metadata: string | undefined, types: ReadonlyArray<string>) => {
  const store = inMemoryStore();
  if (types.length > 0) {
    rightOf(
      await store.append(
        "s",
        "no-stream",
        types.map((type) => event(type)),
      ),
    );
  }
  if (metadata !== undefined)
    rightOf(await store.append("$$s", "no-stream", [event(METADATA_TYPE, metadata)]));
  return rightOf(await readStreamState(store, "s"));
};

describe("The state of a stream", () => {
  it("is empty where there is none", async () => {
    expect(await stateWith(undefined, [])).to.deep.equal({
      stream: "s",
      head: -1,
      headHash: GENESIS_HASH,
      headPosition: undefined,
      storedHead: -1,
      isTombstoned: false,
      isClosed: false,
      isSoftDeleted: false,
      hasMetadata: false,
      metadata: {},
      isMetadataObject: false,
      truncateBefore: 0,
      maxCount: undefined,
      maxAgeSeconds: undefined,
    });
  });

  it("has what its metadata set", async () => {
    const state = await stateWith('{"$tb":2,"$maxCount":3,"$maxAge":4,"x":1}', [
      "T",
      "T",
      "T",
      "T",
    ]);
    expect(state).to.include({ head: 3, truncateBefore: 2, maxCount: 3, maxAgeSeconds: 4 });
    expect(state).to.include({ hasMetadata: true, isSoftDeleted: false, headPosition: 4 });
    expect(firstVisible(state)).to.equal(2);
    expect(firstVisible(await stateWith('{"$maxCount":1}', ["T", "T", "T"]))).to.equal(2);
  });

  it("is deleted by the greatest number there is", async () => {
    const state = await stateWith('{"$tb":9223372036854775807}', ["T"]);
    expect(state).to.include({ isSoftDeleted: true, head: 0 });
  });

  it("ends with its tombstone, which counts as no event", async () => {
    const store = inMemoryStore();
    const writer = createEventWriter(store, () => 0);
    rightOf(await store.append("s", "no-stream", [event("T"), event("T")]));
    await writer.tombstone("s", 1);
    const state = rightOf(await readStreamState(store, "s"));
    expect(state).to.include({ isTombstoned: true, head: 1, storedHead: 2 });
    const ordinary = await stateWith(undefined, ["T", "T", TOMBSTONE_TYPE]);
    expect(ordinary).to.include({ isTombstoned: false, head: 2, storedHead: 2 });
  });

  it("of a metadata stream shows its last event alone", async () => {
    const store = inMemoryStore();
    rightOf(await store.append("$$s", "no-stream", [event(METADATA_TYPE), event(METADATA_TYPE)]));
    const state = rightOf(await readStreamState(store, "$$s"));
    expect(firstVisible(state)).to.equal(1);
  });

  it("passes over metadata that are none", async () => {
    for (const text of ["", "[1]", "null", "7", '{"$tb":-1,"$maxCount":"2"}', '{"$maxCount":1.5}'])
      expect(await stateWith(text, ["T"])).to.include({ truncateBefore: 0, maxCount: undefined });
  });

  it("is known by the name of the stream", () => {
    expect(metastreamOf("s")).to.equal("$$s");
    expect([isMetastream("$$s"), isMetastream("$s")]).to.deep.equal([true, false]);
    expect([isSystemStream("$s"), isSystemStream("s$")]).to.deep.equal([true, false]);
  });
});
