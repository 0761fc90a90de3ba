import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { createConnection } from "../../src/connection/connection.js";
import { openPushFeed } from "../../src/client/push-feed.js";
import { proposed } from "../raw-client.js";
import { type Served, atEnd, rightOf, serve, until } from "../served-store.js";

const connect = ({ address }: Served) => {
  const connection = rightOf(createConnection(address));
  atEnd(() => connection.close());
  return connection;
};

const events = (count: number) => Array.from({ length: count }, () => proposed());

describe("A push feed", () => {
  it("is open once the server has confirmed, and wakes for what comes", async () => {
    const served = await serve();
    await served.raw.append("s", "none", events(3));
    let wakes = 0;
    const wake = (): void => {
      wakes += 1;
    };
    const feed = rightOf(await openPushFeed(connect(served), "s", 1, 1_000, wake));
    expect(feed.isOpen).to.equal(true);
    await until(() => wakes > 0, "woken");
    expect(feed.take().map(({ revision }) => revision)).to.deep.equal([2]);
    expect(feed.take()).to.deep.equal([]);
    await served.raw.append("s", 2, events(2));
    await until(() => wakes > 2, "woken for both");
    expect(feed.take().map(({ revision }) => revision)).to.deep.equal([3, 4]);
    feed.close();
    expect(feed.isOpen).to.equal(false);
  });

  it("ends by itself when too much waits, and keeps what it has", async () => {
    const served = await serve();
    for (let round = 0; round < 3; round += 1) await served.raw.append("s", "any", events(1_000));
    const feed = rightOf(await openPushFeed(connect(served), "s", -1, 1_000, () => undefined));
    await until(() => !feed.isOpen, "ended");
    const waiting = feed.take().map(({ revision }) => revision);
    expect(waiting).to.deep.equal(Array.from({ length: 1_000 }, (_, at) => at));
  });

  it("says why it cannot be opened", async () => {
    const denied = await serve({ access: { users: [] } });
    const opened = await openPushFeed(connect(denied), "s", -1, 1_000, () => undefined);
    expect(isLeft(opened) && opened.left.kind).to.equal("denied");
  });

  it("wakes when the server goes away", async () => {
    const served = await serve();
    let wakes = 0;
    const wake = (): void => {
      wakes += 1;
    };
    const feed = rightOf(await openPushFeed(connect(served), "s", -1, 1_000, wake));
    await served.server.close();
    await until(() => wakes > 0, "woken");
    expect(feed.isOpen).to.equal(false);
  });
});
