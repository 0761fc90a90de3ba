import { expect } from "chai";
import { JsStatus, toStatus } from "../../src/errors/error-status.js";
import { ledgerError } from "@tallystick/core";

const unknownFields = { fields: {} };
const ascii = (base64: string): string => Buffer.from(base64, "base64").toString("latin1");

describe("the status of a completion", () => {
  const error = ledgerError("SEQUENCER_BACKPRESSURE", "too busy", {
    context: { reason: "load" },
    resources: [["CONTRACT_ID", "00ab"]],
    correlationId: "3f0c1234-5678",
  });
  const status = toStatus(error);

  it("names code, category, correlation and cause in its message", () => {
    expect(status.code).to.equal(10);
    expect(status.message).to.equal("SEQUENCER_BACKPRESSURE(2,3f0c1234): too busy");
    expect(toStatus(ledgerError("INCONSISTENT", "x")).message).to.equal("INCONSISTENT(9,0): x");
    expect(JsStatus.is(status)).to.equal(true);
  });

  it("carries the four kinds of details", () => {
    expect(status.details.map(({ typeUrl }) => typeUrl)).to.deep.equal(
      ["ErrorInfo", "RetryInfo", "RequestInfo", "ResourceInfo"].map(
        (name) => `type.googleapis.com/google.rpc.${name}`,
      ),
    );
    expect(status.details.map(({ valueDecoded }) => valueDecoded)).to.deep.equal([
      {
        reason: "SEQUENCER_BACKPRESSURE",
        domain: "",
        metadata: { reason: "load", category: "2", definite_answer: "true" },
        unknownFields,
      },
      { retryDelay: { seconds: 1, nanos: 0, unknownFields }, unknownFields },
      { requestId: "3f0c1234-5678", servingData: "", unknownFields },
      {
        resourceType: "CONTRACT_ID",
        resourceName: "00ab",
        owner: "",
        description: "",
        unknownFields,
      },
    ]);
    for (const detail of status.details) expect(detail.unknownFields).to.deep.equal(unknownFields);
  });

  it("holds the protocol-buffer bytes of each detail", () => {
    const entry = (key: string, value: string): string => {
      const pair = `\x0a${String.fromCharCode(key.length)}${key}\x12${String.fromCharCode(value.length)}${value}`;
      return `\x1a${String.fromCharCode(pair.length)}${pair}`;
    };
    expect(status.details.map(({ value }) => ascii(value))).to.deep.equal([
      `\x0a\x16SEQUENCER_BACKPRESSURE${entry("reason", "load")}${entry("category", "2")}${entry("definite_answer", "true")}`,
      "\x0a\x02\x08\x01",
      "\x0a\x0d3f0c1234-5678",
      "\x0a\x0bCONTRACT_ID\x12\x0400ab",
    ]);
  });

  it("writes the length 127 in one byte", () => {
    const detail = toStatus(
      ledgerError("INCONSISTENT", "x", { resources: [["K", "x".repeat(127)]] }),
    ).details.at(-1);
    const bytes = Buffer.from(detail?.value ?? "", "base64");
    expect([...bytes.subarray(0, 6)]).to.deep.equal([0x0a, 1, 0x4b, 0x12, 127, 0x78]);
  });

  it("writes lengths beyond 127 as varints and text as UTF-8", () => {
    const long = toStatus(
      ledgerError("INCONSISTENT", "x", { resources: [["K", "é".repeat(100)]] }),
    ).details.at(-1);
    const bytes = Buffer.from(long?.value ?? "", "base64");
    expect([...bytes.subarray(0, 6)]).to.deep.equal([0x0a, 1, 0x4b, 0x12, 0xc8, 0x01]);
    expect(bytes.subarray(6).toString("utf8")).to.equal("é".repeat(100));
  });

  it("tells of a redacted error only its request", () => {
    const redacted = toStatus(
      ledgerError("SERVICE_INTERNAL_ERROR", "secret", { correlationId: "c-1" }),
    );
    expect(redacted.code).to.equal(13);
    expect(redacted.details.map(({ typeUrl }) => typeUrl)).to.deep.equal([
      "type.googleapis.com/google.rpc.RequestInfo",
    ]);
    expect(JSON.stringify(redacted)).to.not.match(/secret|SERVICE_INTERNAL_ERROR/);
  });
});
