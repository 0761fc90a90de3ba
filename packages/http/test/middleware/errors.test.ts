import {
  type ErrorCode,
  invalidArgument,
  type LedgerError,
  ledgerError,
  missingField,
} from "@tallystick/core";
import { LedgerFailure } from "@tallystick/node";
import { ViewsUnreadable } from "@tallystick/views";
import { JsLedgerError } from "@tallystick/wire";
import { expect } from "chai";
import { pino } from "pino";
import { textAnswer } from "../../src/answers/answer.js";
import { ThrownAnswer } from "../../src/answers/thrown-answer.js";
import type { AccessDenied } from "../../src/auth/request-caller.js";
import { ledgerApiFamily } from "../../src/endpoints/endpoint-family.js";
import type { ServedEndpoint } from "../../src/endpoints/endpoint.js";
import { errors } from "../../src/middleware/errors.js";
import { type LedgerApiMiddleware, RequestDenied } from "../../src/middleware/exchange.js";
import { bareApp } from "../fixtures/bare-app.js";
import { sampleEndpoint } from "../fixtures/sample-endpoint.js";

const familyOf = () => ledgerApiFamily;
const unreadable = new ViewsUnreadable(ledgerError("SERVICE_NOT_RUNNING", "damaged"));

/** One request whose last middleware does something; with what is logged and counted. */
const answerOf = async (last: LedgerApiMiddleware, explain = false) => {
  const counted: ErrorCode[] = [];
  const lines: Array<Readonly<Record<string, unknown>>> = [];
  const logger = pino({ level: "debug" }, { write: (line) => void lines.push(JSON.parse(line)) });
  const observer = {
    opened: () => undefined,
    answered: () => undefined,
    refused: (code: ErrorCode) => counted.push(code),
  };
  const app = await bareApp(
    errors({ logger, observer, explain, participant: "participant", familyOf }),
    last,
  );
  const reply = await app.call({ path: "/v2/sample" });
  await app.close();
  return { ...reply, counted, lines, thrown: app.thrown };
};

/** A middleware that ends the request with an error. */
const ending =
  (denied: AccessDenied, endpoint?: ServedEndpoint): LedgerApiMiddleware =>
  (ctx) => {
    ctx.state.ledgerApi.endpoint = endpoint;
    throw new RequestDenied(denied);
  };
const submit = sampleEndpoint({ method: "POST", badRequestAsText: true });

