import { expect } from "chai";
import type { PackageInfo } from "../../src/packages/catalog.js";
import type { Json } from "../../src/values/json.js";
import type { LedgerEvent } from "../../src/events/ledger-event.js";
import type { PackageVetting } from "../../src/events/participant-event.js";
import { maxVettingReferences } from "../../src/participant/decide-vetting.js";
import type {
  PackageReference,
  ParticipantCommand,
  UpdateVettingCommand,
  VettingChange,
} from "../../src/participant/participant-command.js";
import { hasIn } from "../../src/collections/persistent-map.js";
import { isUsableAt, vettedAmong } from "../../src/packages/vetting-state.js";
import { foundation, start } from "../ledger-fixture.js";
import { given, refuses } from "../participant-fixture.js";

const withTemplates: Json = { modules: [{ name: "Main", templates: ["T"], interfaces: [] }] };
const infoOf = (
  packageId: string,
  name: string,
  version: string,
  model: Json = withTemplates,
): PackageInfo => ({ packageId, name, version, model });

const base = infoOf("base", "base", "1.0.0", { modules: [] });
const lib1 = infoOf("lib1", "lib", "1.0.0", {
  modules: [{ name: "Lib", templates: [], interfaces: ["I"] }],
  dependencies: ["base"],
});
const lib2 = infoOf("lib2", "lib", "2.0.0");
const twin = infoOf("twin", "lib", "2.0.0");
const app = infoOf("app", "app", "1.0.0", {
  modules: [{ name: "App", templates: ["T"], interfaces: [] }],
  dependencies: ["base", "lib1"],
});

const registered = (info: PackageInfo, isVetted = true): LedgerEvent => ({
  type: "PackageRegistered",
  ...info,
  isVetted,
  recordTime: start,
});
const changed = (...changes: ReadonlyArray<PackageVetting>): LedgerEvent => ({
  type: "PackagesVettingChanged",
  changes,
  recordTime: start,
});
const on = (packageId: string, times = {}): PackageVetting => ({
  packageId,
  isVetted: true,
  ...times,
});
const off = (packageId: string): PackageVetting => ({ packageId, isVetted: false });

const register = (vet: boolean, ...packages: ReadonlyArray<PackageInfo>): ParticipantCommand => ({
  kind: "RegisterPackages",
  packages,
  vet,
});
const named = (packageName: string, packageVersion = ""): PackageReference => ({
  packageId: "",
  packageName,
  packageVersion,
});
const byId = (packageId: string): PackageReference => ({
  packageId,
  packageName: "",
  packageVersion: "",
});
const refOf = (of: string | PackageReference) => (typeof of === "string" ? byId(of) : of);
const vet = (
  ...packages: ReadonlyArray<string | PackageReference>
): Extract<VettingChange, { kind: "vet" }> => ({
  kind: "vet",
  packages: packages.map(refOf),
});
const unvet = (...packages: ReadonlyArray<string | PackageReference>): VettingChange => ({
  kind: "unvet",
  packages: packages.map(refOf),
});
const update = (
  changes: ReadonlyArray<VettingChange>,
  more: Partial<UpdateVettingCommand> = {},
): UpdateVettingCommand => ({
  kind: "UpdateVetting",
  changes,
  allowUnvettedDependencies: false,
  ...more,
});

const allVetted = [...foundation, ...[base, lib1, lib2, app].map((info) => registered(info))];

