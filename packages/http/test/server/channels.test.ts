import { expect } from "chai";
import { channels } from "../../src/server/channels.js";
import { endpoints } from "../../src/server/endpoints.js";

describe("the table of channels", () => {
  it("has the six channels of ledger-api 1.3, and ours", () => {
    expect(channels.map(({ path }) => path).sort()).to.deep.equal([
      "/v2/commands/command-completions",
      "/v2/commands/completions",
      "/v2/instruments/readings",
      "/v2/state/active-contracts",
      "/v2/state/ledger-end/moves",
      "/v2/updates",
      "/v2/updates/flats",
      "/v2/updates/trees",
    ]);
  });

  for (const channel of channels) {
    it(`gives ${channel.path} as a list under POST too, with the same request and items`, () => {
      const list = endpoints.find(({ method, path }) => method === "POST" && path === channel.path);
      expect(list?.body).to.equal(channel.request);
      const { response } = list ?? {};
      const schema = response?.kind === "json" ? response.codec.schema : {};
      expect(schema).to.deep.equal({
        type: "array",
        items: { $ref: `#/components/schemas/${channel.item.name}` },
      });
      expect(list?.deprecated).to.equal(channel.deprecated);
      expect(list?.errors).to.include.members([...channel.errors]);
    });
  }
});
