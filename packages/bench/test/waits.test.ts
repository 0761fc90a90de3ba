import { expect } from "chai";
import { slowestOf, traceWaits } from "../src/waits.js";

describe("What commands waited for", () => {
  it("is named beside the ten slowest, the slowest first", () => {
    const commands = Array.from({ length: 20 }, (_, at) => ({ fromMs: 100, untilMs: 101 + at }));
    const waits = [
      { kind: "append of 2", fromMs: 99, untilMs: 103 },
      { kind: "young collection", fromMs: 112.4, untilMs: 118.4 },
    ];
    const slowest = slowestOf(commands, waits);
    expect(slowest).to.have.length(10);
    expect([slowest[0], slowest[8], slowest[9]]).to.deep.equal([
      "20.0 ms (append of 2 3.0 ms, young collection 6.0 ms)",
      "12.0 ms (append of 2 3.0 ms)",
      "11.0 ms (append of 2 3.0 ms)",
    ]);
    const together = Array.from({ length: 32 }, () => ({ fromMs: 50, untilMs: 60 }));
    expect(slowestOf(together, [])).to.have.length(1);
    expect(slowestOf([{ fromMs: 0, untilMs: 1 }], [])).to.deep.equal(["1.0 ms (none traced)"]);
  });

  it("are appends of the ledger, from when they began", () => {
    const waits = traceWaits();
    waits.observer.appended({ commands: 3, events: 2, durationMs: 5 });
    waits.observer.appended({ commands: 1, events: 1, durationMs: 0.1 });
    const [append, ...others] = waits.seen().filter(({ kind }) => kind.startsWith("append"));
    expect([append?.kind, others]).to.deep.equal(["append of 2", []]);
    expect(append && append.untilMs - append.fromMs).to.be.closeTo(5, 1e-6);
    waits.forget();
    expect(waits.seen()).to.deep.equal([]);
    waits.end();
  });
});
