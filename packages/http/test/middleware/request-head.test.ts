import { expect } from "chai";
import type { Ledger } from "@tallystick/node";
import {
  longHeaderSentence,
  maxHeaderLength,
  maxTargetLength,
} from "../../src/middleware/request-head.js";
import { memoryLedger } from "../fixtures/fake-ledger.js";
import { runServer, type RunningServer, sendBytes } from "../fixtures/running-server.js";

describe("The head of a request", () => {
  let ledger: Ledger;
  let running: RunningServer;
  before(async () => {
    ledger = await memoryLedger();
    running = await runServer(ledger);
  });
  after(async () => {
    await running.server.close();
    await ledger.close();
  });

  const statusOf = async (path: string, accept?: string) => {
    const headers = accept === undefined ? {} : { accept };
    const { status, text } = await running.call("GET", path, { headers });
    return [status, text.startsWith("{") ? "JSON" : text];
  };

  it("must accept JSON where JSON is answered", async () => {
    for (const accept of [
      undefined,
      "*/*",
      "application/json",
      "application/*;q=0.5",
      "text/html, */*",
      "application/json; charset=utf-8",
      "application/json;q=0",
      "no list of ranges",
    ])
      expect(await statusOf("/v2/state/ledger-end", accept)).to.deep.equal([200, "JSON"]);
    for (const accept of ["application/xml", "text/html", "text/html, image/*;q=0.5"]) {
      const answer = await running.call("GET", "/v2/state/ledger-end", { headers: { accept } });
      expect([answer.status, answer.type, answer.text]).to.deep.equal([406, "", ""]);
    }
  });

  it("may accept anything where the answer is no JSON", async () => {
    const { status } = await running.call("GET", "/docs/openapi", {
      headers: { accept: "application/yaml" },
    });
    expect(status).to.equal(200);
  });

  it("has an address of at most 2,048 characters below /v2", async () => {
    const path = (length: number): string => "/v2/users?x=".padEnd(length, "a");
    expect(await statusOf(path(maxTargetLength))).to.deep.equal([200, "JSON"]);
    expect(await statusOf(path(maxTargetLength + 1))).to.deep.equal([
      414,
      "URI length exceeds the configured limit of 2048 characters",
    ]);
  });

  it("has values of at most 8,192 characters below /v2", async () => {
    const answered = async (length: number) => {
      const headers = { "x-long": "a".repeat(length) };
      const { status, type, text } = await running.call("GET", "/v2/version", { headers });
      return status === 200 ? [status] : [status, type, text];
    };
    const refused = [431, "text/plain; charset=UTF-8", longHeaderSentence];
    expect(await answered(maxHeaderLength)).to.deep.equal([200]);
    expect(await answered(maxHeaderLength + 1)).to.deep.equal(refused);
    // beyond what Node's parser takes
    expect(await answered(100_000)).to.deep.equal(refused);
  });

  it("has a token after Bearer", async () => {
    for (const authorization of ["Bearer", "bearer "]) {
      const options = { token: null, headers: { authorization } };
      const { status, text } = await running.call("GET", "/v2/state/ledger-end", options);
      expect([status, text]).to.deep.equal([400, "Invalid value for: header Authorization"]);
      expect((await running.call("GET", "/v2/version", options)).status).to.equal(400);
    }
    const basic = { token: null, headers: { authorization: "Basic eDp5" } };
    expect((await running.call("GET", "/v2/state/ledger-end", basic)).status).to.equal(401);
  });

  it("has a method that a public node knows", async () => {
    // PROPFIND is known to Node's parser, FOO is not
    for (const method of ["PROPFIND", "FOO"]) {
      const request = `${method} /v2/version HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      const answer = await sendBytes(running.base, request);
      expect(answer).to.match(/^HTTP\/1\.1 501 /);
      expect(answer).to.match(/\r\n\r\nUnsupported HTTP method$/);
    }
  });
});
