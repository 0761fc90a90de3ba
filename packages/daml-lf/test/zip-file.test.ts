import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { type DarLimits, defaultDarLimits } from "../src/dar-limits.js";
import { openZip, type OpenZip } from "../src/zip-file.js";
import { type ZipEntry, zipOf } from "./dar-writer.js";

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text));
const limitsOf = (limits: Partial<DarLimits>): DarLimits => ({ ...defaultDarLimits, ...limits });

const opened = async (
  entries: ReadonlyArray<ZipEntry>,
  limits: Partial<DarLimits> = {},
): Promise<OpenZip> => {
  const zip = await openZip(zipOf(entries), limitsOf(limits));
  if (isLeft(zip)) throw new Error(zip.left.cause);
  return zip.right;
};

/** The code of an error and what it says, or `none`. */
const errorOf = async (
  entries: ReadonlyArray<ZipEntry>,
  limits: Partial<DarLimits>,
): Promise<string> => {
  const zip = await openZip(zipOf(entries), limitsOf(limits));
  return isLeft(zip) ? `${zip.left.code} ${zip.left.context["msg"] ?? zip.left.cause}` : "none";
};

const unpacked = async (zip: OpenZip, name: string, maxBytes = 1_000): Promise<string> => {
  const bytes = await zip.unpack(name, maxBytes);
  return isLeft(bytes)
    ? `${bytes.left.code} ${bytes.left.context["msg"] ?? bytes.left.context["reason"] ?? ""}`
    : Buffer.from(bytes.right).toString();
};

const three: ReadonlyArray<ZipEntry> = [
  { name: "a", data: bytesOf("alpha") },
  { name: "b/c", data: bytesOf("beta"), store: true },
  { name: "empty", data: new Uint8Array() },
];

describe("The entries of a zip file", () => {
  it("are known by their names, and unpacked one by one, stored or deflated", async () => {
    const zip = await opened(three);
    expect(zip.names).to.deep.equal(["a", "b/c", "empty"]);
    expect([zip.has("a"), zip.has("b"), zip.has("constructor")]).to.deep.equal([
      true,
      false,
      false,
    ]);
    expect(await unpacked(zip, "a")).to.equal("alpha");
    expect(await unpacked(zip, "b/c")).to.equal("beta");
    expect(await unpacked(zip, "empty")).to.equal("");
  });

  it("are not there under another name", async () => {
    const zip = await opened(three);
    expect(await unpacked(zip, "A")).to.equal("DAR_PARSE_ERROR there is no entry A");
  });

  it("have names in UTF-8", async () => {
    const zip = await opened([{ name: "ä/🦉", data: bytesOf("x") }]);
    expect(await unpacked(zip, "ä/🦉")).to.equal("x");
  });

  it("come back as they were written, whatever they hold", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.uint8Array({ maxLength: 200 }), fc.boolean()), {
          minLength: 1,
          maxLength: 5,
        }),
        async (contents) => {
          const zip = await opened(
            contents.map(([data, store], at) => ({ name: String(at), data, store })),
          );
          for (const [at, [data]] of contents.entries()) {
            const bytes = await zip.unpack(String(at), 200);
            expect(isLeft(bytes) ? bytes.left : [...bytes.right]).to.deep.equal([...data]);
          }
        },
      ),
      { numRuns: 60 },
    ));
});