describe("the middleware of errors", () => {
  it("changes nothing of what went well", async () => {
    const { status, text, counted, lines } = await answerOf((ctx) => {
      ctx.body = "fine";
    });
    expect([status, text]).to.deep.equal([200, "fine"]);
    expect([counted, lines]).to.deep.equal([[], []]);
  });

  const statuses: ReadonlyArray<readonly [error: LedgerError, status: number]> = [
    [missingField("a"), 400],
    [ledgerError("UNAUTHENTICATED", "no"), 401],
    [ledgerError("PERMISSION_DENIED", "no"), 403],
    [ledgerError("CONTRACT_NOT_FOUND", "no"), 404],
    [ledgerError("DUPLICATE_COMMAND", "again"), 409],
    [ledgerError("REQUEST_BODY_TOO_LARGE", "no"), 413],
    [ledgerError("RATE_LIMIT_EXCEEDED", "no"), 429],
    [ledgerError("REQUEST_TIME_OUT", "late"), 504],
  ];
  for (const [error, status] of statuses) {
    it(`answers ${error.code} with ${status} and an error object, counts and logs it`, async () => {
      const reply = await answerOf(ending({ error }));
      expect(reply.status).to.equal(status);
      expect(JsLedgerError.is(JSON.parse(reply.text))).to.equal(true);
      expect(reply.counted).to.deep.equal([error.code]);
      expect(reply.lines).to.have.lengthOf(1);
      expect(reply.lines[0]).to.include({
        msg: status >= 500 ? "request failed" : "request rejected",
        level: status >= 500 ? 50 : 30,
        code: error.code,
        reason: error.cause,
        path: "/v2/sample",
        status,
        traceId: reply.exchange.traceId(),
      });
    });
  }

  it("adds the headers of an error to its answer", async () => {
    const headers = { "Retry-After": "7" };
    const reply = await answerOf(
      ending({ error: ledgerError("RATE_LIMIT_EXCEEDED", "x"), headers }),
    );
    expect(reply.headers["retry-after"]).to.equal("7");
  });

  it("explains a redacted error in the development login, and nowhere else", async () => {
    const error = ledgerError("PERMISSION_DENIED", "lacks CanActAs for party alice");
    expect((await answerOf(ending({ error }))).text).to.not.contain("alice");
    expect((await answerOf(ending({ error }), true)).text).to.contain("alice");
  });

  it("answers in the form of the endpoint's family", async () => {
    const errorAnswer = (error: LedgerError) => textAnswer(418, `own form: ${error.cause}`);
    const endpoint = sampleEndpoint({ family: { ...ledgerApiFamily, errorAnswer } });
    const reply = await answerOf(ending({ error: ledgerError("INCONSISTENT", "x") }, endpoint));
    expect([reply.status, reply.text]).to.deep.equal([418, "own form: x"]);
  });

  describe("of a submission, whose every 400 is plain text (specification 4.1)", () => {
    it("is the text of the error object for a broken rule of the request", async () => {
      const error = { ...invalidArgument("found a, expected b", "actAs[0]"), invalidRequest: true };
      const reply = await answerOf(ending({ error }, submit));
      expect(reply.status).to.equal(400);
      expect(reply.headers["content-type"]).to.equal("text/plain; charset=UTF-8");
      expect(JSON.parse(reply.text)).to.have.nested.property("context.field", "actAs[0]");
    });

    it("is the text of the error object for any other error with status 400", async () => {
      const error = ledgerError("TEMPLATE_PRECONDITION_VIOLATED", "no");
      const reply = await answerOf(ending({ error }, submit));
      expect(reply.status).to.equal(400);
      expect(reply.headers["content-type"]).to.equal("text/plain; charset=UTF-8");
      expect(JSON.parse(reply.text)).to.include({ code: "TEMPLATE_PRECONDITION_VIOLATED" });
    });

    it("stays JSON for other statuses", async () => {
      const reply = await answerOf(
        ending({ error: ledgerError("DUPLICATE_COMMAND", "x") }, submit),
      );
      expect(reply.status).to.equal(409);
      expect(reply.headers["content-type"]).to.equal("application/json");
    });

    it("is JSON at other endpoints, also for a broken rule", async () => {
      const error = { ...invalidArgument("x", "actAs[0]"), invalidRequest: true };
      const reply = await answerOf(ending({ error }, sampleEndpoint()));
      expect(reply.headers["content-type"]).to.equal("application/json");
    });
  });

  it("answers an exception of an endpoint with 500, and keeps it in the log", async () => {
    const reply = await answerOf((ctx) => {
      ctx.state.ledgerApi.endpoint = sampleEndpoint();
      throw new Error("secret of the node");
    });
    expect(reply.status).to.equal(500);
    expect(reply.text).to.not.contain("secret");
    expect(JSON.parse(reply.text)).to.include({ code: "LEDGER_API_INTERNAL_ERROR" });
    expect(reply.lines[0]).to.include({ level: 50, traceId: reply.exchange.traceId() });
    expect(JSON.stringify(reply.lines[0])).to.contain("secret of the node");
    expect(reply.thrown).to.deep.equal([]);
  });

  const thrown: ReadonlyArray<
    readonly [what: string, thrown: Error, status: number, text: string]
  > = [
    ["an error of the ledger", new LedgerFailure(missingField("a")), 400, "MISSING_FIELD"],
    ["views that cannot be read", unreadable, 503, "SERVICE_NOT_RUNNING"],
    ["an answer of its own", new ThrownAnswer(textAnswer(418, "tea")), 418, "tea"],
  ];
  for (const [what, error, status, text] of thrown) {
    it(`answers ${what} that an endpoint throws, and not that the application throws`, async () => {
      const of = async (endpoint: ServedEndpoint | undefined) =>
        answerOf((ctx) => {
          ctx.state.ledgerApi.endpoint = endpoint;
          throw error;
        });
      const reply = await of(sampleEndpoint());
      expect(reply.status).to.equal(status);
      expect(reply.text).to.contain(text);
      expect(reply.thrown).to.deep.equal([]);
      expect((await of(undefined)).thrown).to.deep.equal([error]);
    });
  }

  it("leaves an exception of the application around it alone", async () => {
    const own = new Error("of the shop itself");
    const reply = await answerOf(() => {
      throw own;
    });
    expect(reply.thrown).to.deep.equal([own]);
    expect([reply.status, reply.text]).to.deep.equal([500, "Internal Server Error"]);
    expect(reply.lines).to.deep.equal([]);
  });
});
