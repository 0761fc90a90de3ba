import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { vectors } from "./support/published-vectors.js";

// the compiled test is in dist/test
const entry = new URL("../src/browser.js", import.meta.url);

const specifiers = /^(?:import|export)\s(?:[^"';()=]*?\sfrom\s+)?["']([^"'\n]+)["']/gm;

const resolved = (specifier: string, from: URL): URL =>
  specifier === "#sha256"
    ? new URL("../src/digest/sha256-browser.js", import.meta.url)
    : specifier.startsWith(".")
      ? new URL(specifier, from)
      : new URL(import.meta.resolve(specifier));

/** The files that an entry leads to; those of other publishers are left out. */
const filesFrom = (url: URL, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(url.href)) return found;
  found.add(url.href);
  for (const [, specifier = ""] of readFileSync(url, "utf8").matchAll(specifiers)) {
    const isOurs = /^(\.|#|@tallystick\/)/.test(specifier);
    if (isOurs) filesFrom(resolved(specifier, url), found);
    else expect(specifier, url.pathname).to.not.match(/^node:/);
  }
  return found;
};

const script = `
  delete globalThis.Buffer;
  const { describePreparedTransaction, describeTopology, hexOf } = await import(process.argv[1]);
  const { vectors } = JSON.parse(process.argv[2]);
  const bytes = (text) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  const hashes = vectors.map(({ transactions, scheme }) => {
    const described = scheme === undefined
      ? describeTopology(transactions.map(bytes))
      : describePreparedTransaction(bytes(transactions[0]), scheme);
    return described._tag === "Right"
      ? hexOf(described.right.hash ?? described.right.multiHash)
      : described.left.message;
  });
  console.log(JSON.stringify(hashes));
`;

describe("the entry for browsers", () => {
  it("leads to no module of Node", () => {
    expect(filesFrom(entry).size).to.be.greaterThan(20);
  });

  it("computes the published hashes without Node's hashing and its Buffer", () => {
    const { preparedTransactions, preparedTransactionsV3Only, topology } = vectors;
    const rows = [
      ...preparedTransactions.flatMap(({ preparedTransaction, hashV2 }) =>
        hashV2 === undefined
          ? []
          : [[[preparedTransaction], "HASHING_SCHEME_VERSION_V2", hashV2] as const],
      ),
      ...[...preparedTransactions, ...preparedTransactionsV3Only].map(
        ({ preparedTransaction, hashV3 }) =>
          [[preparedTransaction], "HASHING_SCHEME_VERSION_V3", hashV3] as const,
      ),
      ...topology.map(
        ({ topologyTransactions, multiHash }) =>
          [topologyTransactions, undefined, multiHash] as const,
      ),
    ];
    const input = rows.map(([transactions, scheme]) => ({ transactions, scheme }));
    const printed = execFileSync(
      process.execPath,
      [
        "-C",
        "browser",
        "--input-type=module",
        "-e",
        script,
        fileURLToPath(entry),
        JSON.stringify({ vectors: input }),
      ],
      { encoding: "utf8" },
    );
    expect(JSON.parse(printed)).to.deep.equal(rows.map(([, , hash]) => hash));
  });
});
