import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { choice, definePackage, party, record, template, unit } from "@tallystick/core";
import { type Ledger, type LedgerOptions, openLedger } from "@tallystick/node";
import { expect } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { darOf, payloadOf, packageIdOf, type Sketch } from "../../fixtures/dar-sketch.js";
import {
  developmentToken,
  type Reply,
  type RunningServer,
  runServer,
  sendBytes,
} from "../../fixtures/running-server.js";

const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((inner, key) => Object(inner)[key], value);

const sketch: Sketch = { name: "deeds", version: "1.2.0", template: "Deed" };
const payload = payloadOf(sketch);
const packageId = packageIdOf(payload);
const dar = darOf(payload);
const deedByName = "#deeds:Main:Deed";

/** The same package in TypeScript, to run under the id of the archive. */
const Deed = template("Main:Deed", {
  payload: record({ owner: party }),
  signatories: (deed) => [deed.owner],
});
const deeds = definePackage({
  name: "deeds",
  version: "1.2.0",
  packageId,
  templates: [Deed],
  choices: [
    choice(Deed, "Look", {
      argument: record({}),
      result: unit,
      consuming: false,
      controllers: (deed) => [deed.owner],
      *body() {
        return {};
      },
    }),
  ],
});

describe("Packages over HTTP", () => {
  let folder: string;
  let ledger: Ledger;
  let running: RunningServer;

  const start = async (options: LedgerOptions = { data: folder }) => {
    const opened = await openLedger({ config: { projectorThread: "main" }, ...options });
    if (isLeft(opened)) throw new Error(opened.left.message);
    ledger = opened.right;
    running = await runServer(ledger);
  };
  const stop = async () => {
    await running.server.close();
    await ledger.close();
  };
  const restart = async (options: LedgerOptions = { data: folder }) => {
    await stop();
    await start(options);
  };

  const upload = (bytes: Uint8Array<ArrayBuffer>, query = "", path = "/v2/dars") =>
    running.call("POST", `${path}${query}`, {
      raw: bytes,
      headers: { "content-type": "application/octet-stream" },
    });
  const status = async (id: string) =>
    at((await running.call("GET", `/v2/packages/${id}/status`)).json, "packageStatus");
  const ids = async () => at((await running.call("GET", "/v2/packages")).json, "packageIds");
  const download = async (id: string) => {
    const response = await fetch(`${running.base}/v2/packages/${id}`, {
      headers: { authorization: `Bearer ${await developmentToken()}` },
    });
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      hash: response.headers.get("canton-package-hash"),
      bytes: new Uint8Array(await response.arrayBuffer()),
    };
  };
  const allocated = async (partyIdHint: string) => {
    const body = { partyIdHint, userId: "ledger-api-user" };
    return String(
      at((await running.call("POST", "/v2/parties", { body })).json, "partyDetails", "party"),
    );
  };
  const submit = (owner: string, templateId: string) =>
    running.call("POST", "/v2/commands/submit-and-wait", {
      body: {
        commands: [{ CreateCommand: { templateId, createArguments: { owner } } }],
        commandId: `deed ${templateId}`,
        actAs: [owner],
      },
    });
  const deedsOf = (owner: string) =>
    running.call("POST", "/v2/state/active-contracts", {
      body: {
        filter: {
          filtersByParty: {
            [owner]: {
              cumulative: [
                { identifierFilter: { TemplateFilter: { value: { templateId: deedByName } } } },
              ],
            },
          },
        },
        activeAtOffset: ledger.ledgerEnd(),
      },
    });
  const expectError = (reply: Reply, http: number, code: string) => {
    expect(reply.status, reply.text).to.equal(http);
    expect(at(reply.json, "code")).to.equal(code);
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "tallystick-dar-"));
    await start();
  });
  afterEach(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("uploads a DAR, knows its package from then on, and gives back the very bytes", async () => {
    expect(await status(packageId)).to.equal("PACKAGE_STATUS_UNSPECIFIED");
    expect((await download(packageId)).status).to.equal(404);
    const reply = await upload(dar);
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.json).to.deep.equal({});
    expect(await status(packageId)).to.equal("PACKAGE_STATUS_REGISTERED");
    expect(await ids()).to.include(packageId);
    const got = await download(packageId);
    expect(got).to.include({ status: 200, type: "application/octet-stream", hash: packageId });
    expect(got.bytes).to.deep.equal(payload);
    expect(createHash("sha256").update(got.bytes).digest("hex")).to.equal(packageId);
  });

  it("has the package still after it was closed and opened again", async () => {
    await upload(dar);
    await restart();
    expect(await status(packageId)).to.equal("PACKAGE_STATUS_REGISTERED");
    expect((await download(packageId)).bytes).to.deep.equal(payload);
  });

  it("has every acknowledged package with its bytes after the process was killed", async () => {
    await stop();
    const child = fileURLToPath(new URL("../../fixtures/dar-upload-child.js", import.meta.url));
    const killed = spawn(process.execPath, [child, folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    killed.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      if (output.length > 1_000) killed.kill("SIGKILL");
    });
    await new Promise((resume) => killed.once("close", resume));
    await start();
    const acknowledged = output.split("\n").slice(0, -1);
    expect(acknowledged).to.have.length.above(10);
    const known = await ids();
    for (const id of acknowledged) {
      expect(known).to.include(id);
      expect((await download(id)).status).to.equal(200);
    }
  });

  it("knows what another process on the same journal uploads", async () => {
    const config = { projectorThread: "main", sharedJournal: true } as const;
    await restart({ data: folder, config });
    const opened = await openLedger({ data: folder, config });
    if (isLeft(opened)) throw new Error(opened.left.message);
    const uploaded = await opened.right.uploadDar(dar, true);
    expect(isRight(uploaded)).to.equal(true);
    while (ledger.ledgerEnd() < opened.right.ledgerEnd())
      await new Promise((resume) => setTimeout(resume, 5));
    await opened.right.close();
    expect(await status(packageId)).to.equal("PACKAGE_STATUS_REGISTERED");
    expect(ledger.catalog.templatesMatching(deedByName)).to.deep.include({
      right: [`${packageId}:Main:Deed`],
    });
    expect((await download(packageId)).bytes).to.deep.equal(payload);
  });

  it("takes the body of the older GET of the vetted packages", async () => {
    await upload(dar);
    const body = JSON.stringify({ packageMetadataFilter: { packageIds: [packageId] } });
    const head = [
      "GET /v2/package-vetting HTTP/1.1",
      `Host: ${new URL(running.base).host}`,
      `Authorization: Bearer ${await developmentToken()}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "Connection: close",
    ];
    const reply = await sendBytes(running.base, `${head.join("\r\n")}\r\n\r\n${body}`);
    expect(reply).to.match(/^HTTP\/1.1 200 /);
    expect(reply).to.contain(`"packageId":"${packageId}"`).and.not.contain("workflow-ping");
  });

  it("refuses a body that is too long or compressed", async () => {
    const long = new Uint8Array(10 * 1024 ** 2 + 1);
    expectError(await upload(long), 413, "REQUEST_BODY_TOO_LARGE");
    const headers = { "content-encoding": "gzip" };
    const zipped = await running.call("POST", "/v2/dars", { raw: dar, headers });
    expectError(zipped, 415, "UNSUPPORTED_MEDIA_TYPE");
  });

  it("takes a DAR twice, under both paths and any content type, and writes it once", async () => {
    await upload(dar);
    const end = ledger.ledgerEnd();
    const again = await running.call("POST", "/v2/packages", { raw: dar });
    expect(again.status, again.text).to.equal(200);
    expect(ledger.ledgerEnd()).to.equal(end);
  });

  it("answers what is wrong with a DAR, and changes nothing", async () => {
    const end = ledger.ledgerEnd();
    const noZip = await upload(Uint8Array.of(1, 2, 3));
    expectError(noZip, 400, "INVALID_DAR");
    expect(at(noZip.json, "cause")).to.equal("Dar file is corrupt");
    expect(at(noZip.json, "context", "throwable")).to.match(/zip/);
    expectError(await upload(dar.slice(0, dar.length >> 1)), 400, "DAR_PARSE_ERROR");
    const missing = darOf(payloadOf({ ...sketch, imports: ["ab"] }));
    const reply = await upload(missing);
    expectError(reply, 400, "DAR_DEPENDENCIES_NOT_VALID");
    expect(at(reply.json, "context", "missingDependencies")).to.equal("ab");
    expectError(
      await upload(dar, "?synchronizerId=other::1220ab"),
      400,
      "PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER",
    );
    expect(ledger.ledgerEnd()).to.equal(end);
  });

  it("refuses a DAR whose package does not pass the type checker, and changes nothing", async () => {
    const before = await ids();
    const payload = payloadOf({
      name: "ill-typed",
      version: "1.0.0",
      template: "Deed",
      isIllTyped: true,
    });
    for (const path of ["/v2/dars", "/v2/packages", "/v2/dars/validate"]) {
      const reply = await upload(darOf(payload), "", path);
      expectError(reply, 400, "DAR_VALIDATION_ERROR");
      expect(at(reply.json, "cause")).to.equal("Package validation failed.");
      const reason = String(at(reply.json, "context", "validationError"));
      expect(reason).to.match(/in package [0-9a-f]{64}, .*Main:Deed.*: /);
      expect(reason).to.match(/expected .*Update.*found .*Unit/);
    }
    expect(await ids()).to.deep.equal(before);
  });

  it("needs no synchronizer for an upload that vets nothing", async () => {
    const reply = await upload(dar, "?vetAllPackages=false&synchronizerId=other::1220ab");
    expect([reply.status, reply.json]).to.deep.equal([200, {}]);
  });

  it("checks a DAR without uploading it", async () => {
    const fine = await upload(dar, "", "/v2/dars/validate");
    expect([fine.status, fine.text]).to.deep.equal([200, ""]);
    expect(await status(packageId)).to.equal("PACKAGE_STATUS_UNSPECIFIED");
    expectError(await upload(new Uint8Array(), "", "/v2/dars/validate"), 400, "INVALID_DAR");
  });

  it("refuses a second vetted package of one name and version, and takes it unvetted", async () => {
    await upload(dar);
    const rival = darOf(payloadOf({ ...sketch, template: "Other" }));
    expectError(await upload(rival), 400, "KNOWN_PACKAGE_VERSION");
    expect((await upload(rival, "?vetAllPackages=false")).status).to.equal(200);
    const malformed = await upload(rival, "?vetAllPackages=yes");
    expect([malformed.status, malformed.text]).to.deep.equal([
      400,
      "Invalid value for: query parameter vetAllPackages",
    ]);
  });

  it("finds the templates of an upload by name: a filter answers an empty list", async () => {
    const alice = await allocated("alice");
    expectError(await deedsOf(alice), 404, "PACKAGE_NAMES_NOT_FOUND");
    await upload(dar);
    const reply = await deedsOf(alice);
    expect([reply.status, reply.json]).to.deep.equal([200, []]);
  });

  it("runs what was uploaded, by name and by id, also after a restart", async () => {
    const alice = await allocated("alice");
    await upload(dar);
    const first = await submit(alice, deedByName);
    expect(first.status, first.text).to.equal(200);
    await restart({ data: folder });
    const again = await submit(alice, `${packageId}:Main:Deed`);
    expect(again.status, again.text).to.equal(200);
    const found = await deedsOf(alice);
    expect(at(found.json, "length")).to.equal(2);
    const created = at(found.json, 1, "contractEntry", "JsActiveContract", "createdEvent");
    expect(at(created, "templateId")).to.equal(`${packageId}:Main:Deed`);
    expectError(
      await submit(alice, "#deeds:Main:Nothing"),
      404,
      "TEMPLATES_OR_INTERFACES_NOT_FOUND",
    );
  });

  it("runs a TypeScript definition that has the id of the upload", async () => {
    await upload(dar);
    await restart({ data: folder, packages: [deeds] });
    const alice = await allocated("alice");
    const reply = await submit(alice, deedByName);
    expect(reply.status, reply.text).to.equal(200);
    const found = await deedsOf(alice);
    const created = at(found.json, 0, "contractEntry", "JsActiveContract", "createdEvent");
    expect(at(created, "templateId")).to.equal(`${packageId}:Main:Deed`);
    expect((await download(packageId)).bytes).to.deep.equal(payload);
  });

  it("takes the upload for a definition it was opened with before", async () => {
    await restart({ data: folder, packages: [deeds] });
    const reply = await upload(dar);
    expect(reply.status, reply.text).to.equal(200);
    expect((await download(packageId)).bytes).to.deep.equal(payload);
  });

  it("refuses an upload that a definition gives another name", async () => {
    await restart({ data: folder, packages: [{ ...deeds, name: "titles" }] });
    const reply = await upload(dar);
    expectError(reply, 400, "DAR_VALIDATION_ERROR");
    expect(at(reply.json, "cause")).to.match(/deeds 1\.2\.0.*titles 1\.2\.0/);
  });

  for (const [what, wrong, expected] of [
    ["another version", { ...deeds, version: "1.3.0" }, /which is deeds 1\.2\.0/],
    [
      "a template it does not have",
      {
        ...deeds,
        templates: [Deed, template("Main:More", { payload: Deed.payload, signatories: () => [] })],
      },
      /has no template Main:More/,
    ],
  ] as const) {
    it(`is not opened with a definition of an uploaded package that has ${what}`, async () => {
      await upload(dar);
      await stop();
      const opened = await openLedger({ data: folder, packages: [wrong] });
      expect(isLeft(opened) && opened.left.kind).to.equal("packages");
      expect(isLeft(opened) && opened.left.message).to.match(expected);
      await start();
    });
  }

  it("keeps archives in memory where there is no folder", async () => {
    await restart({});
    await upload(dar);
    expect((await download(packageId)).bytes).to.deep.equal(payload);
  });

  for (const bad of ["a.b", "x".repeat(65), "%C3%A4", "a%2F..%2Fjournal.db"]) {
    it(`refuses the package id ${bad.slice(0, 20)}`, async () => {
      for (const path of [`/v2/packages/${bad}`, `/v2/packages/${bad}/status`]) {
        const reply = await running.call("GET", path);
        expectError(reply, 400, "INVALID_ARGUMENT");
        expect(at(reply.json, "cause")).to.contain("Invalid package id");
      }
    });
  }

  it("lets participant admins upload and everyone with a token read", async () => {
    await ledger.createUser({ userId: "reader" });
    const token = await developmentToken("reader");
    for (const path of ["/v2/dars", "/v2/packages", "/v2/dars/validate"]) {
      const reply = await running.call("POST", path, { raw: dar, token });
      expect(reply.status).to.equal(403);
    }
    const body = { changes: [] };
    for (const path of ["/v2/package-vetting/update", "/v2/package-vetting"])
      expect((await running.call("POST", path, { body, token })).status).to.equal(403);
    expect((await running.call("GET", "/v2/packages", { token })).status).to.equal(200);
    expect((await running.call("GET", "/v2/packages", { token: null })).status).to.equal(401);
  });

  it("shows what is vetted and changes it", async () => {
    await upload(dar);
    const listed = async (more: object = {}) => {
      const body = { packageMetadataFilter: { packageNamePrefixes: ["dee"] }, ...more };
      return (await running.call("POST", "/v2/package-vetting/list", { body })).json;
    };
    const first = at(await listed(), "vettedPackages", 0);
    const always = { validFromInclusive: null, validUntilExclusive: null };
    expect(first).to.deep.include({
      packages: [{ packageId, ...always, packageName: "deeds", packageVersion: "1.2.0" }],
      participantId: ledger.participantId,
      synchronizerId: ledger.synchronizerId,
    });
    const serial = at(first, "topologySerial");
    const change = (value: unknown, path: string) =>
      running.call("POST", path, {
        body: {
          changes: [{ operation: { Unvet: { value: { packages: [{ packageId }] } } } }],
          expectedTopologySerial: { serial: { Prior: { value } } },
        },
      });
    expectError(await change(99, "/v2/package-vetting"), 400, "TOPOLOGY_SERIAL_MISMATCH");
    const reply = await change(serial, "/v2/package-vetting/update");
    expect(reply.status, reply.text).to.equal(200);
    expect(at(reply.json, "pastVettedPackages", "packages")).to.have.length.above(1);
    expect(at(await listed(), "vettedPackages")).to.deep.equal([]);
    const filter = { topologyStateFilter: { participantIds: ["other"] } };
    expect(await listed(filter)).to.include({ code: "PROTO_DESERIALIZATION_FAILURE" });
    expect(await status(packageId)).to.equal("PACKAGE_STATUS_REGISTERED");
  });

  it("prefers the highest vetted version that all parties can use", async () => {
    const alice = await allocated("alice");
    const newer = payloadOf({ ...sketch, version: "1.10.0" });
    await upload(dar);
    await upload(darOf(newer));
    const ask = (parties: string, name: string) =>
      running.call(
        "GET",
        `/v2/interactive-submission/preferred-package-version?${parties}&package-name=${name}`,
      );
    const reply = await ask(`parties=${encodeURIComponent(alice)}`, "deeds");
    expect(reply.json).to.deep.equal({
      packagePreference: {
        packageReference: {
          packageId: packageIdOf(newer),
          packageName: "deeds",
          packageVersion: "1.10.0",
        },
        synchronizerId: ledger.synchronizerId,
      },
    });
    const unknown = await ask(`parties=${encodeURIComponent(alice)}&parties=nobody`, "deeds");
    expectError(unknown, 404, "UNKNOWN_INFORMEES");
    const all = (packageName: string) =>
      running.call("POST", "/v2/interactive-submission/preferred-packages", {
        body: { packageVettingRequirements: [{ parties: [alice], packageName }] },
      });
    expect(at((await all("deeds")).json, "packageReferences", 0, "packageId")).to.equal(
      packageIdOf(newer),
    );
    expectError(await all("nothing"), 404, "PACKAGE_NAMES_NOT_FOUND");
    expectError(await all("no name"), 400, "INVALID_FIELD");
  });
});
