import { itNeeding } from "@tallystick/dev";
import { expect } from "chai";
import { commandsOf, pageText, runCommands } from "./page-script.js";

describe("docs/getting-started.md", () => {
  itNeeding("curl", "openssl")("works as it is written", async () => {
    const page = await pageText("docs/getting-started.md");
    expect(page.match(/^(ask|curl) /gm)).to.have.length.greaterThan(10);
    const printed = await runCommands("getting-started", commandsOf(page));
    expect(printed).not.to.contain("errorCategory").and.not.to.contain("Invalid value");
    for (const answer of ["partyDetails", "completionOffset", "JsActiveContract", "CanActAs"])
      expect(printed).to.contain(answer);
    for (const answer of ["newlyGrantedRights", '"isDeactivated":true', "packageIds"])
      expect(printed).to.contain(answer);
  });
});
