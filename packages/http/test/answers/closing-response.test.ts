import { expect } from "chai";
import fc from "fast-check";
import { jsonAnswer } from "../../src/answers/answer.js";
import { closingResponse } from "../../src/answers/closing-response.js";

const json = (status: number, body: string) => ({ ...jsonAnswer(body), status });

describe("an answer that ends its connection", () => {
  it("is a whole HTTP/1.1 response", () => {
    expect(closingResponse(json(429, '{"a":"ü"}'), { "Retry-After": "3" })).to.equal(
      "HTTP/1.1 429 Too Many Requests\r\n" +
        "Content-Type: application/json\r\n" +
        "X-Content-Type-Options: nosniff\r\n" +
        "Retry-After: 3\r\n" +
        "Content-Length: 10\r\n" +
        "Connection: close\r\n" +
        "\r\n" +
        '{"a":"ü"}',
    );
  });

  it("has a status line for a status without a name", () => {
    expect(closingResponse(json(599, "")).split("\r\n")[0]).to.equal("HTTP/1.1 599 ");
  });

  it("says its length in bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const response = closingResponse(json(400, text));
        const [head = "", ...rest] = response.split("\r\n\r\n");
        const body = rest.join("\r\n\r\n");
        expect(body).to.equal(text);
        expect(head).to.contain(`Content-Length: ${Buffer.byteLength(text)}`);
      }),
    );
  });
});
