import { expect } from "chai";
import { heldAnswers } from "../../src/limits/held-answers.js";
import { createFlusher, type Flusher, socketWriter } from "../../src/streams/frame-sink.js";
import { fakeWebSocket, slowConnection, turns } from "../fixtures/fake-socket.js";

const frame = (text: string): Buffer => Buffer.from(text);

describe("a flusher", () => {
  it("does everything that was added in one turn at its end, in order", async () => {
    const done: string[] = [];
    const flusher = createFlusher();
    for (const name of ["a", "b", "c"]) flusher.add(() => done.push(name));
    expect(done).to.deep.equal([]);
    await turns(1);
    expect(done).to.deep.equal(["a", "b", "c"]);
    await turns();
    expect(done).to.have.lengthOf(3);
  });

  it("does in the next turn what is added while it flushes", async () => {
    const done: string[] = [];
    const flusher = createFlusher();
    flusher.add(() => {
      done.push("first");
      flusher.add(() => done.push("second"));
    });
    await turns(1);
    expect(done).to.deep.equal(["first"]);
    await turns(1);
    expect(done).to.deep.equal(["first", "second"]);
  });
});

describe("the writer of a socket", () => {
  const writer = (
    maxBufferedBytes: number,
    mayBegin: () => boolean = () => true,
    flusher: Flusher = createFlusher(),
    answers = heldAnswers(1_000_000, () => undefined),
  ) => {
    const connection = slowConnection();
    const { webSocket, sent } = fakeWebSocket(connection.socket);
    const parts = { maxBufferedBytes, flusher, answers, mayBegin };
    return { connection, sent, ...socketWriter(webSocket, connection.socket, parts) };
  };

  it("gathers the frames of one turn into a single write", async () => {
    const { connection, send, sent } = writer(1_000);
    for (const text of ["a", "b", "c"]) expect(send(frame(text))).to.equal(undefined);
    expect(sent).to.deep.equal(["a", "b", "c"]);
    expect(connection.writes()).to.equal(0);
    await turns(1);
    expect(connection.writes()).to.equal(1);
    connection.takeAll();
    expect(connection.taken().toString()).to.equal("abc");
    void send(frame("d"));
    await turns(1);
    expect(connection.writes()).to.equal(2);
  });

  it("sends nothing in a turn that may not begin, and asks once a turn", async () => {
    let asked = 0;
    let allowed = true;
    const { send, sent } = writer(1_000, () => {
      asked += 1;
      return allowed;
    });
    void send(frame("a"));
    void send(frame("b"));
    expect(asked).to.equal(1);
    await turns(1);
    allowed = false;
    expect(send(frame("c"))).to.equal(undefined);
    expect([sent, asked]).to.deep.equal([["a", "b"], 2]);
  });

  it("counts what waits for a reader that is behind, and cuts it off when there is too much", async () => {
    const answers = heldAnswers(1_000_000, () => undefined);
    const [first, second] = [1, 2].map(() => writer(20, () => true, createFlusher(), answers));
    if (first === undefined || second === undefined) throw new Error("two writers");
    const behind = first.send(frame("x".repeat(600_000)));
    expect(answers.held()).to.equal(600_000);
    void second.send(frame("y".repeat(600_000)));
    await behind;
    expect([first.connection.socket.destroyed, answers.held()]).to.deep.equal([true, 600_000]);
    second.connection.takeAll();
    await turns();
    expect([second.connection.socket.destroyed, answers.held()]).to.deep.equal([false, 0]);
  });

  it("holds its sender back only beyond the limit, until the reader has taken everything", async () => {
    const { connection, send, bufferedBytes } = writer(20);
    expect(send(frame("x".repeat(20)))).to.equal(undefined);
    expect(bufferedBytes()).to.equal(20);
    let isReady = false;
    const behind = send(frame("y"));
    expect(behind).to.be.instanceOf(Promise);
    void behind?.then(() => {
      isReady = true;
    });
    await turns();
    expect(isReady).to.equal(false);
    connection.takeAll();
    await behind;
    expect(bufferedBytes()).to.equal(0);
    expect(connection.taken().toString()).to.equal(`${"x".repeat(20)}y`);
  });

  it("never waits for less than the connection itself holds back", () => {
    // a connection says nothing of having taken what is below its own mark
    const { send } = writer(1);
    expect(send(frame("x".repeat(16)))).to.equal(undefined);
    expect(send(frame("y"))).to.be.instanceOf(Promise);
  });

  it("does not wait for a reader that is gone", async () => {
    const { connection, send } = writer(20);
    void send(frame("x".repeat(20)));
    const behind = send(frame("y"));
    connection.socket.destroy();
    await behind;
    expect(send(frame("z".repeat(100)))).to.equal(undefined);
  });
});
