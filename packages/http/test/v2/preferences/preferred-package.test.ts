import { definePackage, party, type PackageInfo, record, template } from "@tallystick/core";
import { type Ledger, openLedger } from "@tallystick/node";
import { expect } from "chai";
import { preferredPackages } from "../../../src/v2/preferences/preferred-package.js";
import { preferredPackagesList } from "../../../src/v2/preferences/preferred-packages.js";
import { preferredPackageVersion } from "../../../src/v2/preferences/preferred-package-version.js";
import { leftOf, rightOf } from "../../fixtures/outcomes.js";
import { type RowCalls, rowCalls } from "../../fixtures/row-calls.js";

const packageOf = (version: string) =>
  definePackage({
    name: "note",
    version,
    templates: [
      template("Notes:Note", {
        payload: record({ owner: party }),
        signatories: ({ owner }) => [owner],
      }),
    ],
  });

describe("the preferred package of a name", () => {
  let ledger: Ledger;
  let calls: RowCalls;
  let alice: string;
  const nowMicros = 1_767_225_600_000_000;

  before(async () => {
    const packages = ["1.2.0", "1.10.0", "1.9.0"].map(packageOf);
    const opened = await openLedger({ packages });
    ledger = rightOf(opened);
    calls = rowCalls(ledger, { now: () => nowMicros / 1000 });
    alice = rightOf(await ledger.allocateParty({ partyIdHint: "alice" })).party;
  });
  after(() => ledger.close());

  const preferred = (packageName: string, parties = [alice], at = nowMicros) => {
    const found = rightOf(
      preferredPackages([{ packageName, parties }], ledger, BigInt(at), () => ""),
    );
    return found.get(packageName)?.packageVersion;
  };
  const infoOf = (version: string): PackageInfo => {
    const found = ledger.catalog.packages
      .map(({ packageId }) => ledger.catalog.packageInfo(packageId))
      .find((info) => info?.name === "note" && info.version === version);
    if (found === undefined) throw new Error(`there is no version ${version}`);
    return found;
  };

  it("is the highest version, by numbers and not by letters", () => {
    expect(preferred("note")).to.equal("1.10.0");
    expect(preferred("note", [alice])).to.equal("1.10.0");
  });

  it("has an error for a name no one has, and for a party that is not here", () => {
    const errorOf = (packageName: string, parties: ReadonlyArray<string>) =>
      leftOf(preferredPackages([{ packageName, parties }], ledger, BigInt(nowMicros), () => ""));
    expect(errorOf("notes", [alice])).to.include({
      code: "PACKAGE_NAMES_NOT_FOUND",
      publicCause:
        "The following package names do not match upgradable packages uploaded on this participant: [notes].",
    });
    const unknown = errorOf("note", [alice, "bob::1220"]);
    expect(unknown.code).to.equal("UNKNOWN_INFORMEES");
    expect(unknown.context).to.deep.equal({ unknownInformees: "Set(bob::1220)" });
  });

  it("is the highest among those that are vetted at the time", async () => {
    const { packageId } = infoOf("1.10.0");
    const reference = { packageId, packageName: "", packageVersion: "" };
    const interval = {
      validFromInclusive: BigInt(nowMicros),
      validUntilExclusive: BigInt(nowMicros + 10),
    };
    rightOf(
      await ledger.updateVetting({
        changes: [{ kind: "vet", packages: [reference], ...interval }],
        dryRun: false,
        allowUnvettedDependencies: false,
      }),
    );
    for (const [at, version] of [
      [nowMicros - 1, "1.9.0"],
      [nowMicros, "1.10.0"],
      [nowMicros + 9, "1.10.0"],
      [nowMicros + 10, "1.9.0"],
    ] as const)
      expect(preferred("note", [alice], at), String(at)).to.equal(version);
  });

  const bad: ReadonlyArray<
    readonly [name: string, parties: string[], code: string, field: string]
  > = [
    ["", [], "MISSING_FIELD", "packageName"],
    ["a b", [], "INVALID_FIELD", "packageName"],
    ["x".repeat(256), [], "INVALID_FIELD", "packageName"],
    ["note", ["alice::1220", "a/b"], "INVALID_ARGUMENT", "parties[1]"],
    ["note", [""], "INVALID_ARGUMENT", "parties[0]"],
    ["note", [], "MISSING_FIELD", "parties"],
  ];
  for (const [packageName, parties, code, field] of bad) {
    it(`has ${code} for the name "${packageName.slice(0, 8)}" and ${JSON.stringify(parties)}`, () => {
      const error = leftOf(
        preferredPackages(
          [{ packageName, parties }],
          ledger,
          BigInt(nowMicros),
          (index) => `r[${index}].`,
        ),
      );
      expect(error.code).to.equal(code);
      expect(error.cause).to.contain(`r[0].${field}`);
    });
  }

  describe("POST /v2/interactive-submission/preferred-packages", () => {
    const requirement = (packageName = "note", parties = [alice]) => ({ packageName, parties });
    const body = (...packageVettingRequirements: object[]) => ({ packageVettingRequirements });

    it("answers one reference for each requirement, in order", async () => {
      const ping = "canton-builtin-admin-workflow-ping";
      const answer = Object(
        await calls.json(preferredPackagesList, { body: body(requirement(ping), requirement()) }),
      );
      const names = answer.packageReferences.map(
        (each: { packageName: string }) => each.packageName,
      );
      expect(names).to.deep.equal([ping, "note"]);
      const twice = { body: body(requirement(), requirement(ping), requirement()) };
      const once = Object(await calls.json(preferredPackagesList, twice));
      expect(
        once.packageReferences.map(({ packageName }: { packageName: string }) => packageName),
      ).to.deep.equal(["note", ping]);
      expect(answer.synchronizerId).to.equal(ledger.synchronizerId);
    });

    it("answers an error for all when one has none", async () => {
      const wanted = { body: body(requirement(), requirement("nothing")) };
      const error = leftOf(await calls.outcome(preferredPackagesList, wanted));
      expect(error).to.include({
        code: "PACKAGE_NAMES_NOT_FOUND",
      });
    });

    it("needs requirements, parties, and this synchronizer", async () => {
      for (const [request, code] of [
        [body(), "MISSING_FIELD"],
        [body(requirement("note", [])), "MISSING_FIELD"],
        [
          { ...body(requirement()), synchronizerId: "x::1220" },
          "PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER",
        ],
        [{ ...body(requirement()), synchronizerId: "x" }, "INVALID_FIELD"],
        [body(requirement("a b")), "INVALID_FIELD"],
      ] as const)
        expect(await calls.error(preferredPackagesList, { body: request })).to.equal(code);
    });
  });

  describe("GET /v2/interactive-submission/preferred-package-version", () => {
    const get = (query: Readonly<Record<string, string | ReadonlyArray<string>>>) =>
      calls.json(preferredPackageVersion, { query });

    it("answers the reference with its synchronizer", async () => {
      const { packagePreference } = Object(await get({ "package-name": "note", parties: [alice] }));
      expect(packagePreference.synchronizerId).to.equal(ledger.synchronizerId);
      expect(packagePreference.packageReference).to.deep.equal({
        packageId: infoOf("1.10.0").packageId,
        packageName: "note",
        packageVersion: "1.10.0",
      });
      expect(
        await calls.error(preferredPackageVersion, { query: { "package-name": "note" } }),
      ).to.equal("MISSING_FIELD");
      const later = "2026-01-01T00:00:00.000010Z";
      const then = Object(
        await get({ "package-name": "note", parties: [alice], vetting_valid_at: later }),
      );
      expect(then.packagePreference.packageReference.packageVersion).to.equal("1.9.0");
    });

    it("needs a name", async () => {
      expect(await calls.error(preferredPackageVersion)).to.equal(
        "400 Invalid value for: query parameter package-name (missing)",
      );
      const query = { "package-name": "note", vetting_valid_at: "soon" };
      expect(await calls.error(preferredPackageVersion, { query })).to.equal(
        "400 Invalid value for: query parameter vetting_valid_at",
      );
    });
  });
});
