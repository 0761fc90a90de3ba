import { expect } from "chai";
import { SignJWT } from "jose";
import { developmentUser } from "../../../src/index.js";
import { at, openPingServer, type PingServer } from "../../fixtures/ping-server.js";
import { unsafeSecret } from "../../fixtures/running-server.js";

const ping = "canton-builtin-admin-workflow-ping";
const holding = "#splice-api-token-holding-v1:Splice.Api.Token.HoldingV1:Holding";

describe("what clients of a genuine participant expect", () => {
  let pings: PingServer;
  before(async () => {
    pings = await openPingServer();
  });
  after(() => pings.close());

  /** Status and code, or the text of what is no error object. */
  const said = async (path: string, body: unknown, token?: string): Promise<unknown> => {
    const { status, json, text } = await pings.post(path, body, token);
    return [status, at(json, "code") ?? (status === 200 ? "" : text)];
  };

  const seconds = Math.floor(Date.now() / 1_000);
  const day = 24 * 3_600;
  const tokens: ReadonlyArray<readonly [what: string, claims: object, status: number]> = [
    ["an hour", {}, 200],
    ["a start in the future", { iat: seconds + 600 }, 401],
    // refused by a genuine participant; issuers write one in iat, and why not in exp
    ["a fraction of a second as its end", { exp: seconds + 3_600.5 }, 200],
    ["more than a day", { exp: seconds + day + 600 }, 401],
    ["no end", { exp: undefined }, 401],
  ];
  for (const [what, claims, status] of tokens) {
    it(`a token of ${what} is ${status}`, async () => {
      const usual = { sub: developmentUser, aud: "https://canton.network.global", iat: seconds };
      const given = { ...usual, exp: seconds + 3_600, ...claims };
      const token = await new SignJWT(JSON.parse(JSON.stringify(given)))
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .sign(unsafeSecret);
      const reply = await pings.running.call("GET", "/v2/state/ledger-end", { token });
      expect(reply.status, reply.text).to.equal(status);
    });
  }

  it("a list waits for some time", async () => {
    const body = { userId: developmentUser, parties: [pings.alice], beginExclusive: 0 };
    const path = "/v2/commands/completions?stream_idle_timeout_ms=";
    expect(await said(`${path}0`, body)).to.deep.equal([400, "INVALID_ARGUMENT"]);
    expect(await said(`${path}1`, body)).to.deep.equal([200, ""]);
  });

  it("pages begin at 0 and before their end", async () => {
    const eventFormat = { filtersByParty: { [pings.alice]: {} } };
    const first = await pings.post("/v2/state/active-contracts-page", {
      activeAtOffset: 0,
      eventFormat,
    });
    expect(first.json).to.include({ activeAtOffset: 0, nextPageToken: "" });
    const transactionShape = "TRANSACTION_SHAPE_ACS_DELTA";
    const updateFormat = { includeTransactions: { eventFormat, transactionShape } };
    const range = { beginOffsetExclusive: 2, endOffsetInclusive: 1, updateFormat };
    const page = await said("/v2/updates/get-updates-page", range);
    expect(page).to.deep.equal([400, "INVALID_ARGUMENT"]);
  });

  it("a filter for an interface whose package is not there is 404", async () => {
    const InterfaceFilter = { value: { interfaceId: holding } };
    const cumulative = [{ identifierFilter: { InterfaceFilter } }];
    const eventFormat = { filtersByParty: { [pings.alice]: { cumulative } } };
    const body = { activeAtOffset: pings.ledger.ledgerEnd(), eventFormat };
    const answer = await said("/v2/state/active-contracts", body);
    expect(answer).to.deep.equal([404, "PACKAGE_NAMES_NOT_FOUND"]);
  });

  it("a damaged disclosed contract is refused though nothing uses it", async () => {
    const disclosedContracts = [{ createdEventBlob: "AAAA" }];
    const body = pings.create({ disclosedContracts });
    const answer = await said("/v2/commands/submit-and-wait", body);
    expect(answer).to.deep.equal([400, "INVALID_ARGUMENT"]);
  });

  it("null is absent", async () => {
    const nothing = { readAs: null, workflowId: null, disclosedContracts: null };
    const submitted = await said("/v2/commands/submit-and-wait", pings.create(nothing));
    expect(submitted).to.deep.equal([200, ""]);
    const user = { id: "nobody", primaryParty: null, isDeactivated: null, metadata: null };
    expect(await said("/v2/users", { user, rights: null })).to.deep.equal([200, ""]);
    const party = { partyIdHint: null, localMetadata: null, userId: null };
    expect(await said("/v2/parties", party)).to.deep.equal([200, ""]);
  });

  it("preferred packages are named once, and vetting what is vetted changes nothing", async () => {
    const requirement = { parties: [pings.alice], packageName: ping };
    const preferred = await pings.post("/v2/interactive-submission/preferred-packages", {
      packageVettingRequirements: [requirement, requirement],
    });
    expect(at(preferred.json, "packageReferences")).to.have.length(1);
    const end = pings.ledger.ledgerEnd();
    const vetted = { packages: [{ packageName: ping }] };
    const changes = [{ operation: { Vet: { value: vetted } } }];
    const same = await pings.post("/v2/package-vetting/update", { changes });
    expect(at(same.json, "newVettedPackages")).to.deep.equal(at(same.json, "pastVettedPackages"));
    expect(pings.ledger.ledgerEnd()).to.equal(end);
  });
});
