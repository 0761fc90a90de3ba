import { expect } from "chai";
import { annotationsOfSwitches, switchesOf } from "../../src/configuration/wallet-switches.js";

describe("The switches of a wallet", () => {
  it("are on without annotations, and whatever else a party is annotated with", () => {
    expect(switchesOf({ other: "off" })).to.deep.equal({ automations: true, merging: true });
  });

  it("are changed one by one", () => {
    const paused = annotationsOfSwitches({ automations: false });
    expect(switchesOf(paused)).to.deep.equal({ automations: false, merging: true });
    const apart = { ...paused, ...annotationsOfSwitches({ merging: false }) };
    expect(switchesOf(apart)).to.deep.equal({ automations: false, merging: false });
  });

  it("are removed by an empty value when they are on again", () => {
    expect(Object.values(annotationsOfSwitches({ merging: true }))).to.deep.equal([""]);
  });
});
