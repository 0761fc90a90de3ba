import { expect } from "chai";
import type { LedgerNotice, LedgerThread } from "../../src/ledger/ledger-observer.js";
import { noticesOf, threadEndsOf } from "../../src/open/ledger-notices.js";

const listening = () => {
  const [said, noticed, ended]: [Array<LedgerNotice>, Array<string>, Array<LedgerThread>] = [
    [],
    [],
    [],
  ];
  const options = {
    onNotice: (notice: LedgerNotice) => void said.push(notice),
    observer: {
      opened: () => undefined,
      submitted: () => undefined,
      appended: () => undefined,
      noticed: ({ kind }: LedgerNotice) => void noticed.push(kind),
      threadEnded: (thread: LedgerThread) => void ended.push(thread),
    },
  };
  return { said, noticed, ended, options };
};

describe("What a ledger says of itself", () => {
  it("goes to the observer and to the log", () => {
    const { said, noticed, options } = listening();
    noticesOf(options)({ kind: "clock", message: "it jumped" });
    expect(said).to.deep.equal([{ kind: "clock", message: "it jumped" }]);
    expect(noticed).to.deep.equal(["clock"]);
    noticesOf({})({ kind: "clock", message: "nobody listens" });
  });

  it("has each end of a thread counted, and those of one thread in a row said once", () => {
    const { said, noticed, ended, options } = listening();
    const ends = threadEndsOf(options);
    const views = ends("views");
    views("exit code 1");
    views("exit code 2");
    ends("snapshot")("out of memory");
    ends("views")("exit code 3");
    expect(ended).to.deep.equal(["views", "views", "snapshot", "views"]);
    expect(noticed).to.deep.equal(["thread-ended", "thread-ended"]);
    expect(said.map(({ message }) => message)).to.deep.equal([
      "exit code 1; it is restarted",
      "out of memory; it is restarted",
    ]);
  });
});
