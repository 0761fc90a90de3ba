import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { explainUpdate } from "../../src/client/explain-update.js";
import { connect } from "../../src/client/node-connection.js";

const alice = `alice::1220${"ab".repeat(32)}`;
const bank = `bank::1220${"cd".repeat(32)}`;
const updateId = `1220${"aa".repeat(32)}`;
const made = {
  nodeId: 0,
  contractId: "00aa",
  templateId: "ef:Gold:Token",
  signatories: [bank],
  observers: [alice],
  witnessParties: [alice, bank],
};
const viewValue = {
  owner: alice,
  instrumentId: { admin: bank, id: "GOLD" },
  amount: "2.5000000000",
  lock: null,
};

describe("explainUpdate", () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** A ledger with an update, which refuses interfaces that it does not know. */
  const ledgerWith = async (known: RegExp) => {
    const answer = (body: string): readonly [number, object] => {
      const wanted = body.match(/HoldingV\d(?=:)/g) ?? [];
      if (!body.includes(updateId)) return [404, { code: "UPDATE_NOT_FOUND", cause: "none" }];
      if (wanted.some((each) => !known.test(each)))
        return [404, { code: "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME", cause: "none" }];
      const interfaceViews = wanted.length === 0 ? [] : [{ viewValue }];
      const events = [{ CreatedEvent: { ...made, interfaceViews } }];
      return [200, { update: { Transaction: { value: { updateId, events } } } }];
    };
    server = createServer((request, response) => {
      void text(request).then((asked) => {
        const [status, body] = answer(asked);
        response.writeHead(status).end(JSON.stringify(body));
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    return connect({ url: `http://127.0.0.1:${port}` }, {});
  };

  for (const [name, known, shown] of [
    ["both versions of the token standard", /./, "2.5 GOLD"],
    ["the first version alone", /V1/, "2.5 GOLD"],
    ["none", /^$/, "Token"],
  ] as const) {
    it(`shows what it can of tokens on a ledger that knows ${name}`, async () => {
      const node = await ledgerWith(known);
      const { lines = [] } = await explainUpdate(node, updateId, { party: [alice] });
      expect(lines.join("\n")).to.contain(shown);
      if (shown === "Token") expect(lines.join("\n")).not.to.contain("GOLD");
    });
  }

  it("says why when the ledger refuses all", async () => {
    const node = await ledgerWith(/./);
    const thrown = await explainUpdate(node, `1220${"bb".repeat(32)}`, { party: [alice] }).catch(
      String,
    );
    expect(thrown).to.contain("UPDATE_NOT_FOUND");
  });

  it("asks for nothing that is no update id", async () => {
    const node = await ledgerWith(/./);
    const thrown = await explainUpdate(node, "42", { party: [alice] }).catch(String);
    expect(thrown)
      .to.contain("UPDATE-ID: expected 1220 and 64 hexadecimal digits")
      .and.contain("42");
  });
});
