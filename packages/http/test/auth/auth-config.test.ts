import { expect } from "chai";
import {
  type AuthConfig,
  defaultJwksConfig,
  developmentService,
  isForThisMachineOnly,
  providerAlgorithms,
} from "../../src/auth/auth-config.js";

const services: AuthConfig = { kind: "services", services: [developmentService] };

describe("the configuration of logins", () => {
  it("keeps callers from elsewhere out where everyone knows the secret, or none is needed", () => {
    expect(isForThisMachineOnly({ kind: "development" })).to.equal(true);
    expect(isForThisMachineOnly({ kind: "off" })).to.equal(true);
    expect(isForThisMachineOnly(services)).to.equal(false);
  });

  it("fetches keys without TLS in the development login alone, and from public addresses only", () => {
    expect(defaultJwksConfig({ kind: "development" })).to.include({
      allowHttp: true,
      allowPrivateAddresses: false,
    });
    for (const auth of [services, { kind: "off" } as const]) {
      expect(defaultJwksConfig(auth)).to.include({
        allowHttp: false,
        allowPrivateAddresses: false,
      });
    }
  });

  it("fetches keys no more often than its cooldown, and uses them no longer than they are fresh", () => {
    const { cooldownMs, cacheMs, staleMs, timeoutMs } = defaultJwksConfig(services);
    expect(cooldownMs).to.be.lessThan(cacheMs);
    expect(cacheMs).to.be.lessThan(staleMs);
    expect(timeoutMs).to.be.within(100, 20_000);
  });

  it("accepts no shared secret from an identity provider", () => {
    expect(providerAlgorithms.filter((algorithm) => algorithm.startsWith("HS"))).to.deep.equal([]);
    expect(providerAlgorithms).to.not.be.empty;
  });

  it("takes the tokens that existing clients make for a local network", () => {
    expect(developmentService).to.deep.equal({
      kind: "unsafe",
      secret: "unsafe",
      audience: "https://canton.network.global",
    });
  });
});
