import { expect } from "chai";
import { answered, asOperator } from "../../fixtures/external-party.js";
import { at } from "../../fixtures/ping-server.js";
import {
  minute,
  registered,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";
import { durationText } from "../../../src/wallet/operator/node-status.js";

const countOf = async (items: AsyncIterable<unknown>): Promise<number> => {
  let count = 0;
  for await (const _item of items) count++;
  return count;
};

const second = 1_000_000;

const everything = {
  filtersByParty: {},
  filtersForAnyParty: { cumulative: [{ kind: "wildcard", includeCreatedEventBlob: false }] },
} as const;

describe("The validator's own rows", () => {
  let server: WalletServer;
  before(async () => {
    server = await walletServer();
    await registered(server, "alice");
  });
  after(() => server.close());

  const open = (path: string) => server.call("GET", path, { token: null });

  for (const prefix of ["/api/validator", "/api/scan"]) {
    it(`say under ${prefix} that it is alive and ready`, async () => {
      for (const path of ["/livez", "/readyz"]) {
        const { status, text } = await open(prefix + path);
        expect([status, text], path).to.deep.equal([200, ""]);
      }
      const status = await open(`${prefix}/status`);
      const { participantId } = server.validator.ledger;
      expect(status.json).to.have.nested.property("success.id", participantId);
      expect(at(status.json, "success", "uptime")).to.match(/^PT(\d+H)?(\d+M)?\d+S$/);
      expect(at(status.json, "success", "active")).to.equal(true);
      const version = await open(`${prefix}/version`);
      expect(at(version.json, "version")).to.match(/^\d+\.\d+\.\d+$/);
      expect(Date.parse(String(at(version.json, "commit_ts")))).to.be.at.most(Date.now());
    });
  }

  it("leave the ledger's own readyz as it is", async () => {
    expect((await open("/readyz")).text).to.contain("readyz check passed");
  });

  const spans: ReadonlyArray<readonly [number, string]> = [
    [0, "PT0S"],
    [59_999, "PT59S"],
    [60_000, "PT1M0S"],
    [3_600_000, "PT1H0S"],
    [90_061_000, "PT25H1M1S"],
  ];
  for (const [ms, text] of spans) {
    it(`write ${ms} ms as ${text}`, () => {
      expect(durationText(ms)).to.equal(text);
    });
  }

  it("name the participant, which has no keys and no sequencer", async () => {
    const identities = await answered(
      asOperator(server, "GET", "/v0/admin/participant/identities"),
    );
    expect(identities).to.deep.equal({
      id: server.validator.ledger.participantId,
      keys: [],
      authorizedStoreSnapshot: "",
    });
    const config = await answered(
      asOperator(server, "GET", "/v0/admin/participant/global-domain-connection-config"),
    );
    expect(at(config, "sequencer_connections", "connections")).to.deep.equal([]);
  });

  describe("the data snapshot", () => {
    const path = "/v0/admin/domain/data-snapshot";
    const now = (): string => new Date(server.validator.wallet.now() / 1_000).toISOString();
    /** Lets time pass until nothing is due: `now` is later than every event then. */
    const quiet = async (): Promise<void> => {
      const { ledger } = server.validator;
      let before: number;
      do {
        before = ledger.ledgerEnd();
        await server.pass(second);
      } while (ledger.ledgerEnd() !== before);
    };
    beforeEach(quiet);

    it("has the users with their rights, and every active contract", async () => {
      const reply = await answered(asOperator(server, "GET", `${path}?timestamp=${now()}`));
      const dump = at(reply, "data_snapshot");
      const users = at(dump, "participant_users", "users") as ReadonlyArray<unknown>;
      const alice = users.find((user) => at(user, "id") === "alice");
      expect(at(alice, "rights")).to.deep.equal([
        { kind: "canActAs", party: at(alice, "primaryParty") },
      ]);
      expect(users.map((user) => at(user, "id"))).to.include.members(["alice", "ledger-api-user"]);
      const lines = Buffer.from(String(at(dump, "acs_snapshot")), "base64")
        .toString()
        .split("\n");
      expect(lines.pop()).to.equal("");
      const contracts = lines.map((line): unknown => JSON.parse(line));
      const { ledger } = server.validator;
      const count = await countOf(
        ledger.queries.activeContracts({
          activeAtOffset: ledger.ledgerEnd(),
          eventFormat: everything,
        }),
      );
      expect(contracts.length).to.equal(count).and.to.be.above(10);
      for (const contract of contracts) {
        expect(at(contract, "createdEvent", "createdEventBlob"))
          .to.be.a("string")
          .and.not.equal("");
      }
    });

    it("has the contracts of an earlier time", async () => {
      const countAt = async (timestamp: string): Promise<number> => {
        const reply = await asOperator(server, "GET", `${path}?timestamp=${timestamp}`);
        expect(reply.status, reply.text).to.equal(200);
        const of = at(reply.json, "data_snapshot", "acs_timestamp");
        expect(Date.parse(String(of))).to.equal(Date.parse(timestamp));
        const snapshot = String(at(reply.json, "data_snapshot", "acs_snapshot"));
        return Buffer.from(snapshot, "base64").toString().split("\n").length - 1;
      };
      const before = now();
      const count = await countAt(before);
      await server.pass(minute);
      for (let coin = 0; coin < 3; coin++)
        await server.as("alice", "POST", "/v0/wallet/tap", { amount: "1" });
      await quiet();
      expect(await countAt(before)).to.equal(count);
      expect(await countAt(now())).to.be.above(count);
    });

    it("is for a time that the ledger knows, and for the operator", async () => {
      const early = await asOperator(server, "GET", `${path}?timestamp=2020-01-01T00:00:00Z`);
      expect([early.status, early.text.includes("that time")]).to.deep.equal([404, true]);
      expect((await server.as("alice", "GET", `${path}?timestamp=${now()}`)).status).to.equal(403);
    });
  });
});
