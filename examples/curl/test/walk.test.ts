import { itNeeding } from "@tallystick/dev";
import { expect } from "chai";
import { runOnNode } from "./running-node.js";

describe("the curl example", () => {
  itNeeding("curl", "openssl")(
    "walks from a party to an answered ping, and through the administration",
    async () => {
      const stdout = await runOnNode("walk.sh");
      const answers = stdout.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
      expect(answers[0]).to.equal("3.5.8");
      expect(answers[1]).to.match(/^walker-.+::1220[0-9a-f]{64}$/);
      expect(answers.slice(3, 7)).to.deep.equal(["{}", "DUPLICATE_COMMAND", "0 6", "CreatedEvent"]);
      expect(answers.slice(8, 10)).to.deep.equal(["true", "0"]);
      expect(answers[10]).to.match(/^\d+ CreatedEvent$/);
      expect(answers[11]).to.match(/^\d+ ArchivedEvent$/);
      expect(answers[12]).to.match(/^reader-/);
      expect(answers.slice(13, 15)).to.deep.equal(["1", "CanActAs CanReadAs"]);
      expect(answers[15]).to.match(/^provider-/);
      expect(answers.slice(16)).to.deep.equal(["true", "{}", "{}", "1.0.0"]);
    },
  );
});
