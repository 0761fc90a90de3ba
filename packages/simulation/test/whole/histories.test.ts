import { expect } from "chai";
import { runCampaign } from "../../src/campaign/processes.js";
import { faultKinds } from "../../src/plan/plan.js";

/** Histories of the seeds from 1 on; another number runs fewer or more. */
const histories = Number(process.env["TALLYSTICK_HISTORIES"] ?? 10_000);
/** Histories of seeds that no run had before, in the long form. */
const nightlyHistories = 100_000;

const isNightly = process.env["TALLYSTICK_NIGHTLY"] === "on";

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

describe("Simulated histories", () => {
  it(`of ${histories} seeds have nothing wrong in them, and have met every fault`, async function () {
    // as long as it takes on a machine of any speed
    this.timeout(0);
    const done = await runCampaign({ from: 1, histories, seconds: undefined });
    const wrong = done.failures.map(
      ({ seed, violations }) => `npm run simulate -- --seed ${seed}: ${violations.join("; ")}`,
    );
    expect(wrong).to.deep.equal([]);
    expect(done.histories).to.equal(histories);
    expect(Object.keys(done.met)).to.include.members([
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
    ]);
  });

  if (isNightly) {
    it(`of ${nightlyHistories} new seeds have nothing wrong in them`, async function () {
      this.timeout(0);
      const from = Math.floor(Date.now() / 1_000) * 1_000;
      const done = await runCampaign({ from, histories: nightlyHistories, seconds: undefined });
      expect(done.failures).to.deep.equal([]);
    });
  }
});
