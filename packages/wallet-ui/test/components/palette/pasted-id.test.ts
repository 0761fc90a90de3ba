import { expect } from "chai";
import { pastedIds } from "../../../src/components/palette/pasted-id.js";

const fingerprint = `1220${"ab".repeat(32)}`;
const party = `ben::${fingerprint}`;
const contract = `00${"cd".repeat(68)}`;
const update = `1220${"0123456789abcdef".repeat(4)}`;

const pathsOf = (text: string, waiting: ReadonlyArray<string> = []) =>
  pastedIds(text, new Set(waiting)).map(({ to }) => to);

describe("An id that is pasted", () => {
  it("leads to the page of what it names", () => {
    expect(pathsOf(` ${contract}\n`)).to.deep.equal([`/console/contracts/${contract}`]);
    expect(pathsOf(update)).to.deep.equal([`/console/updates/${update}`]);
    expect(pathsOf("123")).to.deep.equal(["/console/ledger?at=123"]);
    const encoded = encodeURIComponent(party);
    expect(pathsOf(party)).to.deep.equal([
      `/wallet/send?to=${encoded}`,
      `/console/ledger?party=${encoded}`,
    ]);
  });

  it("leads to the inbox first where its contract waits there", () => {
    expect(pathsOf(contract, [contract])).to.deep.equal([
      `/wallet/inbox/${contract}`,
      `/console/contracts/${contract}`,
    ]);
  });

  it("of an item of the history leads there, and to its update", () => {
    const item = `#${update}:3`;
    expect(pathsOf(item)).to.deep.equal([
      `/wallet/history/${encodeURIComponent(item)}`,
      `/console/updates/${update}`,
    ]);
  });

  it("is found in JSON, in a link and in a line of a log, each once", () => {
    expect(pathsOf(`{"contractId":"${contract}","offset":7}`)).to.deep.equal([
      `/console/contracts/${contract}`,
    ]);
    expect(pathsOf(`http://127.0.0.1:7575/console/updates/${update}?party=x`)).to.deep.equal([
      `/console/updates/${update}`,
    ]);
    expect(pathsOf(`12:30 INFO accepted ${update} (${update}), 5 events`)).to.deep.equal([
      `/console/updates/${update}`,
    ]);
  });

  it("is no id when it is cut, too long or a word", () => {
    for (const text of ["", "home", contract.slice(0, 40), `${update}00`, "ben::"])
      expect(pathsOf(text), text).to.deep.equal([]);
  });
});
