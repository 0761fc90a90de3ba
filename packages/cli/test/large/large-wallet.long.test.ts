import { createHmac } from "node:crypto";
import { testSize } from "@tallystick/dev";
import { expect } from "chai";
import { get, type Node, post } from "../process.js";
import { peakRssMib, smallHeapNodes } from "./small-heap.js";

const mebibyte = 1024 * 1024;
const heapMib = 128;
const maxRssMib = 640;
const requests = testSize("LARGE_REQUESTS");
/** A few are over soon, and are ended by the wallets. */
const overSoon = 20;
const callers = 4;

const templateId = "#splice-wallet-payments:Splice.Wallet.Payment:AppPaymentRequest";

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const tokenOf = (sub: string): string => {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const claims = { sub, aud: "https://canton.network.global", exp };
  const content = `${base64({ alg: "HS256", typ: "JWT" })}.${base64(claims)}`;
  return `${content}.${createHmac("sha256", "unsafe").update(content).digest("base64url")}`;
};

/** Asks as a user; the status and what it says. */
const ask = async (url: string, user: string): Promise<readonly [number, unknown]> => {
  const headers = { authorization: `Bearer ${tokenOf(user)}` };
  const response = await fetch(url, { headers });
  return [response.status, await response.json()];
};

const operatorUser = "ledger-api-user";

describe("A wallet with a small heap", () => {
  if (process.platform !== "linux") return;
  const nodes = smallHeapNodes();
  const start = (data: string): Promise<Node> => nodes.start(data, heapMib, []);

  /** Requests of the operator that a user should pay, with a long description each. */
  const askForPayments = async (base: string, user: string, operator: string, dso: string) => {
    let begun = 0;
    const caller = async (): Promise<void> => {
      while (begun < requests) {
        const number = begun++;
        const lastsMs = number < overSoon ? 1_000 : 3_600_000;
        const createArguments = {
          sender: user,
          receiverAmounts: [{ receiver: user, amount: { amount: "1.0", unit: "AmuletUnit" } }],
          provider: operator,
          dso,
          expiresAt: new Date(Date.now() + lastsMs).toISOString(),
          description: `${number} ${"x".repeat(0.9 * mebibyte)}`,
        };
        await post(`${base}/v2/commands/submit-and-wait`, {
          commands: [{ CreateCommand: { templateId, createArguments } }],
          commandId: `request-${number}`,
          actAs: [user, operator],
        });
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
  };

  it(`lists and ends ${requests} requests of 0.9 MiB with ${heapMib} MiB of heap, and starts again`, async () => {
    const data = await nodes.folder();
    const first = await start(data);
    const { base, child } = first;
    const made = await post(`${base}/v0/admin/users`, { name: "bob" });
    const user: string = Object(made).party_id;
    const { party_id: operator } = Object(await get(`${base}/v0/validator-user`));
    const { dso_party_id: dso } = Object(await get(`${base}/v0/dso-party-id`));
    await post(`${base}/v2/users/${operatorUser}/rights`, {
      userId: operatorUser,
      rights: [{ kind: { CanActAs: { value: { party: user } } } }],
    });
    await askForPayments(base, user, operator, dso);
    const survives = async (node: Node): Promise<void> => {
      for (const asking of ["bob", operatorUser]) {
        const answers = await Promise.all(
          Array.from({ length: 4 }, () =>
            ask(`${node.base}/v0/wallet/app-payment-requests`, asking),
          ),
        );
        const statuses = answers.map(([status]) => status);
        const expected = asking === "bob" ? 413 : 200;
        expect(statuses).to.deep.equal(statuses.map(() => expected));
      }
      const [status, balance] = await ask(`${node.base}/v0/wallet/balance`, "bob");
      expect([status, Object(balance).effective_unlocked_qty]).to.deep.equal([200, "0.0000000000"]);
      const peak = peakRssMib(node);
      process.stderr.write(`  at most ${Math.round(peak)} MiB resident\n`);
      expect(peak).to.be.below(maxRssMib);
    };
    await survives(first);
    child.kill("SIGKILL");
    await first.ended;
    const again = await start(data);
    const { offset } = Object(await get(`${again.base}/v2/state/ledger-end`));
    expect(offset).to.be.at.least(requests);
    await survives(again);
  });
});
