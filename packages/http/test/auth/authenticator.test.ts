import type { IdentityProviderConfig } from "@tallystick/core";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { exportJWK, type GenerateKeyPairResult, generateKeyPair } from "jose";
import type { AuthConfig } from "../../src/auth/auth-config.js";
import { type Authenticator, createAuthenticator } from "../../src/auth/authenticator.js";
import { maxTokenLength } from "../../src/auth/presented-token.js";
import { createTokenCache } from "../../src/auth/token-cache.js";
import { type KeyServer, keyServer, published, signed } from "../fixtures/key-server.js";
import { leftOf, rightOf } from "../fixtures/outcomes.js";
import { type ProviderLedger, providerLedger } from "../fixtures/provider-ledger.js";

const startMs = 1_767_225_600_000;
const start = startMs / 1000;

describe("the authenticator", () => {
  let ledger: ProviderLedger;
  let keys: GenerateKeyPairResult;
  let server: KeyServer;
  let auth: AuthConfig;
  let nowMs: number;
  let authenticator: Authenticator;
  let cache: ReturnType<typeof createTokenCache>;
  let provider: IdentityProviderConfig;

  before(async () => {
    ledger = await providerLedger();
    keys = await generateKeyPair("ES256", { extractable: true });
    server = await keyServer();
    server.publish([await published(keys.publicKey, "one", "ES256")]);
    const key = JSON.stringify(await exportJWK(keys.publicKey));
    auth = { kind: "services", services: [{ kind: "key", key, algorithm: "ES256" }] };
    provider = {
      identityProviderId: "theirs",
      issuer: "https://theirs.example",
      jwksUrl: server.url,
      audience: "",
      isDeactivated: false,
    };
  });
  after(async () => {
    await server.close();
    await ledger.close();
  });
  beforeEach(async () => {
    nowMs = startMs;
    cache = createTokenCache();
    ledger.setUser({ userId: "alice", rights: [{ kind: "ParticipantAdmin" }] });
    const jwks = { allowHttp: true, allowPrivateAddresses: true };
    authenticator = rightOf(
      await createAuthenticator({ auth, ledger, now: () => nowMs, jwks, cache }),
    );
  });

  const tokenFor = (sub: string, more: object = {}) =>
    signed({ sub, scope: "daml_ledger_api", exp: start + 100, ...more }, keys.privateKey, {
      alg: "ES256",
      kid: "one",
    });
  const login = async (token: string | undefined, access: "token" | "subject" = "token") =>
    authenticator.authenticate(
      token === undefined ? {} : { authorization: `Bearer ${token}` },
      access,
    );

  it("knows the user of a good token, its rights and when the token ends", async () => {
    const caller = rightOf(await login(await tokenFor("alice")));
    expect(caller).to.include({
      userId: "alice",
      identityProviderId: "",
      tokenExpiresAtMs: startMs + 100_000,
    });
    expect(caller.rights.participantAdmin).to.equal(true);
  });

  it("answers at once for a token it knows, until that ends", async () => {
    const headers = { authorization: `Bearer ${await tokenFor("alice")}` };
    const first = authenticator.authenticate(headers);
    expect(first instanceof Promise).to.equal(true);
    await first;
    expect(authenticator.authenticate(headers) instanceof Promise).to.equal(false);
    nowMs = startMs + 104_999;
    expect(rightOf(await authenticator.authenticate(headers)).userId).to.equal("alice");
    nowMs = startMs + 105_000;
    expect(leftOf(await authenticator.authenticate(headers)).code).to.equal("UNAUTHENTICATED");
  });

  it("sees changed rights with a token it knows", async () => {
    const token = await tokenFor("alice");
    expect(rightOf(await login(token)).rights.participantAdmin).to.equal(true);
    ledger.setUser({ userId: "alice", rights: [] });
    expect(rightOf(await login(token)).rights.participantAdmin).to.equal(false);
    ledger.setUser({ userId: "alice", isDeactivated: true });
    expect(leftOf(await login(token)).cause).to.contain("the user alice is deactivated");
  });

  it("denies users that do not exist, unless a subject is enough", async () => {
    const token = await tokenFor("nobody");
    const denied = leftOf(await login(token));
    expect(denied).to.include({ code: "PERMISSION_DENIED" });
    expect(denied.context).to.deep.equal({ ledger_api_error: "invalid token" });
    const subject = rightOf(await login(token, "subject"));
    expect(subject).to.include({ userId: "nobody", identityProviderId: "" });
    expect(subject.rights.participantAdmin).to.equal(false);
  });

  it("denies a deactivated user also where a subject is enough", async () => {
    ledger.setUser({ userId: "alice", isDeactivated: true });
    expect(leftOf(await login(await tokenFor("alice"), "subject")).code).to.equal(
      "PERMISSION_DENIED",
    );
  });

  it("wants a token, and no longer one than it looks at", async () => {
    expect(leftOf(await login(undefined)).cause).to.equal("The request carries no token");
    const most = leftOf(await login("x".repeat(maxTokenLength)));
    expect(most.cause).to.equal("The token is not a JWT");
    const more = leftOf(await login("x".repeat(maxTokenLength + 1)));
    expect(more.cause).to.equal(`The token is longer than ${maxTokenLength} characters`);
  });

  it("remembers good tokens alone", async () => {
    await login("garbage");
    await login(await tokenFor("alice", { aud: "x" }));
    expect(cache.size()).to.equal(0);
    await login(await tokenFor("alice"));
    // whose user it is, is looked up each time
    await login(await tokenFor("nobody"));
    expect(cache.size()).to.equal(2);
  });

  describe("with an identity provider", () => {
    const theirs = (sub: string) => tokenFor(sub, { iss: provider.issuer });
    beforeEach(() => {
      ledger.setProvider(provider);
      ledger.setUser({ userId: "bob", identityProviderId: "theirs" });
    });
    afterEach(() => ledger.deleteProvider("theirs"));

    it("knows the provider's users, and no user of another", async () => {
      expect(rightOf(await login(await theirs("bob"))).identityProviderId).to.equal("theirs");
      const other = leftOf(await login(await theirs("alice")));
      expect(other.cause).to.contain("belongs to another identity provider");
      // the default provider's services do not speak for its users either
      expect(leftOf(await login(await tokenFor("bob"))).code).to.equal("PERMISSION_DENIED");
    });

    it("gives a subject without a user its provider", async () => {
      const subject = rightOf(await login(await theirs("carol"), "subject"));
      expect(subject).to.include({ userId: "carol", identityProviderId: "theirs" });
    });

    it("judges a known token again once its provider was changed", async () => {
      const token = await theirs("bob");
      expect(isLeft(await login(token))).to.equal(false);
      ledger.setProvider({ ...provider, audience: "https://ledger.example" });
      // the services accept it, but for them bob is a user of another provider
      expect(leftOf(await login(token)).code).to.equal("PERMISSION_DENIED");
      ledger.deleteProvider("theirs");
      expect(leftOf(await login(token)).code).to.equal("PERMISSION_DENIED");
    });

    it("does not accept a token whose provider is changed while its keys are fetched", async () => {
      let change: () => void = () => undefined;
      server.publish((response) => {
        change();
        response.writeHead(200).end('{"keys":[]}');
      });
      change = () => ledger.setProvider({ ...provider, isDeactivated: true });
      const outcome = await login(await theirs("bob"));
      expect(isLeft(outcome)).to.equal(true);
      server.publish([await published(keys.publicKey, "one", "ES256")]);
    });
  });

  it("lets everyone do everything while authorization is off", async () => {
    const open = rightOf(
      await createAuthenticator({ auth: { kind: "off" }, ledger, now: Date.now }),
    );
    const caller = rightOf(await open.authenticate({}));
    expect(caller).to.include({ userId: "", identityProviderId: "" });
    expect(caller.rights.everything).to.equal(true);
  });

  it("says which login of the configuration is unusable", async () => {
    const broken: AuthConfig = {
      kind: "services",
      services: [
        { kind: "unsafe", secret: "s" },
        { kind: "key", key: "no key", algorithm: "RS256" },
      ],
    };
    const made = await createAuthenticator({ auth: broken, ledger, now: Date.now });
    expect(leftOf(made).message).to.match(
      /^the key login: the key is neither a PEM public key nor/,
    );
  });
});
