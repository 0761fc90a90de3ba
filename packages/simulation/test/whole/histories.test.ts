import { testSeed, testSize } from "@tallystick/dev";
import { expect } from "chai";
import { runCampaign } from "../../src/campaign/processes.js";
import { type Campaign, runSeeds, together } from "../../src/campaign/run-seeds.js";
import { faultKinds } from "../../src/plan/plan.js";

/** Histories of the seeds from 1 on. */
const histories = testSize("HISTORIES");
/** Histories of the seeds from the seed of the run on. */
const newHistories = testSize("NEW_HISTORIES");

/** Error codes that users of nodes with faults meet. */
const codes = [
  "CONTRACT_KEY_NOT_FOUND",
  "CONTRACT_NOT_ACTIVE",
  "CONTRACT_NOT_FOUND",
  "DUPLICATE_COMMAND",
  "DUPLICATE_CONTRACT_KEY",
  "IDP_CONFIG_ALREADY_EXISTS",
  "IDP_CONFIG_IN_USE",
  "IDP_CONFIG_NOT_FOUND",
  "INTERPRETATION_USER_ERROR",
  "INVALID_DEDUPLICATION_PERIOD",
  "PARTICIPANT_BACKPRESSURE",
  "REQUEST_TIME_OUT",
  "SERVICE_NOT_RUNNING",
  "SUBMISSION_ALREADY_IN_FLIGHT",
];

/** Changes of the participant that users make. */
const changes = [
  "user",
  "party",
  "grant",
  "upload",
  "vet",
  "unvet",
  "provider",
  "drop-provider",
  "member",
  "move",
];

/** What the histories must have met. */
const all = [
  ...codes,
  "signed",
  "pruned",
  "note",
  "checkpoint",
  "proved",
  "log refused",
  "files of several nodes",
  ...changes.map((change) => `change ${change}`),
  ...faultKinds.map((kind) => `fault ${kind}`),
];
/** Seeds whose histories meet what is rare, so that few others are needed. */
const witnesses = [96, 134, 138, 283, 992];
/** Histories that are added until all is met, and how many there are at most. */
const addedHistories = 50;
const mostHistories = 10_000;

const unmet = ({ met }: Campaign): ReadonlyArray<string> => all.filter((each) => !(each in met));

describe("Simulated histories", () => {
  it(`of ${histories} seeds, and more until every fault was met, have nothing wrong in them`, async () => {
    const first = await runCampaign({ from: 1, histories, seconds: undefined });
    const rare = witnesses.filter((seed) => seed > histories);
    let done = first;
    for (const from of rare)
      done = together([done, await runSeeds({ from, count: 1, step: 1, forMs: undefined })]);
    while (done.failures.length === 0 && unmet(done).length > 0 && done.histories < mostHistories) {
      const from = done.histories - rare.length + 1;
      const added = await runCampaign({ from, histories: addedHistories, seconds: undefined });
      done = together([done, added]);
    }
    const wrong = done.failures.map(
      ({ seed, violations }) => `npm run simulate -- --seed ${seed}: ${violations.join("; ")}`,
    );
    expect(wrong).to.deep.equal([]);
    expect(done.histories).to.be.least(histories);
    expect(unmet(done)).to.deep.equal([]);
  });

  if (newHistories > 0) {
    it(`of ${newHistories} seeds of the run have nothing wrong in them`, async () => {
      const done = await runCampaign({
        from: testSeed(),
        histories: newHistories,
        seconds: undefined,
      });
      expect(done.failures).to.deep.equal([]);
    });
  }
});
