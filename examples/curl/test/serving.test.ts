import { itNeeding } from "@tallystick/dev";
import { expect } from "chai";
import { commandsOf, definitionsIn, pageText, runCommands } from "./page-script.js";

describe("docs/serving.md", () => {
  itNeeding("curl", "openssl")(
    "works as it is written, and only what it says is refused",
    async () => {
      const definitions = definitionsIn(await pageText("docs/getting-started.md"));
      const page = await pageText("docs/serving.md");
      const printed = await runCommands("serving", `${definitions}\n${commandsOf(page)}`);
      expect(printed).to.contain('"packageName":"notes"').and.to.contain('"exerciseResult":"00');
      expect(printed).to.contain("JsActiveContract").and.to.contain('"words":"second"');
      const lines = printed.trim().split("\n");
      const refused = lines.filter((line) => line.includes("errorCategory"));
      expect(refused.map((line) => /"(?:code|cause)":"([^"]*)"/.exec(line)?.[1])).to.have.length(3);
      expect(lines.slice(-3)).to.deep.equal(refused);
      expect(refused[0]).to.contain("CanActAs");
      expect(refused[1]).to.contain("TEMPLATE_PRECONDITION_VIOLATED");
      expect(refused[2]).to.contain("createArguments.reader");
    },
  );
});
