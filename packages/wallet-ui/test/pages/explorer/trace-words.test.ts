import { expect } from "chai";
import type { TraceMoment } from "../../../src/data/trace-query.js";
import {
  drawnAround,
  momentOfKey,
  momentTitle,
  placeText,
} from "../../../src/pages/explorer/trace-words.js";

const moment = (parts: Partial<TraceMoment>): TraceMoment => ({
  index: 0,
  kind: "create",
  depth: 0,
  templateId: "p:M:T",
  authorizers: [],
  isRolledBack: false,
  steps: 0,
  micros: 0,
  ...parts,
});

describe("a moment of a trace", () => {
  const titles: ReadonlyArray<readonly [Partial<TraceMoment>, string]> = [
    [{ kind: "exercise", choice: "Pay" }, "Pay on T"],
    [{ kind: "exercise", choice: "Pay", interfaceId: "p:M:I" }, "Pay on I"],
    [{ kind: "end", choice: "Pay" }, "End of Pay"],
    [{ kind: "create" }, "Create T"],
    [{ kind: "fetch" }, "Fetch T"],
    [{ kind: "lookup" }, "Look up a key of T"],
    [{ kind: "guard", result: true }, "Precondition of T holds"],
    [{ kind: "guard", result: false }, "Precondition of T fails"],
    [{ kind: "try" }, "Try"],
    [{ kind: "commit" }, "End of the try"],
    [{ kind: "rollback", exception: { typeId: "p:M:E" } }, "Caught E: rolled back"],
    [{ kind: "failure", error: { code: "X", cause: "y" } }, "Failed: X"],
  ];
  for (const [parts, title] of titles)
    it(`is called: ${title}`, () => expect(momentTitle(moment(parts))).to.equal(title));

  it("is where the package says it", () => {
    expect(placeText({ definition: "M:f" })).to.equal("M:f");
    expect(placeText({ definition: "M:f", line: 7 })).to.equal("M:f, line 7");
  });

  it("is reached with the keys", () => {
    const keys = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Home", "End", "a"];
    expect(keys.map((key) => momentOfKey(key, 5, 9))).to.deep.equal([6, 6, 4, 4, 0, 8, undefined]);
    expect(momentOfKey("ArrowUp", 0, 9)).to.equal(0);
    expect(momentOfKey("ArrowDown", 8, 9)).to.equal(8);
  });

  it("is drawn with those around it", () => {
    expect(drawnAround(0, 9)).to.deep.equal({ from: 0, to: 9 });
    expect(drawnAround(199, 500)).to.deep.equal({ from: 0, to: 200 });
    expect(drawnAround(200, 500)).to.deep.equal({ from: 200, to: 400 });
    expect(drawnAround(450, 500)).to.deep.equal({ from: 400, to: 500 });
  });
});
