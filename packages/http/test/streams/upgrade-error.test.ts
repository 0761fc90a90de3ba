import { systemTimers } from "@tallystick/background";
import { ledgerError } from "@tallystick/core";
import { expect } from "chai";
import { pino } from "pino";
import { systemIds } from "../../src/sessions/http-ids.js";
import { answerUpgradeError } from "../../src/streams/upgrade-error.js";
import { slowConnection, turns } from "../fixtures/fake-socket.js";
import { incomingRequest } from "../fixtures/incoming-request.js";

const answered = async (
  error: Parameters<typeof answerUpgradeError>[2],
  { explain = false, isGone = false } = {},
) => {
  const lines: Array<Readonly<Record<string, unknown>>> = [];
  const logger = pino({ level: "debug" }, { write: (line) => void lines.push(JSON.parse(line)) });
  const { socket, taken, takeAll } = slowConnection();
  takeAll();
  if (isGone) socket.destroy();
  const request = incomingRequest({ url: "//v2/updates?x=1" });
  answerUpgradeError(request, socket, error, {
    explain,
    participant: "participant",
    logger,
    timers: systemTimers,
    ids: systemIds,
  });
  await turns();
  const isEnded = socket.writableEnded;
  socket.destroy();
  const [head = "", body = ""] = taken().toString().split("\r\n\r\n");
  return { head, body, lines, isEnded };
};

describe("the answer to an upgrade that is denied", () => {
  const denied = ledgerError("PERMISSION_DENIED", "lacks CanReadAs for party alice");

  it("is the error object that a POST would get, and ends the connection", async () => {
    const { head, body, isEnded } = await answered({ error: ledgerError("UNAUTHENTICATED", "no") });
    expect(head.split("\r\n")).to.include.members([
      "HTTP/1.1 401 Unauthorized",
      "Content-Type: application/json",
      "Connection: close",
      `Content-Length: ${Buffer.byteLength(body)}`,
    ]);
    expect(Object.keys(JSON.parse(body))).to.have.lengthOf(10);
    expect(isEnded).to.equal(true);
  });

  it("has the headers of the error", async () => {
    const error = ledgerError("RATE_LIMIT_EXCEEDED", "slow down");
    const { head } = await answered({ error, headers: { "Retry-After": "4" } });
    expect(head).to.contain("HTTP/1.1 429 Too Many Requests").and.to.contain("Retry-After: 4");
  });

  it("explains a redacted error in the development login alone", async () => {
    expect((await answered({ error: denied })).body).to.not.contain("alice");
    expect((await answered({ error: denied }, { explain: true })).body).to.contain("alice");
  });

  it("is in the log, with the path, as an error of the caller or of the node", async () => {
    const [line] = (await answered({ error: denied })).lines;
    expect(line).to.include({ level: 30, path: "/v2/updates", status: 403, method: "GET" });
    expect(line).to.include({ code: "PERMISSION_DENIED", reason: denied.cause });
    const error = ledgerError("SERVICE_NOT_RUNNING", "stopping");
    expect((await answered({ error })).lines[0]).to.include({ level: 50, status: 503 });
  });

  it("is only logged when the caller is gone", async () => {
    const { head, lines } = await answered({ error: denied }, { isGone: true });
    expect(head).to.equal("");
    expect(lines).to.have.lengthOf(1);
  });
});
