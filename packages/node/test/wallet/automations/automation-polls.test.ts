import { systemTimers } from "@tallystick/background";
import { expect } from "chai";
import { AutomationPolls } from "../../../src/wallet/automations/automation-polls.js";

describe("the polls of automations", () => {
  it("are due within their intervals while they run, and never after", () => {
    const polls = new AutomationPolls(systemTimers, 30_000, () => undefined);
    expect(polls.nextInMs("sweep")).to.equal(undefined);
    polls.start();
    expect(polls.nextInMs("sweep")).to.be.within(1, 30_000);
    expect(polls.nextInMs("network")).to.be.within(0, 1_000);
    polls.stop();
    expect(polls.nextInMs("network")).to.equal(undefined);
  });

  it("poll the network and the parties at their own intervals", async () => {
    const polled: Array<string> = [];
    const polls = new AutomationPolls(systemTimers, 1, (of) => polled.push(of));
    polls.start();
    try {
      while (polled.length < 3) await new Promise(setImmediate);
    } finally {
      polls.stop();
    }
    expect(polled).to.include("parties");
  });
});
