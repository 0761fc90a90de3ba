import { createHttpServer } from "@tallystick/http";
import { type Ledger, openLedger } from "@tallystick/node";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { createSigned, onboard } from "../src/flow.js";
import { developmentToken, nodeClient } from "../src/node-client.js";
import { newOfflineSigner } from "../src/offline-signer.js";

const user = "ledger-api-user";

describe("The example of an external party", () => {
  let ledger: Ledger;
  let base: string;
  let close: () => Promise<void>;

  before(async () => {
    const opened = await openLedger({});
    if (isLeft(opened)) throw new Error(opened.left.message);
    ledger = opened.right;
    const logger = pino({ level: "silent" });
    const made = await createHttpServer({ ledger, logger, config: { port: 0 } });
    if (isLeft(made)) throw new Error(made.left.message);
    const listening = await made.right.listen();
    if (isLeft(listening)) throw new Error(JSON.stringify(listening.left));
    base = listening.right;
    close = () => made.right.close();
  });
  after(async () => {
    await close();
    await ledger.close();
  });

  it("makes the party and executes what its key signed, after showing it", async () => {
    const shown: Array<string> = [];
    const signer = newOfflineSigner((line) => shown.push(line));
    const node = nodeClient(base, developmentToken(user));
    const party = await onboard(node, signer, user);
    expect(party).to.match(/^alice::1220[0-9a-f]{64}$/);
    expect(shown.join("\n")).to.contain(`Party ${party}`).and.to.contain("is hosted on");
    const updateId = await createSigned(node, signer, party);
    expect(updateId).to.match(/^1220[0-9a-f]{64}$/);
    expect(shown.join("\n")).to.contain(`Creates the ping hello of ${party} for ${party}`);
  });

  it("does not sign what it cannot describe, nor bytes that are none", () => {
    const signer = newOfflineSigner(() => undefined);
    expect(() => signer.signTransaction("AAAA")).to.throw();
    expect(() => signer.signTopology(["AAAA"])).to.throw();
  });

  it("throws when the node refuses", async () => {
    const node = nodeClient(base, developmentToken("nobody"));
    await expectRejection(node.get("/v2/state/connected-synchronizers?party=x"));
  });
});

const expectRejection = async (promise: Promise<unknown>): Promise<void> => {
  const outcome = await promise.then(
    () => "answered",
    () => "refused",
  );
  expect(outcome).to.equal("refused");
};
