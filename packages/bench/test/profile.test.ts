import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { Profiler } from "node:inspector";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { profileText, sharesOf, startProfile } from "../src/profile.js";

const places: ReadonlyArray<readonly [url: string, functionName: string, place: string]> = [
  ["file:///x/packages/core/dist/src/events/ledger-event-codec.js", "read", "core/events"],
  ["file:///x/packages/views/dist/src/open-views.js", "open", "views"],
  ["file:///x/node_modules/ws/lib/sender.js", "send", "ws"],
  ["file:///x/node_modules/@scope/name/a.js", "f", "@scope/name"],
  ["node:internal/crypto/hash", "hash", "node:internal/crypto/hash"],
  ["file:///somewhere/else.js", "f", "else.js"],
  ["", "(garbage collector)", "(garbage collector)"],
  ["", "", "(native)"],
];

const profileOf = (
  frames: ReadonlyArray<readonly [url: string, functionName: string]>,
  samples: ReadonlyArray<readonly [frame: number, micros: number]>,
): Profiler.Profile => ({
  nodes: frames.map(([url, functionName], id) => ({
    id,
    callFrame: { functionName, scriptId: "1", url, lineNumber: 1, columnNumber: 1 },
  })),
  startTime: 0,
  endTime: 1,
  samples: samples.map(([frame]) => frame),
  timeDeltas: samples.map(([, micros]) => micros),
});

describe("A profile summed up", () => {
  for (const [url, functionName, place] of places) {
    it(`counts ${functionName === "" ? "a function without a name" : functionName} of "${url}" as ${place}`, () => {
      const { places: found } = sharesOf(profileOf([[url, functionName]], [[0, 5]]));
      expect(found).to.deep.equal([{ place, share: 1 }]);
    });
  }

  it("adds up functions of one place, leaves idle time out, and begins with the largest", () => {
    const core = "file:///x/packages/core/dist/src/events";
    const profile = profileOf(
      [
        [`${core}/a.js`, "a"],
        [`${core}/b.js`, "b"],
        ["node:net", "write"],
        ["", "(idle)"],
      ],
      [
        [0, 10],
        [2, 50],
        [1, 20],
        [3, 20],
        [0, 20],
      ],
    );
    const shares = sharesOf(profile);
    expect(shares.busy).to.be.closeTo(100 / 120, 1e-9);
    expect(shares.places).to.deep.equal([
      { place: "core/events", share: 0.5 },
      { place: "node:net", share: 0.5 },
    ]);
    expect(profileText("row", shares)).to.equal(
      "profile of row: busy 83.3 % of the time; of that core/events 50.0 %, node:net 50.0 %",
    );
  });

  it("is nothing of a thread that did nothing", () => {
    expect(sharesOf(profileOf([], []))).to.deep.equal({ busy: 0, places: [] });
  });

  it("is taken of this thread, and written where it is wanted", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tallystick-profile-"));
    try {
      const stop = await startProfile("here", folder);
      await stop();
      expect(await readdir(folder)).to.deep.equal(["here.cpuprofile"]);
      const written: unknown = JSON.parse(await readFile(join(folder, "here.cpuprofile"), "utf8"));
      expect(written).to.have.property("nodes");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
