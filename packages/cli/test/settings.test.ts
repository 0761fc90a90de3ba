import { writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { defaultHttpConfig, httpConfigOf } from "@tallystick/http";
import { expect } from "chai";
import { run } from "../src/run.js";
import { readSettings } from "../src/settings.js";
import { scratchFolder } from "./process.js";
import { thrownBy } from "./thrown-by.js";

const errorOf = async (...given: Parameters<typeof readSettings>): Promise<string> =>
  (await thrownBy(() => readSettings(...given))).message;

describe("The settings", () => {
  let folder: string;
  let remove: () => Promise<void>;
  before(async () => {
    [folder, remove] = await scratchFolder();
  });
  after(() => remove());

  const file = async (text: string, name = "config.yaml"): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };

  it("accept a clock far ahead only when a flag says so", async () => {
    expect((await readSettings({ "accept-clock": true }, {})).acceptClock).to.equal(true);
  });

  it("have defaults for everything", async () => {
    expect(await readSettings({}, {})).to.deep.equal({
      data: "./data",
      logLevel: "info",
      auth: { kind: "development" },
      tls: undefined,
      grpc: { host: "127.0.0.1", ports: [6_865], isDefault: true },
      http: {},
      ledger: {},
      metrics: undefined,
      audit: undefined,
      packages: [],
      acceptClock: false,
      coin: false,
      network: { kind: "dev", manualClock: false },
      wallet: {},
      unknownVariables: [],
    });
  });

  it("sign a log where there is a folder for it", async () => {
    const { audit } = await readSettings({ audit: true }, {});
    expect(audit).to.deep.equal({ domain: "localhost", signEveryMs: 30_000 });
    const config = await file(
      "audit: { enabled: true, domain: ledger.example, signEveryMs: 5000 }",
    );
    const inFile = await readSettings({ config }, {});
    expect(inFile.audit).to.deep.equal({ domain: "ledger.example", signEveryMs: 5_000 });
    const refused = await readSettings({ audit: true, data: ":memory:" }, {}).catch(String);
    expect(refused).to.match(/audit: expected a data folder for the log and its key/);
    const wrong = await file("audit: { enabled: true, domain: a b }");
    const misread = await readSettings({ config: wrong }, {}).catch(String);
    expect(misread).to.match(/audit\.domain.*expected 1 to 200 letters/);
  });

  it("name everything that is wrong at once: file, environment and flags", async () => {
    const config = await file(
      "server: { prot: 1, port: 70000 }\nwallet: { mergeAbov: 3, mergeBatchSize: 0 }\nledger: { maxBatchSize: many, maxBatchsize: 2 }\n",
      "wrong.yaml",
    );
    const env = { TALLYSTICK_COIN: "yes", TALLYSTICK_AUHT: "off" };
    expect((await errorOf({ config, port: "x" }, env)).split("\n")).to.deep.equal([
      "9 errors:",
      "  TALLYSTICK_AUHT: unknown variable; did you mean TALLYSTICK_AUTH?",
      `  ${config}: wallet.mergeAbov: unknown setting; did you mean mergeAbove?`,
      `  ${config}: wallet.mergeBatchSize: expected a whole number of at least 1, found the number 0`,
      `  ${config}: server.prot: unknown setting; did you mean port?`,
      `  ${config}: server.port: expected a whole number from 0 to 65535, found the number 70000`,
      `  ${config}: ledger.maxBatchsize: unknown setting; did you mean maxBatchSize?`,
      `  ${config}: ledger.maxBatchSize: expected a whole number of at least 1, found "many"`,
      '  --port: expected a whole number from 0 to 65535, found "x"',
      "  TALLYSTICK_COIN: expected on or off, found yes",
    ]);
  });

  it("name variables that are like none of the program's, and start", async () => {
    const env = { TALLYSTICK_SERVICE_HOST: "10.0.0.1", OTHER: "x", TALLYSTICK_EVENTS_USERS: "a:b" };
    expect((await readSettings({}, env)).unknownVariables).to.deep.equal([
      "TALLYSTICK_SERVICE_HOST",
    ]);
  });

  it("find the folders of the file from its folder, those of flags from the working directory", async () => {
    const config = await file(
      "data: ./kept\nledger: { journal: 'sqlite:j', snapshotFolder: s }\n",
      "folders.yaml",
    );
    const settings = await readSettings({ config }, {});
    expect(settings.data).to.equal(join(folder, "kept"));
    expect(settings.ledger).to.deep.equal({
      journal: `sqlite:${join(folder, "j")}`,
      snapshotFolder: join(folder, "s"),
    });
    expect((await readSettings({ config, data: "./here" }, {})).data).to.equal("./here");
    const inMemory = await file("data: ':memory:'\n", "memory.yaml");
    expect((await readSettings({ config: inMemory }, {})).data).to.equal(undefined);
  });

  it("list modules of packages: flags before environment before file, whose folder counts", async () => {
    const config = await file("packages: [./a.js, /b.js]\n", "packages.yaml");
    const byFile = await readSettings({ config }, {});
    expect(byFile.packages).to.deep.equal([join(folder, "a.js"), "/b.js"]);
    const env = { TALLYSTICK_PACKAGES: "c.js,d.js" };
    expect((await readSettings({ config }, env)).packages).to.deep.equal(["c.js", "d.js"]);
    const byFlag = await readSettings({ config, packages: ["e.js", "f.js"] }, env);
    expect(byFlag.packages).to.deep.equal(["e.js", "f.js"]);
    expect((await readSettings({ config }, { TALLYSTICK_PACKAGES: "" })).packages).to.have.length(
      2,
    );
  });

  it("share the journal of a store that is not embedded, and follow it by flag or environment", async () => {
    const store = "esdb://host:2113";
    const caches = { XDG_CACHE_HOME: join(folder, "caches") };
    const snapshotFolder = join(folder, "caches", "tallystick", "snapshots");
    const shared = { journal: store, sharedJournal: true, snapshotFolder };
    expect((await readSettings({ store }, caches)).ledger).to.deep.equal(shared);
    const following = { ...shared, follow: true };
    expect((await readSettings({ store, follow: true }, caches)).ledger).to.deep.equal(following);
    const env = { ...caches, TALLYSTICK_STORE: store, TALLYSTICK_FOLLOW: "on" };
    expect((await readSettings({}, env)).ledger).to.deep.equal(following);
    expect(
      (await readSettings({}, { ...env, TALLYSTICK_FOLLOW: "off" })).ledger,
    ).to.not.have.property("follow");
    const embedded = { store: "sqlite:./shared", follow: true };
    expect((await readSettings(embedded, {})).ledger).to.deep.equal({
      journal: "sqlite:./shared",
      sharedJournal: true,
      follow: true,
    });
  });

  it("keep the snapshots of nodes on such a store in the user's caches, or where the file says", async () => {
    const store = "esdb://host:2113";
    const usual = join(homedir(), ".cache", "tallystick", "snapshots");
    expect((await readSettings({ store }, {})).ledger.snapshotFolder).to.equal(usual);
    const unset = { XDG_CACHE_HOME: "" };
    expect((await readSettings({ store }, unset)).ledger.snapshotFolder).to.equal(usual);
    const named = await file("ledger: { snapshotFolder: s }\n", "named.yaml");
    const { snapshotFolder } = (await readSettings({ config: named, store }, {})).ledger;
    expect(snapshotFolder).to.equal(join(folder, "s"));
    const none = await file("ledger: { snapshotFolder: '' }\n", "unshared.yaml");
    const { ledger } = await readSettings({ config: none, store }, {});
    expect(ledger.snapshotFolder).to.equal("");
  });

  it("serve the coin by flag, environment or file", async () => {
    const config = await file("coin: true\n", "coin.yaml");
    expect((await readSettings({ config }, {})).coin).to.equal(true);
    expect((await readSettings({ config }, { TALLYSTICK_COIN: "off" })).coin).to.equal(false);
    expect((await readSettings({}, { TALLYSTICK_COIN: "on" })).coin).to.equal(true);
    expect((await readSettings({ coin: true }, { TALLYSTICK_COIN: "off" })).coin).to.equal(true);
    expect(await errorOf({}, { TALLYSTICK_COIN: "yes" })).to.equal(
      "TALLYSTICK_COIN: expected on or off, found yes",
    );
  });

  it("are refused where a variable that switches is neither on nor off", async () => {
    const rows = ["COIN", "MANUAL_CLOCK", "LOCALNET", "FOLLOW"].map((it) => `TALLYSTICK_${it}`);
    for (const variable of rows) {
      for (const text of ["1", "true", "yes", "ON"]) {
        expect(await errorOf({}, { [variable]: text })).to.equal(
          `${variable}: expected on or off, found ${text}`,
        );
      }
      await readSettings({}, { [variable]: "" });
      await readSettings({}, { [variable]: "off" });
    }
    const on = await readSettings({}, Object.fromEntries(rows.map((it) => [it, "on"])));
    expect(on.http).to.deep.include({ maxTokenLifeMs: 0 });
    expect(on.http.alsoPorts).to.have.lengthOf(9);
    expect([on.network.manualClock, on.ledger.follow, on.coin]).to.deep.equal([true, true, true]);
    const config = await file("network: { manualClock: true }\n", "clock.yaml");
    const off = await readSettings({ config }, { TALLYSTICK_MANUAL_CLOCK: "off" });
    expect(off.network.manualClock).to.equal(false);
  });

  it("come from the file, then the environment, then the flags", async () => {
    const config = await file(
      "data: /file\nserver: { port: 1, host: 10.0.0.1 }\nlog: { level: debug }\n",
    );
    const byFile = await readSettings({ config }, {});
    expect(byFile).to.deep.include({ data: "/file", logLevel: "debug" });
    expect(byFile.http).to.deep.equal({ port: 1, host: "10.0.0.1" });
    const env = { TALLYSTICK_PORT: "2", TALLYSTICK_DATA: "/env", TALLYSTICK_CONFIG: config };
    const byEnv = await readSettings({}, env);
    expect(byEnv.http).to.deep.equal({ port: 2, host: "10.0.0.1" });
    expect(byEnv.data).to.equal("/env");
    const byFlag = await readSettings({ port: "3", data: ":memory:" }, env);
    expect(byFlag.http.port).to.equal(3);
    expect(byFlag.data).to.equal(undefined);
  });

  it("take JSON as well as YAML, and an empty file", async () => {
    const json = await file(
      '{"ledger":{"maxWaitingSubmissions":7,"maxIdentityProviders":0,"maxRightsPerUser":9}}',
      "config.json",
    );
    expect((await readSettings({ config: json }, {})).ledger).to.deep.equal({
      maxWaitingSubmissions: 7,
      maxIdentityProviders: 0,
      maxRightsPerUser: 9,
    });
    expect((await readSettings({ config: await file("") }, {})).data).to.equal("./data");
  });

  it("take some of the settings of websockets and leave the others to their defaults", async () => {
    const config = await file("server: { webSocket: { maxSockets: 9, pingIntervalMs: 500 } }\n");
    expect((await readSettings({ config }, {})).http).to.deep.equal({
      webSocket: { maxSockets: 9, pingIntervalMs: 500 },
    });
    expect(httpConfigOf({ webSocket: { maxSockets: 9 } }).webSocket).to.deep.equal({
      ...defaultHttpConfig.webSocket,
      maxSockets: 9,
    });
  });

  const faults: ReadonlyArray<readonly [string, string]> = [
    ["sever: {}", "sever"],
    ["server: { prot: 1 }", "server.prot"],
    ["server: { webSocket: { maxSocket: 1 } }", "server.webSocket.maxSocket"],
    ["server: { webSocket: { maxBufferedBytes: 10 } }", "server.webSocket.maxBufferedBytes"],
    ["server: { port: 70000 }", "server.port"],
    ["server: { port: '1' }", "server.port"],
    ["log: { level: loud }", "log.level"],
    ["metrics: { port: 70000 }", "metrics.port"],
    ["ledger: { maxIdentityProviders: -1 }", "ledger.maxIdentityProviders"],
    ["ledger: { maxRightsPerUser: 0 }", "ledger.maxRightsPerUser"],
    ["ledger: { projectorThread: both }", "ledger.projectorThread"],
    ["auth: { services: [] }", "auth.services"],
    ["auth: { services: [{ hs256: { secret: x } }] }", "auth.services.0.hs256"],
    ["auth: { services: [{}] }", "auth.services.0"],
    ["auth: { services: [{ unsafe: { secret: x }, jwks: { url: 'https://x' } }] }", "exactly one"],
    ["auth: { services: [{ jwks: { url: 'no url' } }] }", "jwks.url"],
    ["auth: { services: [{ jwks: { url: 'https://x', algorithms: [HS256] } }] }", "algorithms"],
    ["auth: { services: [{ key: { file: missing.pem, algorithm: RS256 } }] }", "key.file"],
    ["auth: { jwks: { allowHTTP: true } }", "auth.jwks.allowHTTP"],
    ["auth: { jwks: { allowHttp: 'yes' } }", "auth.jwks.allowHttp"],
    ["auth: { jwks: { timeoutMs: 0 } }", "auth.jwks.timeoutMs"],
    ["server: { rateLimits: { requests: { burst: 5 } } }", "server.rateLimits.requests.perSecond"],
    ["server: { rateLimits: { logins: { perSecond: 5 } } }", "server.rateLimits.logins"],
    [
      "server: { rateLimits: { submissions: { perSecond: -1 } } }",
      "server.rateLimits.submissions.perSecond",
    ],
    ["[1, 2]", "expected an object"],
    ["a: [", "neither YAML nor JSON"],
  ];
  for (const [text, named] of faults) {
    it(`refuse ${text} naming ${named}`, async () => {
      expect(await errorOf({ config: await file(text) }, {})).to.contain(named);
    });
  }

  it("serve metrics where an address is configured", async () => {
    const config = await file("metrics: { host: 10.0.0.1, port: 9000 }");
    expect((await readSettings({ config }, {})).metrics).to.deep.equal({
      host: "10.0.0.1",
      port: 9000,
    });
    const env = { TALLYSTICK_METRICS_PORT: "9001" };
    expect((await readSettings({}, env)).metrics).to.deep.equal({ host: "127.0.0.1", port: 9001 });
    expect((await readSettings({ config, "metrics-port": "0" }, env)).metrics?.port).to.equal(0);
    const bare = await readSettings({ config: await file("metrics: {}") }, {});
    expect(bare.metrics).to.deep.equal({ host: "127.0.0.1", port: 9464 });
    expect(await errorOf({ "metrics-port": "x" }, {})).to.match(/^--metrics-port/);
  });

  it("refuse a file that is not there", async () => {
    expect(await errorOf({ config: join(folder, "none.yaml") }, {})).to.contain("none.yaml");
  });

  it("refuse ports that are none, naming the flag or the variable", async () => {
    expect(await errorOf({ port: "x" }, {})).to.match(/^--port/);
    expect(await errorOf({}, { TALLYSTICK_PORT: "70000" })).to.match(/^TALLYSTICK_PORT/);
    expect(await errorOf({ port: "-1" }, {})).to.match(/^--port/);
  });

  it("switches authorization off only when a flag says so", async () => {
    expect((await readSettings({ auth: "off" }, {})).auth).to.deep.equal({ kind: "off" });
    expect((await readSettings({}, { TALLYSTICK_AUTH: "off" })).auth).to.deep.equal({
      kind: "off",
    });
    expect(await errorOf({ auth: "on" }, {})).to.equal("--auth: expected off, found on");
    const services = "auth: { services: [{ unsafe: { secret: x } }] }";
    const config = await file(services, "with-logins.yaml");
    expect(await errorOf({ auth: "off", config }, {})).to.match(/auth\.services/);
    expect(await errorOf({ config: await file("auth: { off: true }", "off.yaml") }, {})).to.match(
      /unknown setting/,
    );
  });

  it("hand on how keys are fetched and what is limited, with the development login as without", async () => {
    const jwks = { allowHttp: true, allowPrivateAddresses: true, timeoutMs: 1, staleMs: 60_000 };
    const rateLimits = { requests: { perSecond: 0.5, burst: 9 }, failedLogins: { perSecond: 1 } };
    const config = await file(JSON.stringify({ auth: { jwks }, server: { rateLimits } }));
    const settings = await readSettings({ config }, {});
    expect(settings.auth).to.deep.equal({ kind: "development" });
    expect(settings.http).to.deep.equal({ jwks, rateLimits });
  });

  it("find the certificate by flag, by environment, and in the folder of the configuration file", async () => {
    const [certificate, key] = ["c.pem", "k.pem"];
    const flags = { "tls-certificate": certificate, "tls-key": key };
    expect((await readSettings(flags, {})).tls).to.deep.equal({ certificate, key });
    const env = { TALLYSTICK_TLS_CERTIFICATE: certificate, TALLYSTICK_TLS_KEY: key };
    expect((await readSettings({}, env)).tls).to.deep.equal({ certificate, key });
    const clientCa = "ca.pem";
    const demanding = { ...env, TALLYSTICK_TLS_CLIENT_CA: clientCa };
    expect((await readSettings({}, demanding)).tls).to.deep.equal({ certificate, key, clientCa });
    const lenient = { ...demanding, TALLYSTICK_TLS_CLIENT_AUTH: "optional" };
    expect((await readSettings({}, lenient)).tls?.clientAuth).to.equal("optional");
    const config = await file("server: { tlsCertificate: c.pem, tlsKey: k.pem }", "tls.yaml");
    const settings = await readSettings({ config }, {});
    expect(settings.tls).to.deep.equal({
      certificate: join(folder, certificate),
      key: join(folder, key),
    });
    expect(settings.http).to.deep.equal({});
  });

  for (const [what, flags, env] of [
    ["a certificate alone", { "tls-certificate": "c.pem" }, {}],
    ["a key alone", {}, { TALLYSTICK_TLS_KEY: "k.pem" }],
  ] as const) {
    it(`do not take ${what}`, async () => {
      expect(await errorOf(flags, env)).to.equal(
        "--tls-certificate and --tls-key must be given together",
      );
    });
  }

  it("find a key file from the folder of the configuration file", async () => {
    await file("the key", "public.pem");
    const config = await file(
      "auth: { services: [{ key: { file: public.pem, algorithm: ES256 } }] }",
    );
    expect((await readSettings({ config }, {})).auth).to.deep.equal({
      kind: "services",
      services: [{ kind: "key", key: "the key", algorithm: "ES256" }],
    });
  });
});

