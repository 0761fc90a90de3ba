import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { postAlarm } from "../../src/audit/webhook.js";
import { endedLedger, invoked } from "../ledger-folder.js";
import { replacedJournal } from "./signed-ledger.js";

/** A server that answers with these codes, one after the other, and keeps what it was sent. */
const listener = async (codes: ReadonlyArray<number>) => {
  const bodies: Array<unknown> = [];
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(codes[bodies.length - 1] ?? 204).end();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/alarm`);
  return { url, bodies, close: () => server.close() };
};

const alarm = {
  verdict: "violated",
  stream: "s",
  findings: [{ rule: "R1", where: "journal", message: "so" }],
} as const;

describe("The webhook of a watch", () => {
  it("is posted to again when it does not take the alarm", async () => {
    const { url, bodies, close } = await listener([503, 204]);
    expect(await postAlarm(url, alarm)).to.equal(undefined);
    expect(bodies).to.deep.equal([alarm, alarm]);
    close();
  });

  it("says why it was not reached, and follows no redirect", async () => {
    const { url, bodies, close } = await listener([302, 302, 302]);
    expect(await postAlarm(url, alarm)).to.equal("it answered 302");
    expect(bodies.length).to.equal(3);
    close();
  });

  it("has the violation that ends a watch", async () => {
    const { data: honest } = await endedLedger();
    const data = await replacedJournal(
      honest,
      (events) => events.map((event) => ({ ...event, data: `${event.data.slice(0, -1)} }` })),
      "",
    );
    const { url, bodies, close } = await listener([]);
    const args = ["audit", "watch", "--data", data, "--webhook", url.href];
    const { code } = await invoked(args);
    expect(code).to.equal(6);
    expect(bodies).to.have.length(1);
    const [body] = bodies as [{ verdict: string; stream: string; findings: [{ rule: string }] }];
    expect([body.verdict, body.stream]).to.deep.equal(["violated", "participant-participant"]);
    expect(body.findings.map(({ rule }) => rule)).to.include("J4");
    const wrong = await invoked(["audit", "watch", "--data", data, "--webhook", "ftp://x"]);
    expect(wrong.code).to.equal(2);
    expect(wrong.err).to.contain(
      '--webhook: expected an address with http or https, found "ftp://x"',
    );
    close();
  });
});
