import { defaultWalletConfig } from "@tallystick/wallet";
import { expect } from "chai";
import { at } from "../../fixtures/ping-server.js";
import { developmentToken } from "../../fixtures/running-server.js";
import {
  minute,
  registered,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

type Question = readonly [
  user: string | null,
  method: string,
  path: string,
  body: string | undefined,
  status: number,
];

/** `{coin}` is a coin of alice's, `{offer}` an offer of hers to bob, `{alice}` her party. */
const filledFrom = (values: Readonly<Record<string, string>>, text: string): string =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);

const unsuffixed = `00${"ab".repeat(32)}`;
const offers = "/v0/wallet/transfer-offers";
const requests = "/v0/wallet/subscription-requests";
const admin = "ledger-api-user";

/** As Splice 0.6.1 answers by its source: who calls is checked before the body is read. */
const callersFirst: ReadonlyArray<Question> = [
  [null, "POST", offers, "{", 401],
  ["nobody", "POST", offers, "{", 403],
  [admin, "POST", offers, "{", 404],
  [admin, "POST", offers, undefined, 404],
  [admin, "POST", "/v0/wallet/tap", "{", 404],
  ["alice", "POST", "/v0/admin/users", "{", 403],
  ["alice", "POST", "/v0/admin/users", undefined, 403],
  ["alice", "POST", offers, "{", 400],
];

/** A command on a contract of another template is 400; one that is looked up first, 404. */
const otherTemplates: ReadonlyArray<Question> = [
  ...["accept", "reject", "withdraw"].map(
    (choice): Question => ["alice", "POST", `${offers}/{coin}/${choice}`, undefined, 400],
  ),
  ["alice", "POST", "/v0/wallet/app-payment-requests/{coin}/reject", undefined, 400],
  ["alice", "POST", `${requests}/{coin}/reject`, undefined, 400],
  ["alice", "DELETE", `${requests}/{coin}`, undefined, 400],
  ["bob", "POST", `${offers}/{coin}/accept`, undefined, 404],
  ["alice", "POST", "/v0/wallet/app-payment-requests/{coin}/accept", undefined, 404],
  ["alice", "GET", `${requests}/{coin}`, undefined, 404],
  ["alice", "POST", "/v0/wallet/token-standard/transfers/{coin}/accept", undefined, 404],
  ["alice", "POST", "/v0/allocations/{coin}/withdraw", undefined, 404],
  ["alice", "POST", "/v0/wallet/minting-delegations/{coin}/reject", undefined, 404],
];

const contexts = "/v0/scan-proxy/registry/transfer-instruction/v1";

const forms: ReadonlyArray<Question> = [
  ["alice", "POST", "/v0/wallet/app-payment-requests//reject", undefined, 404],
  ["alice", "PUT", "//v0/wallet/tap", undefined, 404],
  ["alice", "GET", "/v0/wallet/minting-delegations?limit=5&limit=0", undefined, 200],
  ["alice", "GET", "/v0/wallet/minting-delegations?limit=0&limit=5", undefined, 400],
  [
    "alice",
    "GET",
    "/v0/wallet/minting-delegations?limit=%2B5&after=9223372036854775807",
    undefined,
    200,
  ],
  ["alice", "GET", "/v0/wallet/minting-delegations?after=9223372036854775808", undefined, 400],
  [
    "alice",
    "GET",
    "/v0/scan-proxy/transfer-command/status?sender={alice}&nonce=-1",
    undefined,
    404,
  ],
  ["alice", "GET", "/v0/scan-proxy/registry/metadata/v1/instruments?pageSize=", undefined, 200],
  ["alice", "POST", `${contexts}/${unsuffixed}/choice-contexts/accept`, "{}", 404],
  ["alice", "POST", `${contexts}/{offer}/choice-contexts/accept`, "null", 400],
  ["alice", "POST", `${contexts}/{offer}/choice-contexts/accept`, "{}", 404],
  ["alice", "POST", "/v0/wallet/transactions", '{"page_size":"1e1"}', 200],
  ["alice", "POST", "/v0/wallet/tap", '{"amount":"1.00000000000"}', 400],
  ["alice", "POST", "/v0/wallet/tap", `{"amount":"${"0".repeat(28)}1"}`, 400],
  [
    "alice",
    "POST",
    "/v0/wallet/development-fund-coupons/{coin}/withdraw",
    `{"reason":"${"r".repeat(300)}"}`,
    404,
  ],
  [admin, "POST", `/v0/admin/users/offboard?username=${admin}`, undefined, 200],
];

describe("a question that differs little from the recorded ones", () => {
  let server: WalletServer;
  let values: Readonly<Record<string, string>>;

  before(async () => {
    const config = {
      ...defaultWalletConfig,
      validatorWalletUsers: ["operator"],
      administrators: [admin],
    };
    server = await walletServer({ config });
    const [alice, bob] = [await registered(server, "alice"), await registered(server, "bob")];
    await server.as("alice", "POST", "/v0/wallet/tap", { amount: "10" });
    const coins = await server.as("alice", "GET", "/v0/wallet/amulets");
    const offer = await server.as("alice", "POST", offers, {
      receiver_party_id: bob,
      amount: "1",
      description: "",
      expires_at: server.validator.wallet.now() + 60 * minute,
      tracking_id: "t",
    });
    values = {
      alice: encodeURIComponent(alice),
      coin: String(at(coins.json, "amulets", 0, "contract", "contract", "contract_id")),
      offer: String(at(offer.json, "offer_contract_id")),
    };
  });
  after(() => server.close());

  for (const [user, method, path, body, status] of [...callersFirst, ...otherTemplates, ...forms]) {
    it(`is answered ${status}: ${user ?? "nobody"} ${method} ${path} ${(body ?? "").slice(0, 40)}`, async () => {
      const token = user === null ? null : await developmentToken(user);
      const reply = await server.call(method, filledFrom(values, path), {
        token,
        ...(body === undefined ? {} : { raw: body }),
      });
      expect(reply.status, reply.text).to.equal(status);
    });
  }
});
