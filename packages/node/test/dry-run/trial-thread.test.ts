import type { Submission } from "@tallystick/core";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Ledger, LedgerOptions } from "../../src/ledger/ledger.js";
import type { TraceOutcome } from "../../src/ledger/trace.js";
import { iouId } from "../iou-package.js";
import {
  accountBy,
  allocate,
  codeOf,
  commandsBy,
  commit,
  contractAt,
  exerciseOf,
  iouBy,
  openTest,
  pingBy,
  rightOf,
  tempFolder,
} from "../test-ledger.js";

const packagesFrom = { module: new URL("../iou-package.js", import.meta.url).href, names: [] };

/** Whether a thread was started, in each test anew. */
let started: number;
const noticed = (): void => void started++;

/** A ledger in a folder, whose threads get its packages. */
const opened = (options: LedgerOptions = {}): Promise<Ledger> =>
  openTest({ data: tempFolder(), packagesFrom, ...options });

/** Without the times that it took. */
const timeless = ({ moments, profile, ...trace }: TraceOutcome) => ({
  ...trace,
  moments: moments.map((moment) => ({ ...moment, micros: 0 })),
  frames: profile.frames.map((frame) => ({ ...frame, micros: 0 })),
  steps: profile.steps,
});

const crashing = (alice: string): Submission =>
  commandsBy(alice, "crash", {
    kind: "CreateAndExerciseCommand",
    templateId: "#node-test:Iou:Account",
    createArguments: { owner: alice, name: "c", limit: "1" },
    choice: "Crash",
    choiceArgument: {},
  });

describe("A thread that tries commands", () => {
  beforeEach(() => {
    started = 0;
    process.on("worker", noticed);
  });
  afterEach(() => process.off("worker", noticed));

  it("finds what the main thread finds, now and in the past, from snapshots too", async () => {
    const data = tempFolder();
    let now = 1_800_000_000_000_000;
    const clock = () => now;
    const options = { data, clock, config: { snapshotEveryEvents: 8 } };
    const ledger = await openTest({ ...options, packagesFrom });
    const alice = await allocate(ledger, "alice");
    const bob = await allocate(ledger, "bob");
    const { completionOffset: offset, updateId } = await commit(ledger, iouBy(alice, bob, "iou"));
    const iou = await contractAt(ledger, bob, offset);
    for (let at = 0; at < 40; at++) {
      now += 1_000_000;
      await commit(ledger, accountBy(alice, `a${at}`, `a${at}`));
    }
    const transfer = commandsBy(
      bob,
      "transfer",
      exerciseOf(iouId, iou, "Transfer", { newOwner: alice }),
    );
    const commands = [transfer, crashing(alice), pingBy(bob, "ping"), iouBy(bob, alice, "iou")];
    const findings = async (of: Ledger) => {
      const found: Array<unknown> = [];
      for (const command of commands) {
        for (const at of [undefined, of.ledgerEnd(), offset, offset - 1, offset + 20]) {
          const when = at === undefined ? {} : { at };
          found.push(timeless(rightOf(await of.trace(command, when))));
          found.push(rightOf(await of.dryRun(command, when)));
        }
      }
      found.push(timeless(rightOf(await of.traceUpdate(updateId))));
      return found;
    };
    const before = started;
    const inThread = await findings(ledger);
    expect(started - before, "one thread").to.equal(1);
    await ledger.close();
    const here = await openTest(options);
    const inMain = started;
    expect(await findings(here)).to.deep.equal(inThread);
    expect(started, "no thread").to.equal(inMain);
    const verdicts = inThread.map((each) => Object(each).verdict ?? Object(each).outcome.verdict);
    expect(new Set(verdicts)).to.deep.equal(new Set(["accepted", "rejected"]));
  });

  it("shows an update to those alone who may see it", async () => {
    const ledger = await opened();
    const alice = await allocate(ledger, "alice");
    const { updateId } = await commit(ledger, pingBy(alice, "ping"));
    const by = (party: string) =>
      ledger.traceUpdate(updateId, ({ actAs }) => actAs.includes(party));
    expect(codeOf(await by(alice))).to.equal("ok");
    expect(codeOf(await by("bob"))).to.equal("UPDATE_NOT_FOUND");
  });

  it("takes as many trials as may wait, and refuses more", async () => {
    const ledger = await opened();
    const alice = await allocate(ledger, "alice");
    const asked = Array.from({ length: 12 }, () => ledger.trace(pingBy(alice, "ping")));
    const codes = (await Promise.all(asked)).map(codeOf);
    expect(codes.filter((code) => code === "ok")).to.have.lengthOf(8);
    expect(codes.filter((code) => code === "PARTICIPANT_BACKPRESSURE")).to.have.lengthOf(4);
    expect(codeOf(await ledger.trace(pingBy(alice, "ping")))).to.equal("ok");
  });

  it("tries nothing with packages that are not those of the node", async () => {
    const other = "data:text/javascript,export const packagesFrom = async () => []";
    const ledger = await opened({ packagesFrom: { module: other, names: [] } });
    const alice = await allocate(ledger, "alice");
    const traced = await ledger.trace(pingBy(alice, "ping"));
    expect(isLeft(traced) && traced.left.cause).to.match(/packages are not those of the node/);
    expect(codeOf(await ledger.dryRun(pingBy(alice, "ping")))).to.equal("ok");
  });

  it("ends with its ledger, and what it was asked is answered", async () => {
    const ledger = await opened();
    const alice = await allocate(ledger, "alice");
    const asked = ledger.trace(pingBy(alice, "ping"));
    await ledger.close();
    expect(codeOf(await asked)).to.be.oneOf(["ok", "SERVICE_NOT_RUNNING"]);
    expect(codeOf(await ledger.trace(pingBy(alice, "ping")))).to.equal("SERVICE_NOT_RUNNING");
  });
});
