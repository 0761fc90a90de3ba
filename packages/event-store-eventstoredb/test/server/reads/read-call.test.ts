import { status } from "@grpc/grpc-js";
import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { left } from "fp-ts/lib/Either.js";
import { basic, identifier, proposed, RawClient } from "../../raw-client.js";
import { atEnd, serve, until } from "../../served-store.js";

const users = [{ name: "r", password: "r", mayWrite: false }];

const ofStream = (stream: string) => ({
  stream: { streamIdentifier: identifier(stream), start: {} },
});

describe("A call to read", () => {
  it("is answered in each of its four forms", async () => {
    const { raw } = await serve();
    await raw.append("s", "none", [proposed(), proposed()]);
    const stream = await raw.read({ ...ofStream("s"), count: 9n });
    const all = await raw.read({ all: { start: {} }, count: 9n });
    expect([stream.answers.length, all.answers.length]).to.deep.equal([2, 2]);
    const follower = raw.follow({ ...ofStream("s"), subscription: {} });
    const followerOfAll = raw.follow({ all: { start: {} }, subscription: {} });
    expect(await follower.answers(4)).to.have.length(4);
    expect(await followerOfAll.answers(4)).to.have.length(4);
    follower.cancel();
    followerOfAll.cancel();
  });

  const senseless: ReadonlyArray<readonly [string, object]> = [
    ["nothing to read", { count: 1n }],
    ["no number of events and no subscription", ofStream("s")],
    ["a stream without a name", { stream: { start: {} }, count: 1n }],
  ];
  for (const [name, options] of senseless) {
    it(`with ${name} ends with a status`, async () => {
      const { raw } = await serve();
      const { answers, failed } = await raw.read(options);
      expect(answers).to.deep.equal([]);
      expect(failed?.code).to.be.oneOf([status.INVALID_ARGUMENT, status.UNKNOWN]);
    });
  }

  it("of no one in particular is denied where users have to say who they are", async () => {
    const { raw, server } = await serve({ access: { users, anonymous: "nothing" } });
    const options = { all: { start: {} }, count: 1n };
    const denied = await raw.read(options);
    expect(denied.failed?.code).to.be.oneOf([status.PERMISSION_DENIED, status.UNAUTHENTICATED]);
    const user = new RawClient(server.port, basic("r", "r"));
    atEnd(() => user.close());
    expect((await user.read(options)).failed).to.equal(undefined);
  });

  for (const [kind, code] of [
    ["damaged", status.UNKNOWN],
    ["unavailable", status.UNAVAILABLE],
  ] as const) {
    it(`ends with a status when the store is ${kind}`, async () => {
      const store = inMemoryStore();
      const error =
        kind === "damaged"
          ? ({ kind, stream: "s", revision: 0, position: 1, reason: "cut" } as const)
          : ({ kind, outcome: "known", reason: "away" } as const);
      const { raw } = await serve({
        store: { ...store, lastEvent: async () => left(error) },
      });
      const { failed } = await raw.read({ ...ofStream("s"), count: 1n });
      expect(failed?.code).to.equal(code);
    });
  }

  it("ends with a status when the store throws, and the server lives on", async () => {
    const store = inMemoryStore();
    let isThrowing = true;
    const { raw } = await serve({
      store: {
        ...store,
        lastEvent: (stream) => {
          if (isThrowing) throw new Error("a store must not throw");
          return store.lastEvent(stream);
        },
      },
    });
    const options = { ...ofStream("s"), count: 1n };
    expect((await raw.read(options)).failed).to.deep.include({
      code: status.UNKNOWN,
      details: "a store must not throw",
    });
    isThrowing = false;
    expect((await raw.read(options)).failed).to.equal(undefined);
  });

  it("makes room for another when it ends, however it ends", async () => {
    const { raw } = await serve({ limits: { maxReaders: 1 } });
    for (let round = 0; round < 5; round += 1) {
      const follower = raw.follow({ all: { start: {} }, subscription: {} });
      await until(
        () =>
          follower.answers(1).then(
            () => true,
            () => false,
          ),
        "it is served",
      );
      expect((await raw.read({ all: { start: {} }, count: 1n })).failed?.code).to.equal(
        status.RESOURCE_EXHAUSTED,
      );
      follower.cancel();
      await until(
        async () => (await raw.read({ all: { start: {} }, count: 1n })).failed === undefined,
        "there is room again",
      );
    }
  });
});
