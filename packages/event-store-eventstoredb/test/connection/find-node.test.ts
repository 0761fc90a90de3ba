import { createServer, type Socket } from "node:net";
import { expect } from "chai";
import { channelParts } from "../../src/connection/channel.js";
import {
  type HostPort,
  hostText,
  parseConnectionString,
} from "../../src/connection/connection-string.js";
import { chooseNode, type Member, NodeFinder } from "../../src/connection/find-node.js";
import { scriptedServer } from "../scripted-server.js";
import { atEnd, rightOf } from "../served-store.js";

const LEADER = 8;
const FOLLOWER = 6;
const READ_ONLY = 14;
const CATCHING_UP = 4;

const at = (port: number): HostPort => ({ host: "10.0.0.1", port });
const member = (port: number, state: number): Member => ({ node: at(port), state });
const first = () => 0;

describe("The node to connect to", () => {
  it("is the leader, whatever else there is", () => {
    const answer = [member(1, FOLLOWER), member(2, LEADER), member(3, READ_ONLY)];
    expect(chooseNode([answer], "leader", undefined, first)).to.deep.equal(at(2));
  });

  it("is undefined while there is no leader", () => {
    const answer = [member(1, FOLLOWER), member(2, CATCHING_UP)];
    expect(chooseNode([answer], "leader", undefined, first)).to.equal(undefined);
    expect(chooseNode([], "leader", undefined, first)).to.equal(undefined);
  });

  it("is the leader that most nodes name, not one that was deposed and does not know", () => {
    const old = [member(1, LEADER)];
    const news = [member(2, LEADER), member(3, FOLLOWER)];
    expect(chooseNode([old, news, news], "leader", undefined, first)).to.deep.equal(at(2));
  });

  it("is not the one that has just gone silent, although it is still named", () => {
    const answer = [member(1, LEADER), member(2, FOLLOWER)];
    expect(chooseNode([answer], "leader", at(1), first)).to.equal(undefined);
    const elected = [member(1, LEADER), member(2, LEADER)];
    expect(chooseNode([elected, elected], "leader", at(1), first)).to.deep.equal(at(2));
    // the only one there is
    expect(chooseNode([[member(1, LEADER)]], "leader", at(1), first)).to.deep.equal(at(1));
  });

  it("is another one where that is preferred, and the leader for want of one", () => {
    const all = [member(1, LEADER), member(2, FOLLOWER), member(3, READ_ONLY)];
    expect(chooseNode([all], "follower", undefined, first)).to.deep.equal(at(2));
    expect(chooseNode([all], "readOnlyReplica", undefined, first)).to.deep.equal(at(3));
    expect(chooseNode([all.slice(0, 2)], "readOnlyReplica", undefined, first)).to.deep.equal(at(2));
    expect(chooseNode([all.slice(0, 1)], "follower", undefined, first)).to.deep.equal(at(1));
    const shares = [0, 0.4, 0.9].map((share) =>
      chooseNode([all], "random", undefined, () => share),
    );
    expect(shares).to.deep.equal([at(1), at(2), at(3)]);
    expect(chooseNode([[member(1, CATCHING_UP)]], "random", undefined, first)).to.equal(undefined);
  });
});

describe("A cluster", () => {
  const finderOf = (hosts: string): NodeFinder => {
    const settings = rightOf(parseConnectionString(`esdb://${hosts}?tls=false`));
    return new NodeFinder(rightOf(channelParts(settings)), first);
  };

  const errorOf = (finder: NodeFinder): Promise<string> =>
    finder.find(undefined).then(hostText, (error: Error) => error.message);

  const silentServer = async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket.on("error", () => undefined)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    atEnd(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    const address = server.address();
    return { port: typeof address === "object" && address !== null ? address.port : 0, sockets };
  };

  it("with a node that is down and one that is silent is found by the third", async () => {
    const third = await scriptedServer({
      gossip: () => [
        { port: 4_001, state: LEADER },
        { port: 4_002, state: LEADER, isAlive: false },
        { port: 4_003, state: FOLLOWER },
      ],
    });
    const silent = await silentServer();
    const finder = finderOf(`127.0.0.1:1,127.0.0.1:${silent.port},127.0.0.1:${third.port}`);
    for (let round = 0; round < 3; round += 1) {
      expect(await finder.find(undefined)).to.deep.equal({
        host: "127.0.0.1",
        port: 4_001,
      });
    }
  });

  it("is not asked again while its answer is awaited", async () => {
    const silent = await silentServer();
    const finder = finderOf(`127.0.0.1:1,127.0.0.1:${silent.port}`);
    const found = await Promise.all(Array.from({ length: 20 }, () => errorOf(finder)));
    for (const each of found) expect(each).to.contain("it does not respond");
    expect(silent.sockets).to.have.length(1);
  });

  it("is found by a node that was named before, when none that was given is there", async () => {
    const other = await scriptedServer({ gossip: () => [{ port: 4_001, state: LEADER }] });
    const given = await scriptedServer({
      gossip: () => [
        { port: 4_002, state: LEADER },
        { port: other.port, state: FOLLOWER },
      ],
    });
    const finder = finderOf(`127.0.0.1:1,127.0.0.1:${given.port}`);
    expect((await finder.find(undefined)).port).to.equal(4_002);
    given.stop();
    expect((await finder.find(undefined)).port).to.equal(4_001);
  });

  it("that cannot be found says whom it asked, and what each said", async () => {
    const error = await errorOf(finderOf("127.0.0.1:1,127.0.0.1:2"));
    expect(error).to.contain("no node of esdb://127.0.0.1:1,127.0.0.1:2?tls=false answers: ");
    expect(error).to.contain("ECONNREFUSED 127.0.0.1:1 (no server listens there)");
    expect(error).to.contain("ECONNREFUSED 127.0.0.1:2 (no server listens there)");
  });

  it("without a leader says so", async () => {
    const one = await scriptedServer({ gossip: () => [{ port: 4_001, state: FOLLOWER }] });
    const finder = finderOf(`127.0.0.1:${one.port},127.0.0.1:1`);
    expect(await errorOf(finder)).to.match(/name no leader/);
  });
});
