import { itNeeding } from "@tallystick/dev";
import { expect } from "chai";
import { runOnNode } from "./running-node.js";

describe("the curl example of the wallet", () => {
  itNeeding("curl", "openssl")(
    "taps, offers and accepts, and both balances are exact",
    async () => {
      const stdout = await runOnNode("wallet.sh");
      const answers = stdout.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
      expect(answers[0]).to.match(/^anna-.+::1220[0-9a-f]{64}$/);
      expect(answers[1]).to.match(/^ben-.+::1220[0-9a-f]{64}$/);
      expect(answers.slice(2, 7)).to.deep.equal([
        "true",
        "2000.0000000000",
        "true",
        "true",
        "completed",
      ]);
      // the sender's fee and change are in its balance, the receiver's amount is exact
      expect(Number(answers[7])).to.be.within(1900, 1974.5);
      expect(answers.slice(8)).to.deep.equal(["25.5000000000", "transfer 25.5000000000"]);
    },
  );
});
