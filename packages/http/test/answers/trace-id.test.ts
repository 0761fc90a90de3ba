import { expect } from "chai";
import fc from "fast-check";
import { systemIds } from "../../src/sessions/http-ids.js";
import {
  requestTraceId,
  traceIdOf,
  traceParentOf,
  traceStateOf,
} from "../../src/answers/trace-id.js";
import { incomingRequest } from "../fixtures/incoming-request.js";

const trace = "0af7651916cd43dd8448eb211c80319c";
const span = "b7ad6b7169203331";
const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const isZero = (text: string): boolean => /^0+$/.test(text);

describe("the trace id of a request", () => {
  it("is that of a W3C header", () => {
    expect(traceIdOf(`00-${trace}-${span}-01`, systemIds)).to.equal(trace);
    // a later version may have more parts
    expect(traceIdOf(`cc-${trace}-${span}-01-more`, systemIds)).to.equal(trace);
  });

  const malformed: ReadonlyArray<string | undefined> = [
    undefined,
    "",
    trace,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${trace.slice(1)}-${span}-01`,
    `00-${trace}-${span.slice(1)}-01`,
    `00-${trace}-${span}`,
    `00-${"0".repeat(32)}-${span}-01`,
    ` 00-${trace}-${span}-01`,
  ];
  for (const header of malformed) {
    it(`is fresh for ${JSON.stringify(header) ?? "no header"}`, () => {
      const ids = [traceIdOf(header, systemIds), traceIdOf(header, systemIds)];
      for (const id of ids) {
        expect(id)
          .to.match(/^[0-9a-f]{32}$/)
          .and.not.equal(trace);
      }
      expect(ids[0]).to.not.equal(ids[1]);
    });
  }

  it("is never the same twice, over more ids than one draw of bytes has", () => {
    const ids = Array.from({ length: 1_000 }, () => traceIdOf(undefined, systemIds));
    expect(new Set(ids).size).to.equal(ids.length);
    for (const id of ids) expect(id).to.have.lengthOf(32);
  });

  it("stays the same for one request, and is another for the next", () => {
    const request = incomingRequest();
    expect(requestTraceId(request, systemIds)).to.equal(requestTraceId(request, systemIds));
    expect(requestTraceId(incomingRequest(), systemIds)).to.not.equal(
      requestTraceId(request, systemIds),
    );
    const traced = incomingRequest({ headers: { traceparent: `00-${trace}-${span}-00` } });
    expect(requestTraceId(traced, systemIds)).to.equal(trace);
  });
});

describe("the trace parent that an update carries", () => {
  it("is any well-formed header of version 00, as it came", () => {
    const parts = fc
      .tuple(hex(32), hex(16), hex(2))
      .filter(([traceId, spanId]) => !isZero(traceId) && !isZero(spanId));
    fc.assert(
      fc.property(parts, ([traceId, spanId, flags]) => {
        const header = `00-${traceId}-${spanId}-${flags}`;
        expect(traceParentOf(header)).to.equal(header);
      }),
    );
  });

  const none: ReadonlyArray<string | ReadonlyArray<string> | undefined> = [
    undefined,
    "",
    `01-${trace}-${span}-01`,
    `00-${trace}-${span}-01-more`,
    `00-${"0".repeat(32)}-${span}-01`,
    `00-${trace}-${"0".repeat(16)}-01`,
    `00-${trace}-${span}-0g`,
    [`00-${trace}-${span}-01`],
  ];
  for (const header of none) {
    it(`is not ${JSON.stringify(header) ?? "absent"}`, () => {
      expect(traceParentOf(header)).to.equal(undefined);
    });
  }
});

describe("the state of a trace", () => {
  for (const text of [
    "k=v",
    "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE",
    "a@b/c-*_1= x;y:z",
    "k=v, ,l=w",
  ])
    it(`is kept: ${text}`, () => expect(traceStateOf(text)).to.equal(text));

  it("is one list, in however many headers", () => {
    expect(traceStateOf(["a=1", "b=2"])).to.equal("a=1,b=2");
  });

  const bad = [
    undefined,
    "",
    ",",
    "k",
    "=v",
    "K=v",
    "k=a=b",
    "k=ü",
    "k=v\u0000",
    `k=${"v".repeat(511)}`,
  ];
  for (const text of bad) {
    it(`is none for ${JSON.stringify(text)?.slice(0, 30) ?? "no header"}`, () => {
      expect(traceStateOf(text)).to.equal(undefined);
    });
  }
});