describe("The command line", () => {
  const invoke = async (...args: string[]) => {
    let out = "";
    let err = "";
    const code = await run(args, {
      env: {},
      out: (line) => {
        out += line;
      },
      err: (line) => {
        err += line;
      },
      ask: async () => undefined,
    });
    return { code, out, err };
  };

  it("prints its help and its version", async () => {
    expect((await invoke("serve", "--help")).out).to.contain("--data FOLDER");
    expect((await invoke("serve", "-h")).code).to.equal(0);
    expect((await invoke("--version")).out).to.match(/^\d+\.\d+\.\d+/);
  });

  for (const [args, named] of [
    [[], "Usage: tallystick"],
    [["dance"], "unknown command dance"],
    [["serve", "extra"], "tallystick serve --help"],
    [["serve", "--prot", "1"], "unknown flag --prot; did you mean --port?"],
    [["--port"], "--port"],
    [["serve", "--port", "1", "--port", "2"], "--port: is there twice; give it once"],
    [["serve", "--port", "-1"], "--port: expected a value; write --port=VALUE"],
    [["serve", "--config", ""], "--config: expected FILE, found an empty text"],
    [["party", "allocate", ""], "HINT: expected a value, found an empty text"],
    [["serve", "--accept-journal-end", "x"], 'expected a whole number of at least 0, found "x"'],
    [["serve", "--data", ":memroy:"], "--data: expected a folder, or :memory: for none"],
    [["serve", "--data", "~/ledger"], "--data: expected a folder, or :memory: for none"],
    ...["http://localhost", "127.0.0.1:80", "a b"].map(
      (host) =>
        [
          ["serve", "--host", host],
          `--host: expected a host name or IP address without scheme and port, found "${host}"`,
        ] as const,
    ),
  ] as const) {
    it(`answers "${args.join(" ")}" with exit code 2 and "${named}"`, async () => {
      const { code, err } = await invoke(...args);
      expect(code).to.equal(2);
      expect(err).to.contain(named);
    });
  }

  it("answers wrong settings with exit code 2, naming them", async () => {
    const { code, err } = await invoke("serve", "--port", "many");
    expect(code).to.equal(2);
    expect(err).to.contain("--port");
  });
});
