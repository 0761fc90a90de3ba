import { expect } from "chai";
import fc from "fast-check";
import type { PackagesVettingChanged, PackageVetting } from "../../src/events/participant-event.js";
import {
  emptyVetting,
  evolveVetting,
  isUsableAt,
  vettedAmong,
  type VettingState,
  vettingOf,
} from "../../src/packages/vetting-state.js";

const changed = (...changes: ReadonlyArray<PackageVetting>): PackagesVettingChanged => ({
  type: "PackagesVettingChanged",
  changes,
  recordTime: 0,
});

const registered = (packageId: string, isVetted: boolean) => ({
  type: "PackageRegistered" as const,
  packageId,
  name: packageId,
  version: "1.0.0",
  model: {},
  isVetted,
  recordTime: 0,
});

const after = (...events: ReadonlyArray<Parameters<typeof evolveVetting>[1]>): VettingState =>
  events.reduce((state, event) => evolveVetting(state, event), emptyVetting(1));

describe("The vetting of packages", () => {
  it("lets every package be used that is registered as vetted, and none other until it is vetted", () => {
    const state = after(registered("a", true), registered("b", false));
    expect([isUsableAt(state, "a", 0), isUsableAt(state, "b", 0)]).to.deep.equal([true, false]);
    const vetted = evolveVetting(state, changed({ packageId: "b", isVetted: true }));
    expect(isUsableAt(vetted, "b", 0)).to.equal(true);
  });

  const times: ReadonlyArray<
    readonly [from: number | undefined, until: number | undefined, at: number, isUsable: boolean]
  > = [
    [undefined, undefined, 0, true],
    [10, undefined, 9, false],
    [10, undefined, 10, true],
    [10, undefined, 11, true],
    [undefined, 10, 9, true],
    [undefined, 10, 10, false],
    [undefined, 10, 11, false],
    [10, 20, 9, false],
    [10, 20, 10, true],
    [10, 20, 19, true],
    [10, 20, 20, false],
  ];
  for (const [from, until, at, isUsable] of times) {
    it(`from ${from ?? "ever"} until ${until ?? "ever"} ${isUsable ? "holds" : "does not hold"} at ${at}`, () => {
      const vetting: PackageVetting = {
        packageId: "a",
        isVetted: true,
        ...(from === undefined ? {} : { validFromInclusive: String(from) }),
        ...(until === undefined ? {} : { validUntilExclusive: String(until) }),
      };
      const state = after(registered("a", true), changed(vetting));
      expect(isUsableAt(state, "a", at)).to.equal(isUsable);
      expect(vettingOf(state, "a")).to.deep.equal(vetting);
      const unvetted = evolveVetting(state, changed({ ...vetting, isVetted: false }));
      expect(isUsableAt(unvetted, "a", at)).to.equal(false);
    });
  }

  it("has a serial that grows with each change, and not with a package that waits", () => {
    const state = after(registered("a", true));
    expect(state.serial).to.equal(1);
    expect(evolveVetting(state, registered("b", false)).serial).to.equal(1);
    const two = changed({ packageId: "a", isVetted: false }, { packageId: "b", isVetted: true });
    expect(evolveVetting(state, two).serial).to.equal(2);
  });

  it("keeps nothing of a package that may always be used again", () => {
    const state = after(
      registered("a", true),
      changed({ packageId: "a", isVetted: false }),
      changed({ packageId: "a", isVetted: true }),
    );
    expect(state.exceptions.size).to.equal(0);
  });

  it("lists those that are vetted in the order they were named, with their times", () => {
    const state = after(
      changed(
        { packageId: "b", isVetted: false },
        { packageId: "c", isVetted: true, validUntilExclusive: "5" },
      ),
    );
    expect(vettedAmong(state, ["c", "b", "a"])).to.deep.equal([
      { packageId: "c", validUntilExclusive: 5n },
      { packageId: "a" },
    ]);
  });

  it("is what the last change of each package said", () => {
    const vetting: fc.Arbitrary<PackageVetting> = fc.record(
      {
        packageId: fc.constantFrom("a", "b", "c"),
        isVetted: fc.boolean(),
        validFromInclusive: fc.nat(3).map(String),
        validUntilExclusive: fc.nat(3).map(String),
      },
      { requiredKeys: ["packageId", "isVetted"] },
    );
    const history = fc.array(fc.array(vetting, { maxLength: 3 }), { maxLength: 8 });
    fc.assert(
      fc.property(history, (all) => {
        const state = after(...all.map((changes) => changed(...changes)));
        const last = new Map(all.flat().map((each) => [each.packageId, each]));
        expect(state.serial).to.equal(all.length);
        for (const packageId of ["a", "b", "c"]) {
          const said: PackageVetting = last.get(packageId) ?? { packageId, isVetted: true };
          for (let at = 0; at < 5; at++) {
            const { validFromInclusive: from = "0", validUntilExclusive: until = "9" } = said;
            const isUsable = said.isVetted && Number(from) <= at && at < Number(until);
            expect(isUsableAt(state, packageId, at)).to.equal(isUsable);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});
