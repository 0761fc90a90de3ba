import { expect } from "chai";
import { type Answer, jsonAnswer } from "../../src/answers/answer.js";
import { newExchange, writeAnswer } from "../../src/middleware/exchange.js";
import { bareApp } from "../fixtures/bare-app.js";

const answered = async (answer: Answer) => {
  const app = await bareApp((ctx) => writeAnswer(ctx, answer));
  const reply = await app.call();
  await app.close();
  return reply;
};

describe("an exchange that has just begun", () => {
  it("has no endpoint, no body, no error, and no one who may do anything", () => {
    const { endpoint, body, error, caller } = newExchange(
      () => "t",
      () => 0,
    );
    expect([endpoint, body, error]).to.deep.equal([undefined, undefined, undefined]);
    expect(caller.userId).to.equal("");
    expect(caller.rights.everything).to.equal(false);
    expect(caller.rights.participantAdmin).to.equal(false);
    expect(caller.rights.canActAs("alice")).to.equal(false);
  });

  it("makes its trace id when it is first needed", () => {
    let made = 0;
    const exchange = newExchange(
      () => `t${++made}`,
      () => 0,
    );
    expect(made).to.equal(0);
    expect(exchange.traceId()).to.equal("t1");
  });

  it("begins now", () => {
    let nowMs = 1_000;
    const { elapsedMs } = newExchange(
      () => "t",
      () => nowMs,
    );
    expect(elapsedMs()).to.equal(0);
    nowMs += 25;
    expect(elapsedMs()).to.equal(25);
  });
});

describe("an answer in Koa's response", () => {
  it("is JSON with its content type as it is", async () => {
    const { status, headers, text } = await answered(jsonAnswer('{"a":1}'));
    expect([status, text]).to.deep.equal([200, '{"a":1}']);
    expect(headers["content-type"]).to.equal("application/json");
    expect(headers["content-length"]).to.equal("7");
  });

  it("has any status, also one that Koa knows no text of", async () => {
    for (const status of [201, 400, 404, 413, 429, 500]) {
      const reply = await answered({ status, contentType: "text/plain; charset=UTF-8", body: "x" });
      expect([reply.status, reply.text]).to.deep.equal([status, "x"]);
    }
  });

  it("has headers too", async () => {
    const answer = { ...jsonAnswer("{}"), headers: { "Retry-After": "3", "X-Other": "y" } };
    const { headers } = await answered(answer);
    expect(headers).to.include({ "retry-after": "3", "x-other": "y" });
  });

  it("may be empty, and then is not a 204", async () => {
    const answer = { status: 200, contentType: "text/plain; charset=UTF-8", body: "" };
    const { status, text, headers } = await answered(answer);
    expect([status, text]).to.deep.equal([200, ""]);
    expect(headers["content-length"]).to.equal("0");
  });

  it("may be bytes, and only those of their window into a larger buffer", async () => {
    const buffer = Uint8Array.from([120, 121, 122, 119]);
    const { text, headers } = await answered({
      status: 200,
      contentType: "application/octet-stream",
      body: buffer.subarray(1, 3),
    });
    expect(text).to.equal("yz");
    expect(headers["content-length"]).to.equal("2");
    expect(headers["content-type"]).to.equal("application/octet-stream");
  });
});
