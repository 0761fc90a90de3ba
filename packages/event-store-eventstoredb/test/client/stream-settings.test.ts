import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import { streamsMethods } from "../../src/protocol/service-methods.js";
import { identifier, proposed } from "../raw-client.js";
import { type Served, rightOf, serve } from "../served-store.js";
import { following, leftOf, newEvents, openStore } from "./opened-store.js";

const set = async ({ raw }: Served, metadata: string): Promise<void> => {
  const setting = proposed(metadata);
  setting.metadata.set("type", "$metadata");
  await raw.append("$$ledger-s", "any", [setting]);
};

const open = (served: Served, settingsCheckMs = 0) =>
  openStore(served.address, { settingsCheckMs }).then(async (plain) => {
    await plain.close();
    const { eventStoreDb } = await import("../../src/index.js");
    return rightOf(
      await eventStoreDb({
        connectionString: served.address,
        streamPrefix: "ledger-",
        limits: { settingsCheckMs },
      }),
    );
  });

describe("The settings of a stream", () => {
  for (const [setting, metadata] of [
    ["$maxCount", '{"$maxCount":100}'],
    ["$maxAge", '{"$maxAge":86400}'],
    ["$tb", '{"$tb":1}'],
  ] as const) {
    it(`with ${setting} make it no place for a ledger, and the error names it`, async () => {
      const served = await serve();
      const store = await open(served);
      rightOf(await store.append("s", "no-stream", newEvents(2)));
      await set(served, metadata);
      const errors: unknown[] = [
        leftOf(await store.append("s", 1, newEvents(1))),
        leftOf(await store.lastEvent("s")),
      ];
      for await (const page of store.readStream("s")) errors.push(leftOf(page));
      const follower = following(store, "s");
      await follower.done;
      errors.push(...follower.errors);
      expect(errors).to.have.length(4);
      for (const error of errors) {
        expect(error).to.include({ kind: "unavailable", outcome: "known" });
        expect(error).to.have.property("reason").that.contains(setting).and.contains("$$ledger-s");
      }
      await set(served, '{"$acl":{"$d":"$admins"},"$cacheControl":5,"$tb":null,"own":1}');
      expect(rightOf(await store.append("s", 1, newEvents(1))).revision).to.equal(2);
      await store.close();
    });
  }

  it("are believed for a while", async () => {
    const served = await serve();
    const store = await open(served, 60_000);
    rightOf(await store.append("s", "no-stream", newEvents(1)));
    await set(served, '{"$maxCount":100}');
    expect(isRight(await store.append("s", 0, newEvents(1)))).to.equal(true);
    await store.close();
  });

  it("of a stream that was deleted make it none, and the error says which way it was", async () => {
    for (const [how, text] of [
      ["delete", "to restore its events, remove $tb from $$ledger-s"],
      ["tombstone", "permanent (a tombstone)"],
    ] as const) {
      const served = await serve();
      const store = await open(served);
      rightOf(await store.append("s", "no-stream", newEvents(2)));
      await served.raw.unary(streamsMethods[how], {
        options: { streamIdentifier: identifier("ledger-s"), any: {} },
      });
      for (const result of [await store.append("s", 1, newEvents(1)), await store.lastEvent("s")]) {
        expect(leftOf(result)).to.include({ kind: "unavailable", refusal: "stream" });
        expect(leftOf(result)).to.have.property("reason").that.contains(text);
        expect(leftOf(result)).to.have.property("reason").that.does.not.match(/\d{5}/);
      }
      await store.close();
    }
  });

  it("are shown digit for digit", async () => {
    const served = await serve();
    const store = await open(served);
    rightOf(await store.append("s", "no-stream", newEvents(2)));
    for (const [metadata, text] of [
      ['{"$tb":4503599627370497}', "$tb = 4503599627370497,"],
      ['{"$maxAge" : 9007199254740993}', "$maxAge = 9007199254740993,"],
      ['{"$maxCount":"5"}', '$maxCount = "5",'],
    ] as const) {
      await set(served, metadata);
      const error = leftOf(await store.lastEvent("s"));
      expect(error).to.have.property("reason").that.contains(text);
    }
    await store.close();
  });

  it("explain events that are missing, also while the settings are believed", async () => {
    const served = await serve();
    const store = await open(served, 60_000);
    rightOf(await store.append("s", "no-stream", newEvents(5)));
    await set(served, '{"$maxCount":2}');
    for await (const page of store.readStream("s"))
      expect(leftOf(page)).to.include({ kind: "unavailable", refusal: "stream" });
    await set(served, "{}");
    const counts: number[] = [];
    for await (const page of store.readStream("s")) counts.push(rightOf(page).length);
    expect(counts).to.deep.equal([5]);
    await store.close();
  });
});