describe("the registration of packages", () => {
  it("vets them or leaves them to be vetted", () => {
    const vetted = given(foundation).when(register(true, base, lib1));
    vetted.then([registered(base), registered(lib1)]);
    expect(vetted.state.participant.vetting.serial).to.equal(2);
    const waiting = given(foundation).when(register(false, base, lib1));
    waiting.then([registered(base, false), registered(lib1, false)]);
    const { vetting, packages } = waiting.state.participant;
    expect(vetting.serial).to.equal(0);
    expect(hasIn(packages, "lib1")).to.equal(true);
    expect(isUsableAt(vetting, "lib1", start)).to.equal(false);
  });

  it("with vetting vets those that are registered and not vetted too, in one append", () => {
    const before = [...foundation, registered(base, false), registered(lib2)];
    given(before)
      .when(register(true, base, lib1, lib2, base))
      .then([registered(lib1), changed(on("base"))]);
    given(before)
      .when(register(false, base, lib1))
      .then([registered(lib1, false)]);
  });

  it("does not widen the time a package is vetted for", () => {
    const limited = changed(on("base", { validUntilExclusive: start }));
    given([...foundation, registered(base), limited])
      .when(register(true, base))
      .then([]);
  });

  it("may register two packages of one name and version, but not vet both", () => {
    const before = [...foundation, registered(lib2)];
    given(before)
      .when(register(false, twin))
      .then([registered(twin, false)]);
    given(before).when(register(true, twin)).thenError("KNOWN_PACKAGE_VERSION");
    given(foundation)
      .when(register(true, twin, lib2))
      .thenError("KNOWN_PACKAGE_VERSION");
    given([...before, registered(twin, false)])
      .when(register(true, twin))
      .thenError("KNOWN_PACKAGE_VERSION");
    given([...before, changed(off("lib2"))])
      .when(register(true, twin))
      .then([registered(twin)]);
  });

  it("does not take packages without templates for each other", () => {
    const other = infoOf("base2", "base", "1.0.0", { modules: [] });
    given([...foundation, registered(base)])
      .when(register(true, other))
      .then([registered(other)]);
  });
});

