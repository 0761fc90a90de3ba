import { once } from "node:events";
import { connect } from "node:http2";
import { connect as connectSocket } from "node:net";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { RowCalls } from "@tallystick/http";
import { officialMethod } from "../fixtures/official.js";
import { bearer, serve, type Served } from "../fixtures/served.js";

const method = "UpdateService/GetUpdates";

const commands = 60;
const contractsEach = 8;

/** Long enough that all updates are many times what waits for a reader. */
const textLength = 20_000;

/** What a node may hold for a reader that takes nothing: a window, and messages in buffers. */
const mostHeld = 2 * 1024 * 1024;

/** Bytes of frames that readers' streams took from the ledger, by the reader's trace. */
const counted = (calls: RowCalls, taken: Map<string, number>): RowCalls => ({
  ledger: calls.ledger,
  participant: calls.participant,
  explain: calls.explain,
  mayListenOn: (host) => calls.mayListenOn(host),
  traceIdOf: (traceparent) => calls.traceIdOf(traceparent),
  has: (row) => calls.has(row),
  call: (call) => calls.call(call),
  close: () => calls.close(),
  stream: (call, take) =>
    calls.stream(call, (frame) => {
      const trace = String(call.headers["traceparent"]);
      taken.set(trace, (taken.get(trace) ?? 0) + frame.length);
      return take(frame);
    }),
});

describe("a reader of a stream that takes nothing", () => {
  const taken = new Map<string, number>();
  let served: Served;
  let party: string;
  before(async () => {
    served = await serve({}, (calls) => counted(calls, taken));
    party = await served.party("writer");
    const templateId = "#values:Values:Note";
    const createArguments = { owner: party, text: "x".repeat(textLength) };
    const create = { kind: "CreateCommand", templateId, createArguments } as const;
    for (let n = 0; n < commands; n++) {
      const done = await served.ledger.submitAndWait({
        commandId: `note-${n}`,
        actAs: [party],
        userId: "ledger-api-user",
        commands: Array.from({ length: contractsEach }, () => create),
      });
      expect(isLeft(done), JSON.stringify(done)).to.equal(false);
    }
  });
  after(() => served.close());

  /** All updates as the body of a call. */
  const request = async (): Promise<Buffer> => {
    const { I } = (await officialMethod(method)).method;
    const eventFormat = { filtersByParty: { [party]: {} } };
    const transactionShape = "TRANSACTION_SHAPE_ACS_DELTA";
    const updateFormat = { includeTransactions: { eventFormat, transactionShape } };
    const endInclusive = served.ledger.ledgerEnd();
    const bytes = I.toBinary(I.fromJson({ beginExclusive: 0, endInclusive, updateFormat }));
    const head = Buffer.alloc(5);
    head.writeUInt32BE(bytes.length, 1);
    return Buffer.concat([head, bytes]);
  };

  /** A call over a connection of its own: clients of the library read ahead, this one does not. */
  const follow = async (traceparent: string) => {
    const session = connect(`http://${served.address}`);
    const stream = session.request({
      ":method": "POST",
      ":path": (await officialMethod(method)).path,
      "content-type": "application/grpc",
      te: "trailers",
      traceparent,
      ...bearer("ledger-api-user"),
    });
    stream.end(await request());
    await once(stream, "response");
    /** Reads to the end: the bytes that came, and the status. */
    const all = async (): Promise<readonly [number, unknown]> => {
      const trailers = once(stream, "trailers");
      let length = 0;
      for await (const each of stream) length += Buffer.from(each).length;
      const [last] = await trailers;
      session.close();
      return [length, last["grpc-status"]];
    };
    return { all };
  };

  it("is not read ahead for, and gets everything once it reads", async () => {
    const [slowTrace, fastTrace] = ["a", "b"].map(
      (digit) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`,
    ) as [string, string];
    const slow = await follow(slowTrace);
    const fast = await follow(fastTrace);
    const [length, status] = await fast.all();
    expect(status).to.equal("0");
    expect(length).to.be.greaterThan(4 * mostHeld);
    expect(taken.get(slowTrace) ?? 0).to.be.at.most(mostHeld);
    expect(await slow.all()).to.deep.equal([length, "0"]);
    expect(taken.get(slowTrace)).to.equal(taken.get(fastTrace));
  });

  it("leaves no room for more connections than the node may have", async () => {
    const few = await serve({ maxConnections: 2 });
    const open = () => connect(`http://${few.address}`);
    const [first, second] = [open(), open()];
    await Promise.all([first, second].map((each) => once(each, "remoteSettings")));
    const [host = "", port = ""] = few.address.split(":");
    const third = connectSocket(Number(port), host).on("error", () => undefined);
    await once(third.resume(), "close");
    expect([first.closed, second.closed]).to.deep.equal([false, false]);
    for (const each of [first, second]) each.destroy();
    await few.close();
  });

  it("is known to be there by pings, as many as it sends", async () => {
    const session = connect(`http://${served.address}`);
    await once(session, "remoteSettings");
    for (let n = 0; n < 50; n++) {
      await new Promise<void>((resolve, reject) => {
        session.ping((error) => (error === null ? resolve() : reject(error)));
      });
    }
    expect(session.closed).to.equal(false);
    await new Promise<void>((resolve) => session.close(resolve));
  });
});
