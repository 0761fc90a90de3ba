import { Quota } from "@tallystick/background";
import { createTurns } from "@tallystick/background";
import { expect } from "chai";
import { wireJson } from "@tallystick/wire";
import { ledgerApiFamily } from "../../src/endpoints/endpoint-family.js";
import { nothing, rawBody, type ServedEndpoint } from "../../src/endpoints/endpoint.js";
import { smallBodyBytes } from "../../src/limits/body-reader.js";
import { declaredLength, requestBody } from "../../src/middleware/request-body.js";
import { type BareCall, bareApp } from "../fixtures/bare-app.js";
import { sampleEndpoint } from "../fixtures/sample-endpoint.js";

const maxBytes = 100_000;
const jsonEndpoint = sampleEndpoint({ method: "POST", body: wireJson });
const bytesEndpoint = sampleEndpoint({ method: "POST", body: rawBody });
const json = { "content-type": "application/json" };

/** What the middleware makes of a body; the room that is taken while the next one works. */
const received = async (
  endpoint: ServedEndpoint,
  call: BareCall,
  room: Quota = new Quota(maxBytes * 2, maxBytes * 2),
) => {
  const taken: number[] = [];
  let body: unknown = "the next middleware was not called";
  const app = await bareApp(requestBody({ maxBytes, room }, endpoint, createTurns()), (ctx) => {
    ({ body } = ctx.state.ledgerApi);
    taken.push(room.taken());
    ctx.body = "next";
  });
  const reply = await app.call({ method: "POST", ...call });
  await app.close();
  return { ...reply, body, taken: taken[0], left: room.taken() };
};