describe("a change of what is vetted", () => {
  it("unvets by id, by name, by name and version", () => {
    const table: ReadonlyArray<readonly [VettingChange, ReadonlyArray<string>]> = [
      [unvet("app"), ["app"]],
      [unvet(named("app")), ["app"]],
      [unvet(named("lib", "2.0.0")), ["lib2"]],
      [unvet({ packageId: "lib2", packageName: "lib", packageVersion: "2.0.0" }), ["lib2"]],
      [unvet(named("lib"), "app"), ["lib1", "lib2", "app"]],
    ];
    for (const [change, ids] of table) {
      const outcome = given(allVetted).when(update([change]));
      outcome.then([changed(...ids.map(off))]);
      expect(outcome.state.participant.vetting.serial).to.equal(5);
      const left = vettedAmong(outcome.state.participant.vetting, ["app", "base", "lib1", "lib2"]);
      expect(left.map(({ packageId }) => packageId)).to.deep.equal(
        ["app", "base", "lib1", "lib2"].filter((id) => !ids.includes(id)),
      );
    }
  });

  it("applies its steps in order, and leaves an event only for what is different in the end", () => {
    given(allVetted)
      .when(update([unvet("app"), vet("app")]))
      .then([]);
    given(allVetted)
      .when(update([unvet("app", "lib2"), vet("app")]))
      .then([changed(off("lib2"))]);
    given(allVetted)
      .when(update([vet("app")]))
      .then([]);
    given(allVetted)
      .when(update([unvet()]))
      .then([]);
  });

  it("keeps the times it is given, and vetting again without them removes them", () => {
    const times = { validFromInclusive: BigInt(start), validUntilExclusive: BigInt(start + 5) };
    const stored = { validFromInclusive: String(start), validUntilExclusive: String(start + 5) };
    const limited = given(allVetted).when(update([{ ...vet("app"), ...times }]));
    limited.then([changed(on("app", stored))]);
    expect(vettedAmong(limited.state.participant.vetting, ["app"])).to.deep.equal([
      { packageId: "app", ...times },
    ]);
    const before = [...allVetted, changed(on("app", stored))];
    given(before)
      .when(update([{ ...vet("app"), ...times }]))
      .then([]);
    const again = given(before).when(update([vet("app")]));
    again.then([changed(on("app"))]);
    expect(again.state.participant.vetting.exceptions.size).to.equal(0);
  });

  it("is made on the serial it names", () => {
    given(allVetted)
      .when(update([unvet("app")], { expectedSerial: 4 }))
      .then([changed(off("app"))]);
    for (const expectedSerial of [0, 3, 5]) {
      given(allVetted)
        .when(update([unvet("app")], { expectedSerial }))
        .thenError("TOPOLOGY_SERIAL_MISMATCH");
    }
  });

  it("registers on the vetting that the packages were checked against alone", () => {
    const based = (expectedSerial: number) => ({ ...register(true, app), expectedSerial });
    given([registered(base), registered(lib1)])
      .when(based(2))
      .then([registered(app)]);
    for (const serial of [0, 1, 3]) {
      given([registered(base), registered(lib1)])
        .when(based(serial))
        .thenError("TOPOLOGY_SERIAL_MISMATCH");
    }
  });

  it("leaves no package vetted without those it needs, unless that is allowed", () => {
    const allowed = { allowUnvettedDependencies: true };
    const steps = [unvet("lib1")];
    given(allVetted).when(update(steps)).thenError("TOPOLOGY_DEPENDENCIES_NOT_VETTED");
    given(allVetted)
      .when(update(steps, allowed))
      .then([changed(off("lib1"))]);
    given(allVetted)
      .when(update([unvet("lib1", "app")]))
      .then([changed(off("lib1"), off("app"))]);
    const neither = [...allVetted, changed(off("lib1"), off("app"))];
    given(neither)
      .when(update([vet("app")]))
      .thenError("TOPOLOGY_DEPENDENCIES_NOT_VETTED");
    given(neither)
      .when(update([vet("app", "lib1")]))
      .then([changed(on("app"), on("lib1"))]);
    const alone = [...foundation, registered(app, false)];
    given(alone)
      .when(update([vet("app")]))
      .thenError("TOPOLOGY_DEPENDENCIES_NOT_VETTED");
  });

  it("does not blame a change for what was allowed before", () => {
    given([...allVetted, changed(off("lib1"))])
      .when(update([unvet("lib2")]))
      .then([changed(off("lib2"))]);
  });

  it("leaves all as it is for no change, and for what is out of use already", () => {
    given(allVetted).when(update([])).then([]);
    given(allVetted)
      .when(update([unvet("gone"), unvet(named("gone", "1.0.0"))]))
      .then([]);
  });

  it("does not vet two packages of one name and version", () => {
    const before = [...allVetted, registered(twin, false)];
    given(before)
      .when(update([vet("twin")]))
      .thenError("KNOWN_PACKAGE_VERSION");
    given(before)
      .when(update([unvet("lib2"), vet("twin")]))
      .then([changed(off("lib2"), on("twin"))]);
    given([...before, changed(off("lib2"))])
      .when(update([vet("twin", "lib2")]))
      .thenError("KNOWN_PACKAGE_VERSION");
  });

  refuses(
    [...allVetted, registered(twin, false)],
    [
      ["a reference to nothing", update([unvet(byId(""))]), "INVALID_FIELD", "packages[0]"],
      [
        "a reference by version alone",
        update([vet("app"), unvet("lib1", named("", "1.0.0"))]),
        "INVALID_FIELD",
        "changes[1].packages[1]",
      ],
      ["an unknown id", update([vet("gone")]), "UNRESOLVED_VETTING_REFERENCE", "gone"],
      ["an unknown name", update([vet(named("gone"))]), "UNRESOLVED_VETTING_REFERENCE", "gone"],
      [
        "an unknown version",
        update([vet(named("lib", "3.0.0"))]),
        "UNRESOLVED_VETTING_REFERENCE",
        "3.0.0",
      ],
      [
        "an id of another name",
        update([vet({ packageId: "app", packageName: "lib", packageVersion: "" })]),
        "UNRESOLVED_VETTING_REFERENCE",
        "app",
      ],
      ["several to vet", update([vet(named("lib"))]), "AMBIGUOUS_VETTING_REFERENCE", "lib1"],
      [
        "times that exclude each other",
        update([{ ...vet("app"), validFromInclusive: 5n, validUntilExclusive: 5n }]),
        "INVALID_FIELD",
        "newValidUntilExclusive",
      ],
      [
        "too many references",
        update([unvet(...Array.from({ length: maxVettingReferences + 1 }, () => "app"))]),
        "INVALID_ARGUMENT",
        `at most ${maxVettingReferences}`,
      ],
    ],
  );
});
