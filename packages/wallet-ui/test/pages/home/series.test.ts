import { expect } from "chai";
import { withoutEmptyBegin } from "../../../src/pages/home/series.js";

const pointsOf = (...totals: ReadonlyArray<string>) => totals.map((total) => ({ total }));

describe("The curve of all time", () => {
  it("begins at the last point before there was anything", () => {
    expect(withoutEmptyBegin(pointsOf("0.0", "0.0", "5.0", "0.0"))).to.deep.equal(
      pointsOf("0.0", "5.0", "0.0"),
    );
    expect(withoutEmptyBegin(pointsOf("1.0", "2.0"))).to.deep.equal(pointsOf("1.0", "2.0"));
  });

  it("is all that there is where there never was anything", () => {
    expect(withoutEmptyBegin(pointsOf("0.0", "0.0"))).to.deep.equal(pointsOf("0.0", "0.0"));
    expect(withoutEmptyBegin([])).to.deep.equal([]);
  });
});
