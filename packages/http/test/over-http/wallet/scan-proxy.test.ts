import { expect } from "chai";
import { answered } from "../../fixtures/external-party.js";
import { at } from "../../fixtures/ping-server.js";
import {
  minute,
  registered,
  start,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

describe("The scan proxy", () => {
  let server: WalletServer;
  let alice: string;
  before(async () => {
    server = await walletServer();
    alice = await registered(server, "alice");
    await answered(server.as("alice", "POST", "/v0/wallet/tap", { amount: "3" }));
  });
  after(() => server.close());

  const get = (path: string) => answered(server.as("alice", "GET", path));

  it("shows the network's operator party with its rules and super validators", async () => {
    const info = await get("/v0/scan-proxy/dso");
    const { dso, sv } = server.validator.wallet.settings;
    expect(info).to.include({
      sv_user: "sv",
      sv_party_id: sv,
      dso_party_id: dso,
      voting_threshold: 1,
      initial_round: "0",
    });
    expect(at(info, "latest_mining_round", "contract", "payload", "round")).to.deep.equal({
      number: "2",
    });
    expect(at(info, "dso_rules", "contract", "template_id")).to.match(/:Splice.DsoRules:DsoRules$/);
    expect(at(info, "dso_rules", "contract", "payload", "svs", 0, 0)).to.equal(sv);
    expect(at(info, "sv_node_states", 0, "contract", "payload", "sv")).to.equal(sv);
    expect(at(info, "amulet_rules")).to.deep.equal(
      at(await get("/v0/scan-proxy/amulet-rules"), "amulet_rules"),
    );
    const open = await server.call("GET", "/api/scan/v0/dso", { token: null });
    expect([open.status, open.json]).to.deep.equal([200, info]);
  });

  it("shows the traffic of members, and says which id cannot be decoded", async () => {
    const { memberId, settings } = server.validator.wallet;
    const own = settings.synchronizerId;
    const unknown = `PAR::other::1220${"ab".repeat(32)}`;
    for (const [synchronizer, member, status, text] of [
      [own, memberId, 200, "total_consumed"],
      [own, unknown, 404, "No traffic state"],
      [own, unknown.replace("PAR", "MED"), 404, "No traffic state"],
      [`other::1220${"ab".repeat(32)}`, memberId, 404, "No traffic state"],
      [own, memberId.replace("PAR::", ""), 400, "Could not decode member ID"],
      [own, memberId.replace("PAR::", "USR::"), 400, "Could not decode member ID"],
      [own, "PAR::name", 400, "Could not decode member ID"],
      [own, `${memberId}0`, 400, "Could not decode member ID"],
      ["global", memberId, 400, "Could not decode domain ID"],
    ] as const) {
      const [domain, id] = [synchronizer, member].map(encodeURIComponent);
      for (const path of ["/api/scan/v0", "/v0/scan-proxy"]) {
        const found = await server.as(
          "alice",
          "GET",
          `${path}/domains/${domain}/members/${id}/traffic-status`,
        );
        expect([found.status, found.text], member).to.satisfy(
          ([code, body]: readonly [number, string]) => code === status && body.includes(text),
        );
      }
    }
  });

  it("pays the super validator its share of every round", async () => {
    for (let tick = 0; tick < 10; tick++) await server.pass(5 * minute);
    const balance = await answered(server.as("sv", "GET", "/v0/wallet/balance"));
    expect(Number(at(balance, "effective_unlocked_qty"))).to.be.above(100_000);
    const coupons = await answered(server.as("sv", "GET", "/v0/wallet/sv-reward-coupons"));
    expect((at(coupons, "sv_reward_coupons") as ReadonlyArray<unknown>).length).to.be.above(1);
    const users = await answered(server.as("ledger-api-user", "GET", "/v0/admin/users"));
    expect(at(users, "usernames")).to.not.include("sv");
  });

  describe("sums of holdings", () => {
    const path = "/v0/scan-proxy/holdings/summary";
    const now = (): string => new Date(server.validator.wallet.now() / 1_000).toISOString();
    const asked = (more: object = {}) => ({
      migration_id: 0,
      record_time: now(),
      owner_party_ids: [alice],
      ...more,
    });

    it("are those of now, for each party once", async () => {
      const reply = await answered(
        server.as("alice", "POST", path, asked({ owner_party_ids: [alice, alice] })),
      );
      expect(at(reply, "summaries", 0)).to.include({
        party_id: alice,
        total_unlocked_coin: "30.0000000000",
        total_locked_coin: "0.0000000000",
        total_coin_holdings: "30.0000000000",
      });
      expect(at(reply, "summaries", 1)).to.equal(undefined);
      expect(Date.parse(String(at(reply, "record_time")))).to.equal(Date.parse(now()));
      const before = await answered(
        server.as("alice", "POST", path, asked({ record_time_match: "at_or_before" })),
      );
      expect(Date.parse(String(at(before, "record_time")))).to.be.at.most(Date.parse(now()));
    });

    it("are the same without fees in the second version", async () => {
      const question = asked();
      const v1 = await server.as("alice", "POST", "/v1/scan-proxy/holdings/summary", question);
      const record_time = at(v1.json, "record_time");
      expect([v1.status, v1.json]).to.deep.equal([
        200,
        {
          record_time,
          migration_id: 0,
          summaries: [
            {
              party_id: alice,
              total_unlocked_coin: "30.0000000000",
              total_locked_coin: "0.0000000000",
              total_coin_holdings: "30.0000000000",
            },
          ],
        },
      ]);
      expect(Date.parse(String(record_time))).to.equal(Date.parse(now()));
      const open = await server.call("POST", "/v1/holdings/summary", {
        token: null,
        body: question,
      });
      expect(open.json).to.deep.equal(v1.json);
    });

    it("have the fees as of a round", async () => {
      const fee = async (as_of_round: number): Promise<unknown> =>
        at(
          await answered(server.as("alice", "POST", path, asked({ as_of_round }))),
          "summaries",
          0,
          "accumulated_holding_fees_unlocked",
        );
      expect(await fee(0)).to.equal("0.0000000000");
      // 9 rounds of 0.0000190259 USD each, at 0.1 USD per CC, as the coin is of round 1
      expect(await fee(10)).to.equal("0.0017123310");
    });

    it("are at any time what they were then", async () => {
      const bob = await registered(server, "bob");
      const owner_party_ids = [alice, bob];
      const later = Number(server.validator.wallet.now()) + 600 * minute;
      const steps: ReadonlyArray<() => Promise<unknown>> = [
        () => server.as("bob", "POST", "/v0/wallet/tap", { amount: "2" }),
        () =>
          server.as("alice", "POST", "/v0/wallet/token-standard/transfers", {
            receiver_party_id: bob,
            amount: "7.5",
            description: "",
            expires_at: later,
            tracking_id: "held",
          }),
        () => server.pass(25 * minute),
        () => server.as("alice", "POST", "/v0/wallet/tap", { amount: "0.5" }),
        () => server.pass(60 * minute),
      ];
      const known: Array<readonly [record_time: string, unknown]> = [];
      for (const step of steps) {
        await step();
        await server.validator.wallet.scheduler.settle();
        const record_time = now();
        const said = await answered(
          server.as("alice", "POST", path, asked({ record_time, owner_party_ids })),
        );
        known.push([record_time, said]);
        await server.pass(minute);
      }
      const texts = known.map(([, said]) => JSON.stringify(said));
      expect(new Set(texts).size).to.equal(known.length);
      for (const [record_time, said] of known) {
        const then = await server.as(
          "alice",
          "POST",
          path,
          asked({ record_time, owner_party_ids }),
        );
        expect(then.json).to.deep.equal(said);
        const before = await server.as(
          "alice",
          "POST",
          path,
          asked({ record_time, owner_party_ids, record_time_match: "at_or_before" }),
        );
        expect(at(before.json, "summaries")).to.deep.equal(at(said, "summaries"));
        expect(Date.parse(String(at(before.json, "record_time")))).to.be.at.most(
          Date.parse(record_time),
        );
      }
    });

    it("are refused for what there is not, and for too many owners", async () => {
      const rows: ReadonlyArray<readonly [object, number]> = [
        [{ record_time: new Date((start - minute) / 1_000).toISOString() }, 404],
        [{ migration_id: 1 }, 404],
        [{ owner_party_ids: [] }, 400],
        [{ owner_party_ids: Array.from({ length: 1_001 }, () => alice) }, 400],
      ];
      for (const version of [path, "/v1/scan-proxy/holdings/summary"]) {
        for (const [more, status] of rows) {
          const reply = await server.as("alice", "POST", version, asked(more));
          const shown = `${version} ${JSON.stringify(more).slice(0, 200)} ${reply.text}`;
          expect(reply.status, shown).to.equal(status);
        }
      }
    });
  });
});
