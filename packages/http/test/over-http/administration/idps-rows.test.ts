import { expect } from "chai";
import {
  type AdministrationServer,
  administrationServer,
} from "../../fixtures/administration-server.js";
import { at, expectContract, expectError, saidOf } from "../../fixtures/expected-reply.js";

const config = (more: object = {}) => ({
  identityProviderId: "acme",
  issuer: "https://acme.example",
  jwksUrl: "https://acme.example/jwks.json",
  ...more,
});
const mask = (...paths: string[]) => ({ paths, unknownFields: { fields: {} } });
const one = "/v2/idps/acme";

describe("The rows of identity providers", () => {
  let server: AdministrationServer;
  before(async () => {
    server = await administrationServer();
  });
  after(() => server.close());

  const create = (identityProviderConfig: unknown) =>
    server.call("POST", "/v2/idps", { body: { identityProviderConfig } });
  const patch = (identityProviderConfig: unknown, updateMask: unknown, path = one) =>
    server.call("PATCH", path, { body: { identityProviderConfig, updateMask } });

  it("create, read, list, change and delete a configuration, in its wrapper both ways", async () => {
    const created = await create(config());
    expectContract("POST", "/v2/idps", created);
    const stored = config({ isDeactivated: false, audience: "" });
    expect(created.json).to.deep.equal({ identityProviderConfig: stored });
    const read = await server.call("GET", one);
    expectContract("GET", "/v2/idps/{idp-id}", read);
    expect(read.json).to.deep.equal(created.json);
    const listed = await server.call("GET", "/v2/idps");
    expectContract("GET", "/v2/idps", listed);
    expect(at(listed.json, "identityProviderConfigs")).to.deep.include(stored);
    const changed = await patch(
      config({ isDeactivated: true, audience: "aud", issuer: "https://ignored.example" }),
      mask("is_deactivated", "audience", "identity_provider_id"),
    );
    expectContract("PATCH", "/v2/idps/{idp-id}", changed);
    const off = { ...stored, isDeactivated: true, audience: "aud" };
    expect(changed.json).to.deep.equal({ identityProviderConfig: off });
    const cleared = await patch(
      config({ issuer: "", jwksUrl: "", isDeactivated: false }),
      mask("audience", "issuer", "jwks_url"),
    );
    expect(at(cleared.json, "identityProviderConfig")).to.deep.equal({ ...off, audience: "" });
    const deleted = await server.call("DELETE", one);
    expect(deleted.text).to.equal("{}");
    expectError(await server.call("GET", one), 404, "IDP_CONFIG_NOT_FOUND");
  });

  const rules: ReadonlyArray<readonly [string, unknown, number, string, RegExp]> = [
    ["no wrapper", undefined, 400, "MISSING_FIELD", /identity_provider_config/],
    ["null for the wrapper", null, 400, "MISSING_FIELD", /identity_provider_config/],
    ["nothing in the wrapper", {}, 400, "MISSING_FIELD", /identity_provider_id/],
    [
      "an empty id",
      config({ identityProviderId: "" }),
      400,
      "MISSING_FIELD",
      /identity_provider_id/,
    ],
    [
      "a malformed id",
      config({ identityProviderId: "a!" }),
      400,
      "INVALID_FIELD",
      /identity_provider_id.*"a!".*expected/,
    ],
    [
      "an id of 256 characters",
      config({ identityProviderId: "x".repeat(256) }),
      400,
      "INVALID_FIELD",
      /identity_provider_id/,
    ],
    ["no URL", config({ jwksUrl: undefined }), 400, "MISSING_FIELD", /jwks_url.*expected/],
    ["an empty URL", config({ jwksUrl: "" }), 400, "MISSING_FIELD", /jwks_url.*expected/],
    [
      "a relative URL",
      config({ jwksUrl: "/keys" }),
      400,
      "INVALID_FIELD",
      /jwks_url.*Malformed URL.*expected/,
    ],
    ["a URL of another scheme", config({ jwksUrl: "x:y" }), 400, "INVALID_FIELD", /jwks_url/],
    ["no issuer", config({ issuer: "" }), 400, "MISSING_FIELD", /issuer/],
    [
      "the id of another",
      config({ identityProviderId: "a", issuer: "https://b.example" }),
      409,
      "IDP_CONFIG_ALREADY_EXISTS",
      /a already/,
    ],
    [
      "the issuer of another",
      config({ issuer: "https://b.example" }),
      409,
      "IDP_CONFIG_ISSUER_ALREADY_EXISTS",
      /https:\/\/b\.example/,
    ],
  ];
  for (const [what, body, status, code, cause] of rules) {
    it(`refuse to create one with ${what}`, async () => {
      const before = server.ledger.ledgerEnd();
      const reply = await create(body);
      expectError(reply, status, code);
      expect(saidOf(reply)).to.match(cause);
      expect(server.ledger.ledgerEnd()).to.equal(before);
    });
  }

  for (const body of [7, [], "x", { issuer: 7 }, { isDeactivated: "no" }]) {
    it(`answer ${JSON.stringify(body)} in place of a configuration in plain text`, async () => {
      const reply = await create(body);
      expect(reply.status).to.equal(400);
      expect(reply.type).to.contain("text/plain");
      expect(saidOf(reply)).to.contain("identityProviderConfig");
    });
  }

  const changes: ReadonlyArray<readonly [string, unknown, unknown, number, string, RegExp]> = [
    ["no configuration", undefined, mask("issuer"), 400, "INVALID_ARGUMENT", /found nothing/],
    [
      "another id",
      config({ identityProviderId: "b" }),
      mask("issuer"),
      400,
      "INVALID_ARGUMENT",
      /path/,
    ],
    ["no mask", config(), undefined, 400, "MISSING_FIELD", /update_mask/],
    ["an empty mask", config(), mask(), 400, "INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST", /empty/],
    [
      "an unknown path",
      config(),
      mask("isDeactivated"),
      400,
      "INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST",
      /isDeactivated.*is_deactivated/,
    ],
    [
      "a path twice",
      config(),
      mask("issuer", "issuer"),
      400,
      "INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST",
      /twice/,
    ],
    [
      "a malformed URL",
      config({ jwksUrl: "x" }),
      mask("jwks_url"),
      400,
      "INVALID_FIELD",
      /jwks_url/,
    ],
    [
      "the issuer of another",
      config({ issuer: "https://b.example" }),
      mask("issuer"),
      409,
      "IDP_CONFIG_ISSUER_ALREADY_EXISTS",
      /b\.example/,
    ],
  ];
  it("refuse unusable changes, and change nothing", async () => {
    await create(config());
    const before = server.ledger.ledgerEnd();
    for (const [what, body, updateMask, status, code, cause] of changes) {
      const reply = await patch(body, updateMask);
      expectError(reply, status, code);
      expect(saidOf(reply), what).to.match(cause);
    }
    const unknown = config({ identityProviderId: "nobody" });
    const reply = await patch(unknown, mask("issuer"), "/v2/idps/nobody");
    expectError(reply, 404, "IDP_CONFIG_NOT_FOUND");
    expect(at(reply.json, "resources")).to.deep.equal([["IDENTITY_PROVIDER_CONFIG", "nobody"]]);
    expect(server.ledger.ledgerEnd()).to.equal(before);
    await server.call("DELETE", one);
  });

  it("refuse ids in the path that are malformed, too long or unknown", async () => {
    for (const method of ["GET", "DELETE"]) {
      expectError(await server.call(method, "/v2/idps/a%21"), 400, "INVALID_FIELD");
      expectError(await server.call(method, `/v2/idps/${"x".repeat(256)}`), 400, "INVALID_FIELD");
      const unknown = await server.call(method, "/v2/idps/nobody");
      expectError(unknown, 404, "IDP_CONFIG_NOT_FOUND");
      expect(at(unknown.json, "resources")).to.deep.equal([["IDENTITY_PROVIDER_CONFIG", "nobody"]]);
    }
  });

  it("keep a provider that has users", async () => {
    await server.user("a.member");
    const reply = await server.call("DELETE", "/v2/idps/a");
    expect(reply.status).to.equal(400);
    expect(saidOf(reply)).to.contain("a.member");
    expect((await server.call("GET", "/v2/idps/a")).status).to.equal(200);
  });

  it("stop a deactivated provider's tokens at once, and take them again later", async () => {
    await server.user("b.member");
    const ask = () => server.call("GET", "/v2/authenticated-user", { as: "b.member" });
    const switchTo = (isDeactivated: boolean) =>
      patch({ identityProviderId: "b", isDeactivated }, mask("is_deactivated"), "/v2/idps/b");
    expect((await ask()).status).to.equal(200);
    await switchTo(true);
    expectError(await ask(), 401, "NA");
    await switchTo(false);
    expect((await ask()).status).to.equal(200);
  });

  it("refuse the seventeenth configuration, changing nothing", async () => {
    const add = (n: number) =>
      create(config({ identityProviderId: `p${n}`, issuer: `https://p${n}.example` }));
    const held = server.ledger.identityProviders().length;
    for (let n = held; n < 16; n += 1) expect((await add(n)).status).to.equal(200);
    const before = server.ledger.ledgerEnd();
    const reply = await add(16);
    expectError(reply, 400, "TOO_MANY_IDENTITY_PROVIDER_CONFIGS");
    expect(saidOf(reply)).to.contain("16");
    expect(server.ledger.ledgerEnd()).to.equal(before);
    const taken = await create(config({ identityProviderId: "p3", issuer: "https://z.example" }));
    expectError(taken, 409, "IDP_CONFIG_ALREADY_EXISTS");
  });
});
