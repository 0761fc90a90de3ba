import { expect } from "chai";
import { Profile, type ProfiledCode } from "../../src/templates/profile.js";

const code = (definition: string, line?: number): ProfiledCode => ({
  packageId: "p",
  definition,
  line,
});

/** A profile whose clock and meter a test moves. */
class Moved {
  now = 0;
  steps = 0;
  readonly profile = new Profile(() => this.now);

  constructor() {
    this.profile.spent = () => this.steps;
  }

  take(steps: number): void {
    this.steps += steps;
    this.now += 10 * steps;
  }

  /** Each frame with the one around it, its calls, steps and microseconds. */
  shown(): ReadonlyArray<string> {
    this.profile.end();
    const frames = this.profile.frames();
    return frames.map(
      ({ parent, code: { definition }, calls, steps, micros }) =>
        `${frames[parent]?.code.definition ?? ""}/${definition} ${calls} ${steps} ${micros}`,
    );
  }
}

describe("A profile", () => {
  it("counts for each definition what it takes itself, below what called it", () => {
    const moved = new Moved();
    const { profile } = moved;
    moved.take(1);
    const outer = profile.enter(code("f"));
    moved.take(2);
    for (const taken of [3, 4]) {
      const caller = profile.enter(code("g"));
      moved.take(taken);
      profile.goTo(caller);
    }
    // one that calls itself stays in its frame
    const self = profile.enter(code("f"));
    moved.take(5);
    profile.goTo(self);
    profile.goTo(outer);
    moved.take(6);
    expect(moved.shown()).to.deep.equal([
      "/the command 0 7 70",
      "the command/f 2 7 70",
      "f/g 2 7 70",
    ]);
    expect(profile.ended).to.equal(210);
  });

  it("shows a call in tail position below its caller, and a loop of such calls once", () => {
    const moved = new Moved();
    const { profile } = moved;
    let outer = profile.enter(code("f"));
    for (const name of ["g", "f", "g", "h"]) {
      moved.take(1);
      profile.leaveForTail(outer);
      outer = profile.enter(code(name));
    }
    moved.take(1);
    profile.goTo(outer);
    expect(moved.shown()).to.deep.equal([
      "/the command 0 0 0",
      "the command/f 2 2 20",
      "f/g 2 2 20",
      "g/h 1 1 10",
    ]);
  });

  it("does not count the time of pauses", () => {
    const moved = new Moved();
    const resume = moved.profile.pause();
    moved.now += 1_000;
    resume();
    moved.take(1);
    moved.profile.outside(() => (moved.now += 500));
    expect(moved.shown()).to.deep.equal(["/the command 0 1 10"]);
    expect(moved.profile.ended).to.equal(10);
  });

  it("is bounded: what is too deep or too much counts for the frame around it", () => {
    const deep = new Moved();
    for (let depth = 0; depth < 1_000; depth++) {
      deep.profile.enter(code(`f${depth}`));
      deep.take(1);
    }
    const wide = new Moved();
    for (let at = 0; at < 10_000; at++) {
      const outer = wide.profile.enter(code(`f${at}`));
      wide.take(1);
      wide.profile.goTo(outer);
    }
    for (const [{ profile }, steps, most] of [
      [deep, 1_000, 49],
      [wide, 10_000, 2_000],
    ] as const) {
      profile.end();
      const frames = profile.frames();
      expect(frames).to.have.length(most);
      expect(profile.isCut).to.equal(true);
      expect(frames.reduce((sum, frame) => sum + frame.steps, 0)).to.equal(steps);
    }
  });

  it("says where its author wrote what runs", () => {
    const { profile } = new Moved();
    expect(profile.written({ packageId: "p", definition: "M:T" })).to.equal(undefined);
    const outer = profile.enter(code("M:T Pay"));
    profile.enter({ ...code("Lib:map"), isLibrary: true });
    const place = { packageId: "p", definition: "M:T Pay" };
    expect(profile.written(undefined)).to.deep.equal({ ...place, line: undefined });
    profile.site = { packageId: "p", definition: "M:T", line: 7 };
    expect(profile.written(undefined)).to.deep.equal({ ...place, line: 7 });
    expect(profile.written({ packageId: "p", definition: "M:T", line: 9 })?.line).to.equal(9);
    profile.leaveByThrow(outer, "the error");
    expect(profile.thrown?.place).to.deep.equal({ ...place, line: 7 });
  });
});
