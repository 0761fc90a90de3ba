import { expect } from "chai";
import { rightsOf } from "../../../src/auth/rights.js";
import { quotaOf } from "../../../src/v2/parties/self-allocation.js";
import {
  type AdministrationServer,
  administrationServer,
} from "../../fixtures/administration-server.js";
import { at, expectContract, expectError, saidOf } from "../../fixtures/expected-reply.js";

const mask = (...paths: string[]) => ({ paths, unknownFields: { fields: {} } });

describe("The rows of parties", () => {
  let server: AdministrationServer;
  let alice: string;
  let foreign: string;
  before(async () => {
    server = await administrationServer({ maxSelfAllocatedParties: 2 });
    alice = await server.party("alice");
    foreign = await server.party("a-party");
    await server.user("plain");
  });
  after(() => server.close());

  const allocate = (body: object, as?: string) =>
    server.call("POST", "/v2/parties", as === undefined ? { body } : { body, as });
  const patch = (party: string, body: unknown) =>
    server.call("PATCH", `/v2/parties/${party}`, { body });

  it("allocate a party with all that a request can say", async () => {
    const allocated = await allocate({
      partyIdHint: "full",
      localMetadata: { resourceVersion: "", annotations: { k: "v" } },
      identityProviderId: "",
      synchronizerId: server.ledger.synchronizerId,
      userId: "plain",
    });
    expectContract("POST", "/v2/parties", allocated);
    const party = String(at(allocated.json, "partyDetails", "party"));
    const namespace = server.ledger.participantId.split("::")[1];
    expect(allocated.json).to.deep.equal({
      partyDetails: {
        party: `full::${namespace}`,
        isLocal: true,
        localMetadata: { resourceVersion: "0", annotations: { k: "v" } },
        identityProviderId: "",
      },
    });
    const rights = await server.call("GET", "/v2/users/plain/rights");
    expect(at(rights.json, "rights")).to.deep.include({
      kind: { CanActAs: { value: { party } } },
    });
    await server.ledger.revokeUserRights("plain", [{ kind: "CanActAs", party }]);
  });

  it("choose a name where none is given", async () => {
    const allocated = await allocate({});
    expect(at(allocated.json, "partyDetails", "party")).to.match(/^party-[a-z0-9-]+::/);
  });

  it("read the party of the path, then those of the query, leaving out the unknown", async () => {
    const read = await server.call(
      "GET",
      `/v2/parties/${alice}?parties=${foreign}&parties=nobody::1220&parties=${alice}`,
    );
    expectContract("GET", "/v2/parties/{party}", read);
    const parties = Object(at(read.json, "partyDetails")).map(
      ({ party }: { party: string }) => party,
    );
    expect(parties).to.deep.equal([alice, foreign]);
    const unknown = await server.call("GET", "/v2/parties/nobody::1220");
    expectContract("GET", "/v2/parties/{party}", unknown);
    expect(unknown.json).to.deep.equal({ partyDetails: [] });
  });

  it("name who has rights for a party, a page at a time, without those for any party", async () => {
    const shared = await server.party("shared");
    const rights = [{ kind: "CanActAs", party: shared }] as const;
    for (const user of ["first", "second", "third"]) await server.user(user);
    await server.ledger.grantUserRights("first", rights);
    await server.ledger.grantUserRights("second", [{ kind: "CanReadAsAnyParty" }]);
    await server.ledger.grantUserRights("third", [
      { kind: "CanReadAs", party: shared },
      { kind: "CanReadAs", party: alice },
    ]);
    const path = `/v2/parties/${shared}/rights`;
    const page = await server.call("GET", `${path}?pageSize=1`);
    expectContract("GET", "/v2/parties/{party}/rights", page);
    expect(at(page.json, "users")).to.deep.equal([
      { userId: "first", rights: [{ kind: { CanActAs: { value: { party: shared } } } }] },
    ]);
    const token = String(at(page.json, "nextPageToken"));
    const rest = await server.call("GET", `${path}?pageSize=5&pageToken=${token}`);
    expect(rest.json).to.deep.equal({
      users: [{ userId: "third", rights: [{ kind: { CanReadAs: { value: { party: shared } } } }] }],
      nextPageToken: "",
    });
    const refused = await server.call("GET", path, { as: "first" });
    expect(refused.status).to.equal(403);
  });

  it("show a party of another provider without its local details", async () => {
    const seen = async (query: string, as?: string) => {
      const path = `/v2/parties/${foreign}${query}`;
      const read = await server.call("GET", path, as === undefined ? {} : { as });
      return at(read.json, "partyDetails", 0);
    };
    const hidden = {
      party: foreign,
      isLocal: true,
      localMetadata: { resourceVersion: "", annotations: {} },
      identityProviderId: "",
    };
    expect(await seen("")).to.deep.equal(hidden);
    await server.user("b.admin", [{ kind: "IdentityProviderAdmin" }]);
    expect(await seen("", "b.admin")).to.deep.equal({ ...hidden, isLocal: false });
    expect(await seen("?identity-provider-id=a")).to.deep.include({
      identityProviderId: "a",
      localMetadata: { resourceVersion: "0", annotations: {} },
    });
    const listed = await server.call("GET", `/v2/parties?filter-party=${foreign}`);
    expect(listed.json).to.deep.equal({ partyDetails: [hidden], nextPageToken: "" });
  });

  it("change annotations, growing the version", async () => {
    const update = (annotations: object, resourceVersion = "") =>
      patch(alice, {
        partyDetails: { party: alice, localMetadata: { resourceVersion, annotations } },
        updateMask: mask("local_metadata.annotations"),
      });
    const first = await update({ k: "v", gone: "x" });
    expectContract("PATCH", "/v2/parties/{party}", first);
    const second = await update({ gone: "", more: "y" }, "1");
    expect(at(second.json, "partyDetails")).to.deep.equal({
      party: alice,
      isLocal: true,
      localMetadata: { resourceVersion: "2", annotations: { k: "v", more: "y" } },
      identityProviderId: "",
    });
    const stale = await update({ k: "w" }, "1");
    expectError(stale, 409, "CONCURRENT_PARTY_DETAILS_UPDATE_DETECTED");
    const replies = await Promise.all([update({ k: "a" }, "2"), update({ k: "b" }, "2")]);
    expect(replies.map(({ status }) => status).sort((x, y) => x - y)).to.deep.equal([200, 409]);
  });

  const details = (more: object = {}) => ({ party: alice, ...more });
  const refused: ReadonlyArray<readonly [string, () => object, number, string, RegExp]> = [
    ["no details", () => ({ updateMask: mask("party") }), 400, "INVALID_ARGUMENT", /found nothing/],
    ["no mask", () => ({ partyDetails: details() }), 400, "MISSING_FIELD", /update_mask/],
    [
      "another party in the body",
      () => ({ partyDetails: { party: foreign }, updateMask: mask("party") }),
      400,
      "INVALID_ARGUMENT",
      /partyDetails\.party.*path/,
    ],
    [
      "an empty mask",
      () => ({ partyDetails: details(), updateMask: mask() }),
      400,
      "INVALID_PARTY_DETAILS_UPDATE_REQUEST",
      /empty/,
    ],
    [
      "an unknown path",
      () => ({ partyDetails: details(), updateMask: mask("annotations") }),
      400,
      "INVALID_PARTY_DETAILS_UPDATE_REQUEST",
      /local_metadata/,
    ],
    [
      "another place",
      () => ({ partyDetails: details({ isLocal: false }), updateMask: mask("is_local") }),
      400,
      "INVALID_PARTY_DETAILS_UPDATE_REQUEST",
      /is_local/,
    ],
    [
      "a version that is no number",
      () => ({
        partyDetails: details({ localMetadata: { resourceVersion: "one" } }),
        updateMask: mask("local_metadata"),
      }),
      400,
      "INVALID_FIELD",
      /resource_version/,
    ],
  ];
  for (const [what, body, status, code, cause] of refused) {
    it(`refuse to change a party with ${what}`, async () => {
      const before = server.ledger.ledgerEnd();
      const reply = await patch(alice, body());
      expectError(reply, status, code);
      expect(saidOf(reply)).to.match(cause);
      expect(server.ledger.ledgerEnd()).to.equal(before);
    });
  }

  it("refuse to change an unknown party", async () => {
    const party = "nobody::1220";
    const body = { partyDetails: { party }, updateMask: mask("local_metadata") };
    const reply = await patch(party, body);
    expectError(reply, 404, "PARTY_NOT_FOUND");
    expect(at(reply.json, "resources")).to.deep.equal([["PARTY", party]]);
  });

  const allocations: ReadonlyArray<readonly [string, object, number, string, RegExp]> = [
    ["a taken name", { partyIdHint: "alice" }, 400, "INVALID_ARGUMENT", /already/],
    [
      "a colon pair in its name",
      { partyIdHint: "a::b" },
      400,
      "INVALID_ARGUMENT",
      /partyIdHint.*"a::b"/,
    ],
    [
      "186 characters",
      { partyIdHint: "x".repeat(186) },
      400,
      "INVALID_ARGUMENT",
      /partyIdHint.*185/,
    ],
    ["an unknown provider", { identityProviderId: "z" }, 400, "INVALID_ARGUMENT", /z is not known/],
    [
      "another synchronizer",
      { synchronizerId: "s::1220" },
      400,
      "NOT_CONNECTED_TO_SYNCHRONIZER",
      /s::1220/,
    ],
    ["an unknown user", { userId: "nobody" }, 404, "USER_NOT_FOUND", /nobody/],
    [
      "a version",
      { localMetadata: { resourceVersion: "1" } },
      400,
      "INVALID_ARGUMENT",
      /field local_metadata\.resource_version must be not set$/,
    ],
    [
      "an empty annotation",
      { localMetadata: { annotations: { k: "" } } },
      400,
      "INVALID_ARGUMENT",
      /"k".*empty/,
    ],
  ];
  for (const [what, body, status, code, cause] of allocations) {
    it(`refuse to allocate a party with ${what}`, async () => {
      const before = server.ledger.ledgerEnd();
      const reply = await allocate(body);
      expectError(reply, status, code);
      expect(saidOf(reply)).to.match(cause);
      expect(server.ledger.ledgerEnd()).to.equal(before);
    });
  }

  it("let a plain user allocate for itself up to its quota", async () => {
    const own = (partyIdHint: string, userId = "plain") =>
      allocate({ partyIdHint, userId }, "plain");
    expectError(await own("nobodys", ""), 403, "NA");
    expectError(await own("another", "participant_admin"), 403, "NA");
    const together = await Promise.all([own("own-1"), own("own-2"), own("own-3"), own("own-4")]);
    const statuses = together.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).to.deep.equal([200, 200, 403, 403]);
    expectError(await own("own-5"), 403, "NA");
    const before = server.ledger.ledgerEnd();
    const beyond = await own("own-6");
    expectError(beyond, 403, "NA");
    expect(saidOf(beyond)).to.contain("quota of 2");
    const rights = await server.call("GET", "/v2/users/plain/rights");
    expect(at(rights.json, "rights")).to.have.length(2);
    expect(server.ledger.ledgerEnd()).to.equal(before);
  });

  it("give only callers without an admin right a quota", () => {
    const config = { maxSelfAllocatedParties: 9 };
    const kinds = ["ParticipantAdmin", "IdentityProviderAdmin", "CanReadAsAnyParty"] as const;
    expect(kinds.map((kind) => quotaOf({ rights: rightsOf([{ kind }]) }, config))).to.deep.equal([
      {},
      {},
      { maxPartiesOfUser: 9 },
    ]);
    expect(quotaOf({ rights: rightsOf([]) }, config)).to.deep.equal({ maxPartiesOfUser: 9 });
  });

  it("refuse malformed parties and filters", async () => {
    const malformed = await server.call("GET", "/v2/parties/a%21?parties=b");
    expectError(malformed, 400, "INVALID_ARGUMENT");
    expect(saidOf(malformed)).to.contain('"a!"');
    for (const filter of ["a!", "x".repeat(186)]) {
      const reply = await server.call("GET", `/v2/parties?filter-party=${filter}`);
      expectError(reply, 400, "INVALID_FIELD");
      expect(at(reply.json, "context", "field")).to.equal("filterString");
    }
    const repeated = await server.call("GET", "/v2/parties?filter-party=a&filter-party=b");
    expect(repeated.status).to.equal(400);
    expect(repeated.text).to.equal(
      "Invalid value for: query parameter filter-party (multiple values)",
    );
  });

  it("tell the synchronizer, and how a party is hosted on it", async () => {
    const ask = async (query: string) => {
      const reply = await server.call("GET", `/v2/state/connected-synchronizers${query}`);
      expectContract("GET", "/v2/state/connected-synchronizers", reply);
      return at(reply.json, "connectedSynchronizers");
    };
    const { synchronizerId, participantId } = server.ledger;
    const synchronizer = { synchronizerAlias: "global-domain", synchronizerId };
    const without = { ...synchronizer, permission: "PARTICIPANT_PERMISSION_UNSPECIFIED" };
    const hosted = { ...synchronizer, permission: "PARTICIPANT_PERMISSION_SUBMISSION" };
    expect(await ask("")).to.deep.equal([without]);
    expect(await ask("?identityProviderId=")).to.deep.equal([without]);
    expect(await ask(`?party=${alice}`)).to.deep.equal([hosted]);
    expect(await ask(`?party=${alice}&participantId=${participantId}`)).to.deep.equal([hosted]);
    expect(await ask(`?party=${alice}&participantId=other::1220`)).to.deep.equal([]);
    expect(await ask("?party=nobody::1220")).to.deep.equal([]);
    for (const query of ["?party=a%21", "?participantId=a%21"]) {
      const reply = await server.call("GET", `/v2/state/connected-synchronizers${query}`);
      expectError(reply, 400, "INVALID_FIELD");
    }
  });
});
