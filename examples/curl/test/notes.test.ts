import { itNeeding } from "@tallystick/dev";
import { expect } from "chai";
import { exampleFile, runOnNode } from "./running-node.js";

describe("the example of a package", () => {
  itNeeding("curl", "openssl")(
    "is served from its module, and its template and choice work over HTTP",
    async () => {
      const printed = await runOnNode("notes.sh", ["--packages", exampleFile("notes.js")]);
      expect(printed).to.equal('"words":"second"\n');
    },
  );
});
