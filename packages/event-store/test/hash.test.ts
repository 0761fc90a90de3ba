import { createHash } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { chainHash, GENESIS_HASH } from "../src/index.js";
import { dataDigest, headerHash } from "../src/hash.js";

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

const event = {
  stream: "participant-1",
  revision: 41,
  id: "6f1c2d5e-0000-4000-8000-000000000001",
  type: "TransactionCommitted",
  metadata: '{"v":1}',
  data: '{"text":"Grüße 🪙"}',
};

describe("the chain hash", () => {
  it("is SHA-256 over exactly the documented bytes", () => {
    const digest = sha256(Buffer.from('{"text":"Grüße 🪙"}', "utf8"));
    const bytes = Buffer.concat([
      Buffer.from(GENESIS_HASH, "ascii"),
      Buffer.from("\nparticipant-1\n41\n6f1c2d5e-0000-4000-8000-000000000001\n", "ascii"),
      Buffer.from(`TransactionCommitted\n{"v":1}\n${digest}`, "ascii"),
    ]);
    expect(chainHash(GENESIS_HASH, event)).to.equal(sha256(bytes));
  });

  it("needs the data's digest only, so that the data can be erased", () => {
    const { data, ...header } = event;
    expect(headerHash(GENESIS_HASH, header, dataDigest(data))).to.equal(
      chainHash(GENESIS_HASH, event),
    );
  });

  it("of an event whose data was erased comes from the digest, whatever took its place", () => {
    const erased = { ...event, data: "{}", erased: dataDigest(event.data) };
    expect(chainHash(GENESIS_HASH, erased)).to.equal(chainHash(GENESIS_HASH, event));
    expect(chainHash(GENESIS_HASH, { ...erased, erased: dataDigest("{}") })).to.not.equal(
      chainHash(GENESIS_HASH, event),
    );
  });

  it("begins with 64 zeros", () => {
    expect(GENESIS_HASH).to.match(/^0{64}$/);
  });

  it("changes with every part of the event and with the predecessor", () => {
    const changed = [
      chainHash(GENESIS_HASH.replace("0", "1"), event),
      chainHash(GENESIS_HASH, { ...event, stream: "participant-2" }),
      chainHash(GENESIS_HASH, { ...event, revision: 42 }),
      chainHash(GENESIS_HASH, { ...event, id: "other" }),
      chainHash(GENESIS_HASH, { ...event, type: "Other" }),
      chainHash(GENESIS_HASH, { ...event, metadata: "" }),
      chainHash(GENESIS_HASH, { ...event, data: "{}" }),
    ];
    expect(new Set([chainHash(GENESIS_HASH, event), ...changed]).size).to.equal(changed.length + 1);
  });

  it("cannot be kept by moving text from one part to the next", () => {
    const part = fc.string().map((text) => text.replaceAll("\n", ""));
    fc.assert(
      fc.property(part, part, part, fc.string(), (id, type, metadata, data) => {
        const moved = { ...event, id: id + type, type: "", metadata, data };
        fc.pre(type !== "");
        const whole = { ...event, id, type, metadata, data };
        expect(chainHash(GENESIS_HASH, moved)).not.to.equal(chainHash(GENESIS_HASH, whole));
      }),
    );
  });
});
