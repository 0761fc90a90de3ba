import { expect } from "chai";
import { grpcSettings } from "../src/grpc-settings.js";

const development = { isDevelopment: true, port: undefined, localNet: false };
const given = (text: string) => ({ text, from: "--grpc" });

describe("grpcSettings", () => {
  it("listens on the usual port in development, if no free port was asked for", () => {
    const usual = { host: "127.0.0.1", ports: [6865], isDefault: true };
    expect(grpcSettings(undefined, development)).to.deep.equal(usual);
    expect(grpcSettings(undefined, { ...development, port: 8080 })).to.deep.equal(usual);
    expect(grpcSettings(undefined, { ...development, port: 0 })).to.equal(undefined);
    expect(grpcSettings(undefined, { ...development, isDevelopment: false })).to.equal(undefined);
  });

  it("has the ports of the public LocalNet", () => {
    const ports = [6865, 2901, 3901, 4901];
    expect(grpcSettings(undefined, { ...development, localNet: true })?.ports).to.deep.equal(ports);
  });

  it("takes a port, an address, or off", () => {
    const at = (host: string, port: number) => ({ host, ports: [port], isDefault: false });
    expect(grpcSettings(given("0"), development)).to.deep.equal(at("127.0.0.1", 0));
    expect(grpcSettings(given("10.0.0.1:6865"), development)).to.deep.equal(at("10.0.0.1", 6865));
    expect(grpcSettings(given("[::1]:7"), development)).to.deep.equal(at("::1", 7));
    expect(grpcSettings(given("off"), development)).to.equal(undefined);
  });

  for (const text of ["here", "http://127.0.0.1:6865", "70000", ""]) {
    it(`rejects "${text}"`, () => {
      expect(() => grpcSettings(given(text), development)).to.throw("--grpc: expected off, a port");
    });
  }
});
