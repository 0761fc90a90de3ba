import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { readAuthSettings } from "../src/auth-settings.js";
import { tempFolder } from "./ledger-folder.js";
import { thrownBy } from "./thrown-by.js";

type Services = Parameters<typeof readAuthSettings>[0];

const errorOf = async (services: Services, file?: string): Promise<string> =>
  (await thrownBy(() => readAuthSettings(services, file))).message;

const algorithms = ["RS256" as const];
const jwks = {
  algorithms,
  url: "https://idp.example.com/keys",
  audience: "https://ledger.example.com",
};

describe("The logins of the configuration", () => {
  it("are the development login where there are none", async () => {
    expect(await readAuthSettings(undefined, undefined)).to.deep.equal({ kind: "development" });
  });

  it("are each of its kind, in their order", async () => {
    const services = [{ jwks }, { unsafe: { secret: "s", audience: "a" } }];
    expect(await readAuthSettings(services, undefined)).to.deep.equal({
      kind: "services",
      services: [
        { kind: "jwks", ...jwks },
        { kind: "unsafe", secret: "s", audience: "a" },
      ],
    });
  });

  it("find a key file from the folder of the configuration, or by its whole path", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "operator.pem"), "the key");
    const config = join(folder, "config.yaml");
    for (const file of ["operator.pem", "./operator.pem", join(folder, "operator.pem")]) {
      const key = { file, algorithm: "ES256" as const, audience: "a" };
      expect(await readAuthSettings([{ key }], config)).to.deep.equal({
        kind: "services",
        services: [{ kind: "key", key: "the key", algorithm: "ES256", audience: "a" }],
      });
    }
  });

  const key = { file: "gone.pem", algorithm: "ES256" as const };
  const REFUSED: ReadonlyArray<readonly [string, Services, RegExp]> = [
    ["an empty list", [], /auth\.services: expected at least one login/],
    ["a login of no kind", [{}], /exactly one of jwks, key, unsafe/],
    ["a login of two kinds", [{ jwks, unsafe: { secret: "s" } }], /exactly one of/],
    ["an address that is none", [{ jwks: { ...jwks, url: "idp" } }], /jwks\.url: idp is not a URL/],
    ["an address of a file", [{ jwks: { ...jwks, url: "file:///keys" } }], /not an HTTP URL/],
    ["a key file that is not there", [{ key }], /key\.file: ENOENT/],
  ];
  for (const [name, services, message] of REFUSED) {
    it(`may not be ${name}`, async () => {
      expect(await errorOf(services)).to.match(message);
    });
  }

  it("name the one that is wrong", async () => {
    expect(await errorOf([{ jwks }, {}])).to.match(/services.*1|\[1\]/);
  });
});
