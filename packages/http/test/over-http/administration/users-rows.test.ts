import { createTurns, systemTimers } from "@tallystick/background";
import { DappState } from "../../../src/sessions/dapp-state.js";
import { Followers } from "../../../src/metrics/followers.js";
import { TakenSnapshots } from "../../../src/sessions/taken-snapshots.js";
import { expect } from "chai";
import { rightsOf } from "../../../src/auth/rights.js";
import { defaultHttpConfig, endpoints } from "../../../src/index.js";
import {
  type AdministrationServer,
  administrationServer,
} from "../../fixtures/administration-server.js";
import { outcomeOf } from "../../fixtures/outcomes.js";
import { at, expectContract, expectError, saidOf } from "../../fixtures/expected-reply.js";

const mask = (...paths: string[]) => ({ paths, unknownFields: { fields: {} } });
const ofParty = (kind: string, party: string) => ({ kind: { [kind]: { value: { party } } } });
const plain = (kind: string) => ({ kind: { [kind]: { value: {} } } });

describe("The rows of users", () => {
  let server: AdministrationServer;
  let alice: string;
  let bob: string;
  before(async () => {
    server = await administrationServer();
    alice = await server.party("alice");
    bob = await server.party("bob");
    await server.user("kept");
  });
  after(() => server.close());

  const post = (path: string, body: unknown, as?: string) =>
    server.call("POST", path, as === undefined ? { body } : { body, as });
  const patch = (path: string, body: unknown, as?: string) =>
    server.call("PATCH", path, as === undefined ? { body } : { body, as });
  const create = (user: unknown, rights: unknown = []) => post("/v2/users", { user, rights });

  it("create, read and delete a user, showing every field", async () => {
    const user = {
      id: "full",
      primaryParty: alice,
      isDeactivated: true,
      metadata: { resourceVersion: "", annotations: { "example.com/team": "ledger" } },
      identityProviderId: "a",
      primaryPartyAuthentication: true,
    };
    const created = await create(user, [ofParty("CanReadAs", alice)]);
    expectContract("POST", "/v2/users", created);
    const { annotations } = user.metadata;
    const stored = { ...user, metadata: { resourceVersion: "0", annotations } };
    expect(created.json).to.deep.equal({ user: stored });
    const path = "/v2/users/full?identity-provider-id=a";
    const read = await server.call("GET", path);
    expectContract("GET", "/v2/users/{user-id}", read);
    expect(read.json).to.deep.equal(created.json);
    expect((await server.call("DELETE", path)).text).to.equal("{}");
    expectError(await server.call("GET", path), 404, "USER_NOT_FOUND");
  });

  it("create a user from nothing but an id, filling in the rest", async () => {
    const created = await create({ id: "bare" }, undefined);
    expect(created.json).to.deep.equal({
      user: {
        id: "bare",
        primaryParty: "",
        isDeactivated: false,
        metadata: { resourceVersion: "0", annotations: {} },
        identityProviderId: "",
        primaryPartyAuthentication: false,
      },
    });
  });

  it("grant and list rights of all kinds, telling only the new ones, and revoke them", async () => {
    await server.user("granted");
    const path = "/v2/users/granted/rights";
    const rights = [
      ofParty("CanActAs", alice),
      ofParty("CanReadAs", bob),
      ofParty("CanExecuteAs", bob),
      plain("CanReadAsAnyParty"),
      plain("CanExecuteAsAnyParty"),
      plain("IdentityProviderAdmin"),
      plain("ParticipantAdmin"),
    ];
    const change = (method: string, some: unknown) =>
      server.call(method, path, { body: { userId: "granted", rights: some } });
    const first = await change("POST", [rights[0], rights[0]]);
    expectContract("POST", "/v2/users/{user-id}/rights", first);
    expect(first.json).to.deep.equal({ newlyGrantedRights: [rights[0]] });
    const all = await change("POST", rights);
    expect(at(all.json, "newlyGrantedRights")).to.have.deep.members(rights.slice(1));
    const listed = await server.call("GET", path);
    expectContract("GET", "/v2/users/{user-id}/rights", listed);
    expect(at(listed.json, "rights")).to.have.deep.members(rights);
    const before = server.ledger.ledgerEnd();
    expect((await change("POST", rights)).json).to.deep.equal({ newlyGrantedRights: [] });
    expect(server.ledger.ledgerEnd()).to.equal(before);
    const revoked = await change("PATCH", [rights[1], ofParty("CanActAs", bob)]);
    expectContract("PATCH", "/v2/users/{user-id}/rights", revoked);
    expect(revoked.json).to.deep.equal({ newlyRevokedRights: [rights[1]] });
    expect((await change("PATCH", [rights[1]])).json).to.deep.equal({ newlyRevokedRights: [] });
    const left = at((await server.call("GET", path)).json, "rights");
    expect(left).to.have.deep.members(rights.filter((_right, index) => index !== 1));
  });

  it("take a right with several kinds in one object for as many rights, as a published example sends it", async () => {
    expectError(await server.call("GET", "/v2/users/example"), 404, "USER_NOT_FOUND");
    const participant = await server.call("GET", "/v2/parties/participant-id");
    expect(at(participant.json, "participantId")).to.equal(server.ledger.participantId);
    expect((await server.call("GET", "/v2/parties")).status).to.equal(200);
    const allocated = await post("/v2/parties", {
      partyIdHint: "Example",
      identityProviderId: "",
      synchronizerId: "",
      userId: "",
      localMetadata: { resourceVersion: "", annotations: {} },
    });
    const party = String(at(allocated.json, "partyDetails", "party"));
    const both = { CanActAs: { value: { party } }, CanReadAs: { value: { party } } };
    const created = await create(
      { id: "example", primaryParty: party, isDeactivated: false, identityProviderId: "" },
      [{ kind: both }],
    );
    expect(created.status, created.text).to.equal(200);
    const listed = await server.call("GET", "/v2/users/example/rights");
    expect(at(listed.json, "rights")).to.have.deep.members([
      ofParty("CanActAs", party),
      ofParty("CanReadAs", party),
    ]);
    const command = {
      CreateCommand: {
        templateId: "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping",
        createArguments: { id: "1", initiator: party, responder: party },
      },
    };
    const submit = { commands: [command], commandId: "c", actAs: [party], readAs: [party] };
    const submitted = await post("/v2/commands/submit-and-wait", submit, "example");
    expect(submitted.status, submitted.text).to.equal(200);
  });

  it("change what the mask names and nothing else", async () => {
    await server.user("changing", [], { annotations: { keep: "1", drop: "2" } });
    const updated = await patch("/v2/users/changing", {
      user: {
        id: "changing",
        primaryParty: bob,
        isDeactivated: true,
        primaryPartyAuthentication: true,
        metadata: { resourceVersion: "0", annotations: { drop: "", more: "3" } },
      },
      updateMask: mask("primary_party", "metadata.annotations", "id", "identity_provider_id"),
    });
    expectContract("PATCH", "/v2/users/{user-id}", updated);
    expect(updated.json).to.deep.equal({
      user: {
        id: "changing",
        primaryParty: bob,
        isDeactivated: false,
        metadata: { resourceVersion: "1", annotations: { keep: "1", more: "3" } },
        identityProviderId: "",
        primaryPartyAuthentication: false,
      },
    });
  });

  it("let one of two changes based on the same version win", async () => {
    await server.user("raced");
    const update = (value: string) =>
      patch("/v2/users/raced", {
        user: { id: "raced", metadata: { resourceVersion: "0", annotations: { value } } },
        updateMask: mask("metadata.annotations"),
      });
    const replies = await Promise.all([update("one"), update("two")]);
    const [won, lost] = [...replies].sort((x, y) => x.status - y.status);
    if (won === undefined || lost === undefined) throw new Error("two replies expected");
    expect(won.status, won.text).to.equal(200);
    expectError(lost, 409, "CONCURRENT_USER_UPDATE_DETECTED");
    expect(at(lost.json, "resources")).to.deep.equal([["USER", "raced"]]);
    expect(at(lost.json, "retryInfo")).to.equal("1 second");
    const read = await server.call("GET", "/v2/users/raced");
    expect(read.json).to.deep.equal(won.json);
  });

  it("move a user, after which only its new provider's callers find it", async () => {
    await server.user("a.admin", [{ kind: "IdentityProviderAdmin" }]);
    await server.user("moving");
    const moved = await patch("/v2/users/moving/identity-provider-id", {
      userId: "moving",
      sourceIdentityProviderId: "",
      targetIdentityProviderId: "a",
    });
    expect(moved.text).to.equal("{}");
    expectError(await server.call("GET", "/v2/users/moving"), 403, "NA");
    const found = await server.call("GET", "/v2/users/moving", { as: "a.admin" });
    expect(at(found.json, "user", "identityProviderId")).to.equal("a");
  });

  it("keep a participant admin from the administrators of its identity provider", async () => {
    await server.user("a.boss", [{ kind: "IdentityProviderAdmin" }]);
    await server.user("a.chief", [{ kind: "ParticipantAdmin" }]);
    const chief = "/v2/users/a.chief";
    const as = { as: "a.boss" };
    const user = { id: "a.chief", isDeactivated: true, identityProviderId: "a" };
    const updateMask = { paths: ["is_deactivated"], unknownFields: { fields: {} } };
    const rights = { userId: "a.chief", rights: [], identityProviderId: "a" };
    const end = server.ledger.ledgerEnd();
    for (const [method, path, body] of [
      ["DELETE", chief, undefined],
      ["PATCH", chief, { user, updateMask }],
      ["POST", `${chief}/rights`, rights],
      ["PATCH", `${chief}/rights`, rights],
    ] as const) {
      const reply = await server.call(method, path, { ...as, ...(body ? { body } : {}) });
      expectError(reply, 403, "NA");
    }
    expect(server.ledger.ledgerEnd()).to.equal(end);
    expect((await server.call("GET", chief, as)).status).to.equal(200);
    await server.user("a.clerk");
    expect((await server.call("DELETE", "/v2/users/a.clerk", as)).status).to.equal(200);
  });

  it("tell the caller who it is", async () => {
    const own = await server.call("GET", "/v2/authenticated-user", { as: "kept" });
    expectContract("GET", "/v2/authenticated-user", own);
    expect(at(own.json, "user", "id")).to.equal("kept");
    const named = "/v2/authenticated-user?identity-provider-id=a";
    expectError(await server.call("GET", named, { as: "kept" }), 403, "NA");
  });

  it("tell a caller without a user the words existing clients wait for", async () => {
    const row = endpoints.find(({ path }) => path === "/v2/authenticated-user");
    const nobody = { userId: "", rights: rightsOf([]), identityProviderId: "" };
    const raw = { parameters: {}, query: {}, body: undefined, caller: nobody };
    const text = async () => "";
    const services = {
      ledger: server.ledger,
      config: defaultHttpConfig,
      startedAt: 0,
      openApi: text,
      asyncApi: text,
      followers: new Followers(() => 0, systemTimers),
      snapshots: new TakenSnapshots(server.ledger, undefined),
      dapp: new DappState(() => 0),
      turns: createTurns(),
      walletOpenApi: text,
      auditOpenApi: text,
    };
    const answer = row && (await outcomeOf(() => row.serve(raw, services)));
    expect(answer).to.have.nested.property("left.code", "INVALID_TOKEN");
    expect(answer)
      .to.have.nested.property("left.cause")
      .that.contains("The submitted request is missing a user-id");
  });

  const user = (more: object) => ({ user: { id: "new", ...more } });
  const creations: ReadonlyArray<readonly [string, object, number, string, RegExp]> = [
    ["no user", {}, 400, "MISSING_FIELD", /\buser\b/],
    ["null for the user", { user: null }, 400, "MISSING_FIELD", /\buser\b/],
    ["an empty id", user({ id: "" }), 400, "MISSING_FIELD", /\bid\b/],
    ["a malformed id", user({ id: "a b" }), 400, "INVALID_FIELD", /\bid\b.*"a b"/],
    ["an id of 129 characters", user({ id: "x".repeat(129) }), 400, "INVALID_FIELD", /\bid\b.*128/],
    ["a taken id", user({ id: "kept" }), 409, "USER_ALREADY_EXISTS", /kept/],
    ["a malformed party", user({ primaryParty: "a!" }), 400, "INVALID_ARGUMENT", /party.*"a!"/i],
    [
      "an unknown provider",
      user({ identityProviderId: "z" }),
      400,
      "INVALID_ARGUMENT",
      /z is not known/,
    ],
    [
      "a resource version",
      user({ metadata: { resourceVersion: "0" } }),
      400,
      "INVALID_ARGUMENT",
      /field user\.metadata\.resource_version must be not set$/,
    ],
    [
      "a malformed annotation key",
      user({ metadata: { annotations: { "-k": "v" } } }),
      400,
      "INVALID_ARGUMENT",
      /annotations.*"-k"/,
    ],
    [
      "an empty annotation",
      user({ metadata: { annotations: { k: "" } } }),
      400,
      "INVALID_ARGUMENT",
      /"k".*empty/,
    ],
    [
      "annotations beyond 256 KiB",
      user({ metadata: { annotations: { k: "é".repeat(131_072) } } }),
      400,
      "INVALID_ARGUMENT",
      /262145.*262144/,
    ],
    [
      "a right without a kind",
      { ...user({}), rights: [{}] },
      400,
      "INVALID_ARGUMENT",
      /unknown kind of right - check that the Ledger API version/,
    ],
    [
      "an empty kind",
      { ...user({}), rights: [{ kind: { Empty: {} } }] },
      400,
      "INVALID_ARGUMENT",
      /unknown kind of right - check that the Ledger API version/,
    ],
    [
      "a right on a malformed party",
      { ...user({}), rights: [ofParty("CanActAs", "")] },
      400,
      "INVALID_ARGUMENT",
      /rights\[0\].*party/,
    ],
  ];
  for (const [what, body, status, code, cause] of creations) {
    it(`refuse to create a user with ${what}`, async () => {
      const before = server.ledger.ledgerEnd();
      const reply = await post("/v2/users", body);
      expectError(reply, status, code);
      expect(saidOf(reply)).to.match(cause);
      expect(server.ledger.ledgerEnd()).to.equal(before);
    });
  }

  const keptUser = (more: object = {}) => ({ id: "kept", ...more });
  const updates: ReadonlyArray<readonly [string, object, number, string, RegExp]> = [
    ["no user", { updateMask: mask("primary_party") }, 400, "INVALID_ARGUMENT", /found nothing/],
    ["no mask", { user: keptUser() }, 400, "MISSING_FIELD", /update_mask/],
    [
      "an empty mask",
      { user: keptUser(), updateMask: {} },
      400,
      "INVALID_USER_UPDATE_REQUEST",
      /empty/,
    ],
    [
      "an unknown path",
      { user: keptUser(), updateMask: mask("primaryParty") },
      400,
      "INVALID_USER_UPDATE_REQUEST",
      /primaryParty.*primary_party/,
    ],
    [
      "a path twice",
      { user: keptUser(), updateMask: mask("is_deactivated", "is_deactivated") },
      400,
      "INVALID_USER_UPDATE_REQUEST",
      /twice/,
    ],
    [
      "another user in the body",
      { user: { id: "full" }, updateMask: mask("is_deactivated") },
      400,
      "INVALID_ARGUMENT",
      /user\.id.*"full".*"kept"/,
    ],
    [
      "a version that is no number",
      { user: keptUser({ metadata: { resourceVersion: "x" } }), updateMask: mask("metadata") },
      400,
      "INVALID_FIELD",
      /resource_version.*"x".*integer/,
    ],
    [
      "a stale version",
      {
        user: keptUser({ metadata: { resourceVersion: "7" } }),
        updateMask: mask("is_deactivated"),
      },
      409,
      "CONCURRENT_USER_UPDATE_DETECTED",
      /user 'kept' failed due to a concurrent update to the same user/,
    ],
    [
      "a malformed party",
      { user: keptUser({ primaryParty: "a!" }), updateMask: mask("primary_party") },
      400,
      "INVALID_ARGUMENT",
      /"a!"/,
    ],
    [
      "a malformed annotation key",
      {
        user: keptUser({ metadata: { annotations: { "k/": "v" } } }),
        updateMask: mask("metadata.annotations"),
      },
      400,
      "INVALID_ARGUMENT",
      /annotations/,
    ],
  ];
  for (const [what, body, status, code, cause] of updates) {
    it(`refuse to change a user with ${what}`, async () => {
      const before = server.ledger.ledgerEnd();
      const reply = await patch("/v2/users/kept", body);
      expectError(reply, status, code);
      expect(saidOf(reply)).to.match(cause);
      expect(server.ledger.ledgerEnd()).to.equal(before);
    });
  }

  it("refuse annotations that grow beyond 256 KiB by merging", async () => {
    await server.user("annotated", [], { annotations: { k: "x".repeat(200_000) } });
    const reply = await patch("/v2/users/annotated", {
      user: { id: "annotated", metadata: { annotations: { l: "x".repeat(100_000) } } },
      updateMask: mask("metadata.annotations"),
    });
    expectError(reply, 400, "MAX_USER_ANNOTATIONS_SIZE_EXCEEDED");
  });

  it("refuse malformed, unknown and deleted users in the path", async () => {
    const malformed: ReadonlyArray<readonly [string, string]> = [
      ["GET", ""],
      ["DELETE", ""],
      ["GET", "/rights"],
    ];
    for (const [method, rest] of malformed) {
      const reply = await server.call(method, `/v2/users/a%20b${rest}`);
      expectError(reply, 400, "INVALID_ARGUMENT");
      expect(saidOf(reply)).to.contain('Malformed user-id: User ID "a b"');
      const unknown = await server.call(method, `/v2/users/nobody${rest}`);
      expectError(unknown, 404, "USER_NOT_FOUND");
      expect(at(unknown.json, "resources")).to.deep.equal([["USER", "nobody"]]);
    }
    const body = { userId: "nobody", rights: [plain("CanReadAsAnyParty")] };
    for (const method of ["POST", "PATCH"]) {
      const rights = await server.call(method, "/v2/users/nobody/rights", { body });
      expectError(rights, 404, "USER_NOT_FOUND");
      const other = await server.call(method, "/v2/users/kept/rights", { body });
      expectError(other, 400, "INVALID_ARGUMENT");
      expect(saidOf(other)).to.contain("userId");
    }
  });

  it("refuse rights beyond a thousand, all or nothing", async () => {
    await server.user("greedy");
    const rights = Array.from({ length: 1001 }, (_, n) => ofParty("CanReadAs", `p${n}::1220`));
    const grant = (some: unknown) =>
      post("/v2/users/greedy/rights", { userId: "greedy", rights: some });
    const refused = await grant(rights);
    expectError(refused, 400, "TOO_MANY_USER_RIGHTS");
    expect(at(refused.json, "resources")).to.deep.equal([["USER", "greedy"]]);
    expect(at((await grant(rights.slice(1))).json, "newlyGrantedRights")).to.have.length(1000);
    expectError(await grant([ofParty("CanReadAs", "p0::1220")]), 400, "TOO_MANY_USER_RIGHTS");
  });

  it("refuse moves between providers that are not known or not the user's", async () => {
    const move = (source: string, target: string, userId = "kept") =>
      patch("/v2/users/kept/identity-provider-id", {
        userId,
        sourceIdentityProviderId: source,
        targetIdentityProviderId: target,
      });
    expectError(await move("", "nowhere"), 400, "INVALID_ARGUMENT");
    expectError(await move("nowhere", "a"), 400, "INVALID_ARGUMENT");
    expectError(await move("", "a", "full"), 400, "INVALID_ARGUMENT");
    const read = await server.call("GET", "/v2/users/kept");
    expect(at(read.json, "user", "identityProviderId")).to.equal("");
    expect((await move("a", "b")).status).to.be.oneOf([400, 403]);
  });

  it("keep admins from locking themselves out", async () => {
    const me = "ledger-api-user";
    expectError(await server.call("DELETE", `/v2/users/${me}`), 400, "INVALID_ARGUMENT");
    const off = { user: { id: me, isDeactivated: true }, updateMask: mask("is_deactivated") };
    expectError(await patch(`/v2/users/${me}`, off), 400, "INVALID_ARGUMENT");
    const body = { userId: me, rights: [plain("ParticipantAdmin")] };
    expectError(await patch(`/v2/users/${me}/rights`, body), 400, "INVALID_ARGUMENT");
    expect((await server.call("GET", "/v2/authenticated-user")).status).to.equal(200);
  });
});
