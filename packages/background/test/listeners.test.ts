import { expect } from "chai";
import { Listeners } from "../src/listeners.js";

describe("Listeners", () => {
  it("are called in the order in which they were added, until they are removed", () => {
    const heard = new Listeners<[number]>();
    const said: Array<string> = [];
    const remove = heard.add((n) => void said.push(`first ${n}`));
    heard.add((n) => void said.push(`second ${n}`));
    heard.tell(1);
    remove();
    remove();
    heard.tell(2);
    expect(said).to.deep.equal(["first 1", "second 1", "second 2"]);
  });
});
