import { systemTimers, type Timer, type Timers } from "@tallystick/background";
import { inMemoryStore } from "@tallystick/event-store";
import type { JournalEntry } from "@tallystick/views";
import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import type { LedgerNotice } from "../../src/ledger/ledger-observer.js";
import { FoldProgress } from "../../src/pipeline/fold-progress.js";
import { startProjector } from "../../src/pipeline/projector.js";
import { afterwards, rightOf, until } from "../test-ledger.js";

/** A fold whose checkpoint and whose looks the test makes. */
const watched = (checkpoint: number, ledgerEnd: number) => {
  const fold = { checkpoint, ledgerEnd, isHeldUp: false };
  const notices: Array<LedgerNotice> = [];
  let due: (() => void) | undefined;
  const timer: Timer = {
    cancel: () => {
      due = undefined;
    },
    unref: () => timer,
    refresh: () => undefined,
  };
  const timers: Timers = {
    ...systemTimers,
    after: (_ms, callback) => {
      expect(due).to.equal(undefined);
      due = callback;
      return timer;
    },
  };
  const progress = new FoldProgress({
    name: "views",
    checkpoint: () => fold.checkpoint,
    ledgerEnd: () => fold.ledgerEnd,
    isHeldUp: () => fold.isHeldUp,
    timers,
    notice: (notice) => notices.push(notice),
  });
  const looks = (count: number): void => {
    for (let look = 0; look < count; look++) {
      const now = due;
      due = undefined;
      now?.();
    }
  };
  const moveTo = (offset: number): void => {
    fold.checkpoint = offset;
    progress.moved();
  };
  return { fold, progress, notices, looks, moveTo, isLookedAt: () => due !== undefined };
};

describe("The progress of a fold", () => {
  it("is not looked at while the fold has all events", () => {
    const { progress, notices, isLookedAt, looks, fold, moveTo } = watched(10, 10);
    progress.woken();
    expect(isLookedAt()).to.equal(false);
    fold.ledgerEnd = 12;
    progress.woken();
    expect(isLookedAt()).to.equal(true);
    moveTo(12);
    looks(1);
    expect([isLookedAt(), progress.unready(), notices]).to.deep.equal([false, undefined, []]);
  });

  it("is an error when the fold does not move for 30 looks, until it does", () => {
    const { progress, notices, looks, moveTo } = watched(243, 443);
    looks(29);
    expect(notices).to.deep.equal([]);
    looks(31);
    const message = "views: at event 243 of 443 for 30 s";
    expect(notices).to.deep.equal([{ kind: "views-stalled", message }]);
    expect(progress.unready()).to.equal(message);
    moveTo(443);
    expect(progress.unready()).to.equal(undefined);
    expect(notices.map(({ kind }) => kind)).to.deep.equal(["views-stalled", "views-resumed"]);
  });

  it("is an error when the fold goes back, until it is where it was", () => {
    const { progress, notices, looks, moveTo } = watched(200, 7_200);
    moveTo(6_200);
    for (let from = 6_200; from < 6_203; from++) {
      moveTo(200);
      const message = `views: went back from event ${from} to event 200`;
      expect(progress.unready()).to.equal(message);
      looks(50);
      moveTo(from + 1);
      expect(progress.unready()).to.equal(message);
      expect(notices.length).to.equal(1);
    }
    moveTo(7_200);
    expect(progress.unready()).to.equal(undefined);
    expect(notices.map(({ kind }) => kind)).to.deep.equal(["views-stalled", "views-resumed"]);
  });

  it("is no error when the fold begins again for a reason that is known", () => {
    const { progress, notices, looks, fold, moveTo } = watched(900, 900);
    fold.checkpoint = 0;
    progress.rewound();
    expect([progress.unready(), notices]).to.deep.equal([undefined, []]);
    for (let offset = 30; offset <= 900; offset += 30) {
      looks(20);
      moveTo(offset);
    }
    expect([progress.unready(), notices]).to.deep.equal([undefined, []]);
  });

  it("is no error while it is known why nothing is folded", () => {
    const { progress, notices, looks, fold } = watched(0, 5);
    fold.isHeldUp = true;
    looks(100);
    expect([progress.unready(), notices]).to.deep.equal([undefined, []]);
    fold.isHeldUp = false;
    looks(30);
    expect(notices.map(({ kind }) => kind)).to.deep.equal(["views-stalled"]);
  });

  it("says that the fold lags when it is far behind, or for 10 looks", () => {
    const far = watched(0, 2_001);
    expect(far.progress.unready()).to.equal("views: 0 of 2001 events");
    far.fold.ledgerEnd = 2_005;
    far.moveTo(2_001);
    expect(far.progress.unready()).to.equal(undefined);

    const near = watched(0, 2_000);
    near.looks(9);
    expect(near.progress.unready()).to.equal(undefined);
    near.looks(1);
    expect(near.progress.unready()).to.equal("views: 0 of 2000 events");
    near.moveTo(1_999);
    near.looks(50);
    expect(near.progress.unready()).to.equal("views: at event 1999 of 2000 for 30 s");
  });

  it("does not lag while it reaches each end of the journal in time", () => {
    const { progress, looks, fold, moveTo } = watched(0, 100);
    for (let end = 200; end <= 10_000; end += 100) {
      fold.ledgerEnd = end;
      moveTo(end - 100);
      looks(5);
      expect(progress.unready()).to.equal(undefined);
    }
  });

  it("is not looked at any more after its end", () => {
    const { progress, isLookedAt } = watched(0, 5);
    expect(isLookedAt()).to.equal(true);
    progress.end();
    progress.woken();
    expect(isLookedAt()).to.equal(false);
  });
});

describe("Views", () => {
  it("that go back at each end are not ready until they no longer do", async () => {
    const notices: Array<string> = [];
    const store = inMemoryStore();
    const events = Array.from({ length: 600 }, (_, at) => ({
      id: `${at}`,
      type: "T",
      data: "{}",
      metadata: "",
    }));
    rightOf(await store.append("s", "no-stream", events));
    let checkpoint = 0;
    let [isMended, turnsBack] = [false, 0];
    const views = {
      checkpoint: () => checkpoint,
      fold: async (batch: ReadonlyArray<JournalEntry>) => {
        checkpoint = batch.at(-1)?.offset ?? checkpoint;
        if (checkpoint === 600 && !isMended) {
          checkpoint = 5;
          turnsBack += 1;
        }
        return right(checkpoint);
      },
      onRewind: () => undefined,
      onWait: () => undefined,
    };
    const projector = startProjector({
      name: "views",
      journal: { store, stream: "s" },
      views,
      ledgerEnd: () => 600,
      notice: ({ kind, message }) => void notices.push(`${kind} ${message}`),
      pace: { gatherMs: 10, maxFoldEntries: 200 },
    });
    afterwards(() => projector.stop());
    await until(() => turnsBack >= 3, "it went back three times");
    expect(notices).to.deep.equal(["views-stalled views: went back from event 400 to event 5"]);
    expect(projector.unready()).to.equal("views: went back from event 405 to event 5");
    isMended = true;
    await until(() => projector.unready() === undefined, "it is well again");
    expect(notices.at(-1)).to.equal("views-resumed views: follow the journal again, at event 600");
  });
});
