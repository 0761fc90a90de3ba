import type { IdentityProviderConfig } from "@tallystick/core";
import { systemTimers } from "@tallystick/background";
import { expect } from "chai";
import { defaultJwksConfig } from "../../src/auth/auth-config.js";
import { type ProviderChecks, providerChecks } from "../../src/auth/provider-checks.js";
import { base64, type KeyServer, keyServer } from "../fixtures/key-server.js";
import { leftOf } from "../fixtures/outcomes.js";
import { type ProviderLedger, providerLedger } from "../fixtures/provider-ledger.js";

const configOf = (
  identityProviderId: string,
  more: Partial<IdentityProviderConfig> = {},
): IdentityProviderConfig => ({
  identityProviderId,
  issuer: `https://${identityProviderId}.example`,
  jwksUrl: `https://${identityProviderId}.example/keys`,
  audience: "",
  isDeactivated: false,
  ...more,
});

describe("the checks of identity providers", () => {
  let ledger: ProviderLedger;
  let reported: Array<readonly [login: string, reason: string]>;
  let providerOf: ProviderChecks;
  before(async () => {
    ledger = await providerLedger();
  });
  after(() => ledger.close());
  beforeEach(() => {
    for (const { identityProviderId } of ledger.identityProviders())
      ledger.deleteProvider(identityProviderId);
    reported = [];
    providerOf = providerChecks({
      ledger,
      config: { ...defaultJwksConfig({ kind: "development" }), timeoutMs: 60_000 },
      now: () => 0,
      timers: systemTimers,
      report: (login, reason) => reported.push([login, reason]),
    });
  });

  it("belong to the active provider that is the issuer, compared exactly", () => {
    ledger.setProvider(configOf("a"));
    ledger.setProvider(configOf("b"));
    expect(providerOf("https://b.example")?.provider).to.deep.equal(configOf("b"));
    for (const issuer of ["https://b.example/", "https://B.example", "", undefined, 7, null])
      expect(providerOf(issuer), String(issuer)).to.equal(undefined);
  });

  it("are none for a provider that is deactivated or deleted", () => {
    ledger.setProvider(configOf("a", { isDeactivated: true }));
    expect(providerOf("https://a.example")).to.equal(undefined);
    ledger.setProvider(configOf("a"));
    expect(providerOf("https://a.example")).to.not.equal(undefined);
    ledger.deleteProvider("a");
    expect(providerOf("https://a.example")).to.equal(undefined);
  });

  it("keep their keys while the address of the keys stays the same", () => {
    ledger.setProvider(configOf("a"));
    const first = providerOf("https://a.example")?.check;
    ledger.setProvider(configOf("a", { audience: "x" }));
    expect(providerOf("https://a.example")?.check).to.equal(first);
    ledger.setProvider(configOf("a", { jwksUrl: "https://a.example/other" }));
    const second = providerOf("https://a.example")?.check;
    expect(second).to.not.equal(first);
    expect(providerOf("https://a.example")?.check).to.equal(second);
  });

  it("forget the keys of a provider that came again at another address", () => {
    ledger.setProvider(configOf("a"));
    const first = providerOf("https://a.example")?.check;
    ledger.deleteProvider("a");
    ledger.setProvider(configOf("b"));
    providerOf("https://b.example");
    ledger.setProvider(configOf("a"));
    expect(providerOf("https://a.example")?.check).to.not.equal(first);
  });

  describe("whose keys are on this machine", () => {
    let server: KeyServer;
    before(async () => {
      server = await keyServer();
    });
    after(() => server.close());

    it("are not fetched, unless the configuration allows it, and that is reported", async () => {
      ledger.setProvider(configOf("a", { jwksUrl: server.url }));
      const token = `${base64({ alg: "RS256", kid: "k" })}.${base64({ sub: "x" })}.c2ln`;
      const outcome = await providerOf("https://a.example")?.check(token);
      if (outcome === undefined) throw new Error("there is no check");
      expect(leftOf(outcome).kind).to.equal("unavailable");
      expect(server.asked()).to.equal(0);
      expect(reported).to.have.lengthOf(1);
      expect(reported[0]?.[0]).to.equal("identity provider a");
      expect(reported[0]?.[1]).to.contain("auth.jwks.allowPrivateAddresses lifts that");
    });
  });
});
