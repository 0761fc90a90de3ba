import { expect } from "chai";
import fc from "fast-check";
import { developmentUser, type Endpoint, endpoints } from "../../../src/index.js";
import { nothing } from "../../../src/endpoints/endpoint.js";
import { mutatedJson } from "../../fixtures/mutated-json.js";
import { at, openPingServer, type PingServer } from "../../fixtures/ping-server.js";
import { type RowSample, rowSamples } from "../../fixtures/row-samples.js";
import { developmentToken, runServer, sendBytes } from "../../fixtures/running-server.js";

/** Requests for each row; more of them find more. */
const runs = Number(process.env.FUZZ_RUNS ?? 25);

const keyOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/**
 * Longest text an error may have: 4096 bytes of an error object, and the plain text of one that
 * does not decode.
 */
const maxRefusalLength = 8_192;
const maxAnswerMs = 60_000;
const maxGrowthBytes = 512 * 1024 * 1024;

/** What the process has in use once its garbage is collected. */
const usedBytes = (): number => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const stackLine = /\n\s+at .*(<anonymous>|:\d+:\d+)|node:internal|\.js:\d+:\d+|node_modules/;

const hostileTexts = fc.oneof(
  fc.constantFrom("", "__proto__", "constructor", "%", "%ff", "%00", "..%2f..", "a".repeat(2_000)),
  fc.constantFrom("-1", "1e9", "9223372036854775808", "NaN", "\u{1f980}", "p::1220", "x'--"),
  fc.string({ unit: "binary", maxLength: 40 }),
);

describe("Fuzz of every row", () => {
  let pings: PingServer;
  let token: string;
  let samples: ReadonlyMap<string, RowSample>;
  let usedBefore: number;

  before(async () => {
    pings = await openPingServer({ listIdleTimeoutMs: 1, requestTimeoutMs: maxAnswerMs });
    token = await developmentToken();
    const { alice } = pings;
    await pings.ledger.createUser({ userId: "other", rights: [] });
    samples = rowSamples({
      party: alice,
      otherUser: "other",
      synchronizerId: () => pings.ledger.synchronizerId,
    });
    await pings.post("/v2/commands/submit-and-wait", pings.create());
    usedBefore = usedBytes();
  });
  after(() => pings.close());

  const encoded = (text: string): string => {
    try {
      return text.startsWith("%") ? text : encodeURIComponent(text);
    } catch {
      return "%ed%a0%80";
    }
  };

  const pathOf = ({ path }: Endpoint, { parameters = {} }: RowSample, given: string | undefined) =>
    path.replace(/\{([^}]+)\}/g, (_all, name: string) =>
      given === undefined ? encodeURIComponent(parameters[name] ?? "sample") : encoded(given),
    );

  interface Sent {
    readonly path: string;
    readonly raw: string | Uint8Array<ArrayBuffer> | undefined;
  }

  /**
   * An error leaves no event but the completion of a command that reached the ledger: that is
   * where it says why not.
   */
  const expectNothingDone = async (beginExclusive: number): Promise<void> => {
    const endInclusive = pings.ledger.ledgerEnd();
    if (endInclusive === beginExclusive) return;
    expect(endInclusive).to.equal(beginExclusive + 1);
    const completions = pings.ledger.queries.completions({
      userId: developmentUser,
      parties: [pings.alice],
      beginExclusive,
    });
    const codes: unknown[] = [];
    for await (const item of completions)
      codes.push(at(item, "right", "completionResponse", "Completion", "value", "status", "code"));
    expect(codes[0]).to.be.a("number").that.is.greaterThan(0);
  };

  const withoutServerError = async ({ method }: Endpoint, { path, raw }: Sent): Promise<void> => {
    const end = pings.ledger.ledgerEnd();
    const startedMs = performance.now();
    const reply = await pings.running.call(method, path, raw === undefined ? {} : { raw });
    expect(performance.now() - startedMs).to.be.lessThan(maxAnswerMs);
    expect(reply.status, reply.text.slice(0, 500)).to.be.lessThan(500);
    expect(reply.text).to.not.match(stackLine);
    expect(Object({})).to.not.have.property("polluted");
    if (reply.status === 200) return;
    expect(reply.text.length).to.be.at.most(maxRefusalLength);
    await expectNothingDone(end);
  };

  // `fetch` sends no body with GET; the rows that take one there have a twin that is posted
  const takesBody = (row: Endpoint): boolean => row.body !== nothing && row.method !== "GET";

  for (const row of endpoints) {
    const name = keyOf(row);

    if (takesBody(row)) {
      it(`answers every body to ${name} without failing`, async () => {
        const sample = samples.get(name) ?? { needs: "any" as const };
        const bodies: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> =
          sample.bytes === undefined
            ? mutatedJson(sample.body ?? {})
            : fc.uint8Array({ maxLength: 500 }).map((bytes) => Uint8Array.from(bytes));
        const path = `${pathOf(row, sample, undefined)}${sample.query ?? ""}`;
        await fc.assert(
          fc.asyncProperty(bodies, (raw) => withoutServerError(row, { path, raw })),
          { numRuns: runs, endOnFailure: true },
        );
      });
    }

    it(`answers every path and query of ${name} without failing`, async () => {
      const sample = samples.get(name) ?? { needs: "any" as const };
      const names = Object.keys(Object(row.query.schema.properties));
      const query = fc.array(
        fc.tuple(fc.constantFrom("limit", "__proto__", ...names), hostileTexts),
        { maxLength: 3 },
      );
      const raw = takesBody(row) ? (sample.bytes ?? JSON.stringify(sample.body ?? {})) : undefined;
      await fc.assert(
        fc.asyncProperty(fc.option(hostileTexts, { nil: undefined }), query, (given, pairs) => {
          const texts = pairs.map(([key, value]) => `${key}=${encoded(value)}`);
          // an idle time of the caller's choice only makes this slow
          const idle = names.includes("stream_idle_timeout_ms") ? ["stream_idle_timeout_ms=1"] : [];
          const path = `${pathOf(row, sample, given)}?${[...idle, ...texts].join("&")}`;
          return withoutServerError(row, { path, raw });
        }),
        { numRuns: runs, endOnFailure: true },
      );
    });
  }

  it("gives up slow bodies on every row, and continues answering meanwhile", async () => {
    const rows = endpoints.filter(takesBody);
    const hasty = await runServer(pings.ledger, { requestTimeoutMs: 1_500 });
    const slow = rows.map((row) => {
      const sample = samples.get(keyOf(row)) ?? { needs: "any" as const };
      const bytes = [
        `${row.method} ${pathOf(row, sample, undefined)} HTTP/1.1`,
        "Host: localhost",
        `Authorization: Bearer ${token}`,
        "Content-Type: application/json",
        "Content-Length: 100",
        "",
        "{",
      ].join("\r\n");
      return sendBytes(hasty.base, bytes);
    });
    expect((await hasty.call("GET", "/livez")).status).to.equal(200);
    for (const [index, received] of (await Promise.all(slow)).entries())
      expect(received, rows[index]?.path).to.match(/^HTTP\/1.1 408 /);
    await hasty.server.close();
  });

  it("has kept its memory within bounds and its log free of failures", () => {
    expect(usedBytes() - usedBefore).to.be.lessThan(maxGrowthBytes);
    const failures = pings.running.log.filter(({ level }) => Number(level) >= 50);
    expect(failures).to.deep.equal([]);
  });
});
