import { parseStoreAddress } from "@tallystick/event-store";
import { expect } from "chai";
import { storeProviders } from "../../src/index.js";
import { atEnd, rightOf, serve } from "../served-store.js";
import { leftOf, newEvents } from "./opened-store.js";

const openAddress = async (text: string) => {
  const address = parseStoreAddress(text);
  const provider = storeProviders.find(({ scheme }) => scheme === address?.scheme);
  if (address === undefined || provider === undefined) throw new Error(`no provider of ${text}`);
  return provider.open(address.place, { shared: true });
};

describe("The providers of stores on EventStoreDB", () => {
  it("open a store by the connection string, also one that is to be discovered", async () => {
    const { server, store: behind } = await serve();
    for (const [at, scheme] of ["esdb", "esdb+discover"].entries()) {
      const store = rightOf(await openAddress(`${scheme}://127.0.0.1:${server.port}?tls=false`));
      atEnd(() => store.close());
      const expected = at === 0 ? "no-stream" : at - 1;
      rightOf(await store.append("s", expected, newEvents(1)));
    }
    expect(rightOf(await behind.lastEvent("s"))?.revision).to.equal(1);
  });

  it("say what is wrong with a connection string", async () => {
    expect(leftOf(await openAddress("esdb:"))).to.include({ kind: "invalid" });
  });
});