describe("the middleware that reads bodies", () => {
  it("parses JSON", async () => {
    const { body, text } = await received(jsonEndpoint, { headers: json, body: '{"a":[1,null]}' });
    expect(body).to.deep.equal({ a: [1, null] });
    expect(text).to.equal("next");
  });

  it("keeps integers beyond 2^53 whole", async () => {
    const { body } = await received(jsonEndpoint, { headers: json, body: "9007199254740993" });
    expect(body).to.equal(9_007_199_254_740_993n);
  });

  it("takes bytes as they come, whatever their type says", async () => {
    const body = Buffer.from([0, 255, 10]);
    for (const type of ["application/octet-stream", "application/json", "x"]) {
      const outcome = await received(bytesEndpoint, { headers: { "content-type": type }, body });
      expect(body.equals(Buffer.from(Object(outcome.body))), type).to.equal(true);
    }
  });

  for (const [sent, amount] of [
    ['{"a":1}', "whole"],
    ["", "although it is empty"],
  ] as const) {
    it(`refuses at once where an earlier middleware has read the body, ${amount}`, async () => {
      const app = await bareApp(async (ctx, next) => {
        for await (const chunk of ctx.req) void chunk;
        const room = new Quota(maxBytes, maxBytes);
        await requestBody({ maxBytes, room }, jsonEndpoint, createTurns())(ctx, next);
      });
      const reply = await app.call({ method: "POST", headers: json, body: sent });
      await app.close();
      const error = reply.exchange.error?.error;
      expect(error?.code).to.equal("REQUEST_BODY_CONSUMED");
      expect(error?.cause).to.contain("mount the interface before it");
    });
  }

  it("reads nothing where the endpoint takes nothing", async () => {
    const endpoint = sampleEndpoint({ method: "POST", body: nothing });
    const { body, text } = await received(endpoint, { headers: json, body: "not JSON" });
    expect([body, text]).to.deep.equal([undefined, "next"]);
  });

  const explanation = "x-tallystick-explanation";

  const texts: ReadonlyArray<readonly [sent: string | Buffer, reason: string]> = [
    ["", "expected JSON, found nothing"],
    ["{", "not JSON: "],
    ["{} {}", "not JSON: "],
    ["[".repeat(101), "JSON nested deeper than 100 levels"],
    ["0.1000000000000000000000000000001", "has more digits than a JSON number carries exactly"],
    [Buffer.from([0x22, 0xff, 0x22]), "the body is not valid UTF-8"],
  ];
  for (const [sent, reason] of texts) {
    it(`answers 400 in plain text: ${reason}`, async () => {
      const { status, text, headers, exchange } = await received(jsonEndpoint, {
        headers: json,
        body: sent,
      });
      expect(status).to.equal(400);
      expect(headers["content-type"]).to.equal("text/plain; charset=UTF-8");
      expect(text).to.contain("Invalid value for: body (");
      expect(`${text} ${String(headers[explanation])}`).to.contain(reason);
      expect(exchange.error).to.equal(undefined);
    });
  }

  it("denies bodies of another content type, and compressed ones", async () => {
    for (const headers of [
      { "content-type": "text/html" },
      { ...json, "content-encoding": "gzip" },
    ]) {
      const { exchange } = await received(jsonEndpoint, { headers, body: "{}" });
      expect(exchange.error?.error.code).to.equal("UNSUPPORTED_MEDIA_TYPE");
    }
    const bytes = await received(bytesEndpoint, {
      headers: { "content-encoding": "gzip" },
      body: "x",
    });
    expect(bytes.exchange.error?.error.code).to.equal("UNSUPPORTED_MEDIA_TYPE");
  });

  it("takes a body without a content type, as the official client sends it", async () => {
    expect((await received(jsonEndpoint, { body: "{}" })).body).to.deep.equal({});
  });

  const lengths: ReadonlyArray<readonly [length: number, isTaken: boolean]> = [
    [maxBytes - 1, true],
    [maxBytes, true],
    [maxBytes + 1, false],
  ];
  for (const [length, isTaken] of lengths) {
    it(`${isTaken ? "takes" : "refuses"} ${length} of ${maxBytes} bytes, declared or in chunks`, async () => {
      for (const headers of [{}, { "transfer-encoding": "chunked", "content-length": [] }]) {
        const body = Buffer.alloc(length, "x");
        const { exchange, text } = await received(bytesEndpoint, { headers, body });
        if (isTaken) {
          expect(text).to.equal("next");
          continue;
        }
        expect(exchange.error?.error).to.include({ code: "REQUEST_BODY_TOO_LARGE" });
        expect(exchange.error?.error.cause).to.equal(
          `The request body exceeded size limit (${maxBytes} bytes)`,
        );
      }
    });
  }

  it("holds the room of a large body while it is worked on, and gives it back", async () => {
    const body = Buffer.alloc(smallBodyBytes + 1, "x");
    const bytes = await received(bytesEndpoint, { body });
    expect([bytes.taken, bytes.left]).to.deep.equal([smallBodyBytes + 1, 0]);
    // nothing is held with the request either
    expect([bytes.body === undefined, bytes.exchange.body]).to.deep.equal([false, undefined]);
    const broken = await received(jsonEndpoint, { headers: json, body });
    expect([broken.status, broken.left]).to.deep.equal([400, 0]);
  });

  it("gives the room back when the next middleware throws", async () => {
    const room = new Quota(maxBytes, maxBytes);
    const app = await bareApp(requestBody({ maxBytes, room }, bytesEndpoint, createTurns()), () => {
      throw new Error("broken");
    });
    const body = Buffer.alloc(smallBodyBytes + 1);
    expect((await app.call({ method: "POST", body })).status).to.equal(500);
    expect(room.taken()).to.equal(0);
    await app.close();
  });

  it("answers that the node is busy when other bodies have all the room", async () => {
    const room = new Quota(maxBytes, maxBytes);
    room.take(maxBytes, "");
    const body = Buffer.alloc(smallBodyBytes + 1);
    const { exchange } = await received(bytesEndpoint, { body }, room);
    expect(exchange.error?.error).to.include({
      code: "PARTICIPANT_OVERLOADED",
      definiteAnswer: true,
    });
    const small = await received(bytesEndpoint, { body: "x" }, room);
    expect(small.text).to.equal("next");
  });

  it("lets a body be left out where the family allows it, and only there", async () => {
    const family = { ...ledgerApiFamily, isBodyOptional: true };
    const optional = sampleEndpoint({ method: "POST", body: wireJson, family });
    const { body, text } = await received(optional, {});
    expect([body, text]).to.deep.equal([undefined, "next"]);
    expect((await received(jsonEndpoint, {})).status).to.equal(400);
  });

  it("reads the body of a GET that has one, and says so where it has none", async () => {
    const endpoint = sampleEndpoint({ method: "GET", body: wireJson });
    const got = await received(endpoint, { method: "GET", headers: json, body: "[1]" });
    expect(got.body).to.deep.equal([1]);
    const none = await received(endpoint, { method: "GET" });
    expect(none.status).to.equal(400);
    expect(none.text).to.equal("Invalid value for: body (exhausted input)");
    expect(none.headers[explanation]).to.equal("expected a JSON body, although the method is GET");
  });
});

describe("the middleware that looks at the declared length", () => {
  for (const [length, isTaken] of [
    [99, true],
    [100, true],
    [101, false],
  ] as const) {
    it(`${isTaken ? "lets through" : "refuses"} ${length} of 100 bytes`, async () => {
      const app = await bareApp(declaredLength(100), (ctx) => {
        ctx.body = "next";
      });
      const reply = await app.call({ method: "POST", body: "x".repeat(length) });
      await app.close();
      expect(reply.text === "next").to.equal(isTaken);
      expect(reply.exchange.error?.error.code).to.equal(
        isTaken ? undefined : "REQUEST_BODY_TOO_LARGE",
      );
    });
  }

  it("lets a body through that does not say how long it is", async () => {
    const app = await bareApp(declaredLength(1), (ctx) => {
      ctx.body = "next";
    });
    const headers = { "transfer-encoding": "chunked", "content-length": [] };
    expect((await app.call({ method: "POST", headers, body: "xxx" })).text).to.equal("next");
    await app.close();
  });
});
