import type { CodePlace, Profile, ProfiledCode, ProfilePlace } from "@tallystick/core";
import { running } from "../values/meter.js";
import type { LfValue } from "../values/value.js";
import { captured, type Code, save, type Saved, savedOverhead, tail } from "./frames.js";

// Code of a program that counts what its definitions take. A call in tail position is returned to
// the loop that runs its caller: it is shown below its caller, whose frame was left by then. What
// is captured on the heap continues in the frame where it was.

/** Leaves a frame when code that was captured has its value. */
class Leaving implements Saved {
  // costs the program nothing
  readonly bytes = -savedOverhead;

  constructor(
    readonly profile: Profile,
    readonly outer: ProfilePlace,
  ) {}

  resume(value: LfValue): LfValue {
    this.profile.goTo(this.outer);
    return value;
  }
}

/** Code that runs in a frame of the profile. */
export const profiledCode =
  (of: ProfiledCode, code: Code): Code =>
  (frame) => {
    const { profile } = running.meter;
    if (profile === undefined) return code(frame);
    const outer = profile.enter(of);
    let value: LfValue;
    try {
      value = code(frame);
    } catch (thrown) {
      profile.leaveByThrow(outer, thrown);
      throw thrown;
    }
    // it goes on from where it was captured
    if (value === captured) return save(new Leaving(profile, outer));
    if (value === tail) profile.leaveForTail(outer);
    else profile.goTo(outer);
    return value;
  };

/** Code of a call; the profile notes where it is made. */
export const sitedCode =
  (site: CodePlace, code: Code): Code =>
  (frame) => {
    const { profile } = running.meter;
    if (profile !== undefined) profile.site = site;
    return code(frame);
  };

/** Compiles; of a profile that takes no time. */
export const compiling = <A>(compile: () => A): A => {
  const { profile } = running.meter;
  return profile === undefined ? compile() : profile.outside(compile);
};
