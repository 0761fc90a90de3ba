import { expect } from "chai";
import fc from "fast-check";
import { VirtualTime } from "../../src/world/virtual-time.js";

describe("Virtual time", () => {
  it("runs what happens in the order of its moments, and of its making at one moment", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(20)), async (delays) => {
        const time = new VirtualTime({ files: false, packages: false });
        const seen: Array<{ readonly at: number; readonly made: number }> = [];
        for (const [made, ms] of delays.entries())
          time.after(ms, () => seen.push({ at: time.nowMs, made }));
        await time.pass(() => false, 1_000);
        const expected = delays
          .map((at, made) => ({ at, made }))
          .toSorted((a, b) => a.at - b.at || a.made - b.made);
        expect(seen).to.deep.equal(expected);
      }),
    );
  });

  it("does not pass while promises can go on", async () => {
    const time = new VirtualTime({ files: false, packages: false });
    const seen: Array<string> = [];
    time.after(1, () => {
      void (async () => {
        for (let at = 0; at < 100; at++) await Promise.resolve();
        seen.push("promises");
      })();
    });
    time.after(1, () => seen.push("the next moment"));
    await time.pass(() => false, 10);
    expect(seen).to.deep.equal(["promises", "the next moment"]);
  });

  it("ends at a moment, or when what is waited for holds", async () => {
    const time = new VirtualTime({ files: false, packages: false });
    let isThere = false;
    time.after(50, () => {
      isThere = true;
    });
    expect(await time.pass(() => isThere, 20)).to.equal(false);
    expect(time.nowMs).to.equal(20);
    expect(await time.pass(() => isThere, 100)).to.equal(true);
    expect(time.nowMs).to.equal(50);
  });

  it("leaves out what was cancelled", async () => {
    const time = new VirtualTime({ files: false, packages: false });
    const happening = time.after(1, () => expect.fail("it was cancelled"));
    happening.isCancelled = true;
    expect(await time.pass(() => false, 10)).to.equal(false);
  });
});