describe("The limits of a zip file", () => {
  const five = { name: "five", data: bytesOf("12345") };
  const table: ReadonlyArray<readonly [what: string, limits: Partial<DarLimits>, error: string]> = [
    ["as many entries as it may", { maxEntries: 3 }, "none"],
    ["an entry more", { maxEntries: 2 }, "ZIP_BOMB It has more than 2 entries."],
    ["an entry one byte below the limit", { maxEntryBytes: 6 }, "none"],
    ["an entry of the limit", { maxEntryBytes: 5 }, "ZIP_BOMB a unpacks to 5 bytes"],
    ["as many bytes as it may", { maxTotalBytes: 9 }, "none"],
    [
      "a byte more",
      { maxTotalBytes: 8 },
      "ZIP_BOMB Its entries unpack to more than 8 bytes together.",
    ],
  ];
  for (const [what, limits, error] of table) {
    it(`are kept before anything is unpacked: ${what}`, async () => {
      expect(await errorOf(three, limits)).to.equal(error);
    });
  }

  it("are kept for each entry that is unpacked", async () => {
    const zip = await opened([five]);
    expect(await unpacked(zip, "five", 5)).to.equal("12345");
    expect(await unpacked(zip, "five", 4)).to.equal("ZIP_BOMB five unpacks to more than 4 bytes.");
  });

  it("are kept for all that is unpacked, also when one entry is unpacked again and again", async () => {
    const zip = await opened([five], { maxTotalBytes: 12 });
    expect(await unpacked(zip, "five")).to.equal("12345");
    expect(await unpacked(zip, "five")).to.equal("12345");
    expect(await unpacked(zip, "five")).to.match(/^ZIP_BOMB .*more than 12 bytes together/);
  });

  it("are kept though an entry declares less than it unpacks to, by a byte or by all", async () => {
    for (const declaredBytes of [4, 1, 0]) {
      const zip = await opened([{ ...five, declaredBytes }]);
      expect(await unpacked(zip, "five"), String(declaredBytes)).to.match(
        /^(?:ZIP_BOMB five unpacks to more than|DAR_PARSE_ERROR entry five)/,
      );
    }
  });
});

describe("An entry of a zip file that is not in order", () => {
  const content = { name: "x", data: bytesOf("some content that is worth deflating") };
  const table: ReadonlyArray<readonly [string, ZipEntry, RegExp]> = [
    ["another checksum", { ...content, crc: 0 }, /does not have its checksum/],
    ["another checksum, stored", { ...content, crc: 0, store: true }, /does not have its checksum/],
    ["fewer bytes than it declares", { ...content, declaredBytes: 37 }, /36 bytes, .* says 37/],
    [
      "fewer bytes than it declares, stored",
      { ...content, declaredBytes: 37, store: true },
      /36 bytes, .* says 37/,
    ],
    [
      "more bytes than it declares, stored",
      { ...content, declaredBytes: 35, store: true },
      /36 bytes, .* says 35/,
    ],
    ["another compression", { ...content, method: 14 }, /has the compression method 14/],
    [
      "stored bytes that are said to be deflated",
      { ...content, store: true, method: 8 },
      /damaged/,
    ],
    ["deflated bytes that are said to be stored", { ...content, method: 0 }, /says 36/],
    ["encryption", { ...content, flags: 1 }, /is encrypted/],
  ];
  for (const [what, entry, reason] of table) {
    it(`is refused for ${what}, and the others can be read`, async () => {
      const zip = await opened([entry, ...three]);
      const error = await unpacked(zip, "x");
      expect(error)
        .to.match(/^DAR_PARSE_ERROR/)
        .and.to.match(reason);
      expect(await unpacked(zip, "a")).to.equal("alpha");
    });
  }
});

describe("Bytes that are not a zip file", () => {
  const table: ReadonlyArray<readonly [string, Uint8Array]> = [
    ["none", new Uint8Array()],
    ["three", bytesOf("PK\u0003")],
    ["the beginning alone", bytesOf("PK\u0003\u0004")],
    ["a zip file without entries", zipOf([])],
    ["something before the zip file", Uint8Array.from([0, ...zipOf(three)])],
    ["a zip file without its end", zipOf(three).slice(0, -22)],
    ["a zip file without its directory", zipOf(three).slice(0, 40)],
  ];
  for (const [what, bytes] of table) {
    it(`are refused: ${what}`, async () => {
      const zip = await openZip(bytes, defaultDarLimits);
      expect(isLeft(zip) && zip.left.code).to.be.oneOf(["INVALID_DAR", "DAR_PARSE_ERROR"]);
    });
  }

  it("are refused or read as far as they are in order, whatever they are", () => {
    const good = zipOf(three);
    const change = fc.tuple(fc.nat(good.length - 1), fc.nat(255));
    return fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const bytes = good.slice();
        for (const [at, byte] of changes) bytes[at] = byte;
        const zip = await openZip(bytes, defaultDarLimits);
        if (isLeft(zip)) return;
        for (const name of zip.right.names) {
          const content = await zip.right.unpack(name, 100);
          if (!isLeft(content)) expect(content.right.length).to.be.at.most(100);
        }
      }),
      { numRuns: 200 },
    );
  });
});
