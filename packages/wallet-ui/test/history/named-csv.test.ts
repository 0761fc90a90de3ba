import { expect } from "chai";
import { namedCsv } from "../../src/history/named-csv.js";

describe("the history as CSV with names", () => {
  const names: Readonly<Record<string, string>> = {
    "a::1": "Anna",
    "b::1": '=HYPERLINK("evil")',
    "c::1": "Carl, the second",
  };
  const withNames = (csv: string) => namedCsv(csv, (party) => names[party] ?? party);

  it("has them in columns of their own, and everything else as it was", () => {
    const csv = "\ufeffdate,sender,receivers,description\n1,a::1,c::1 d::1,plain\n2,,,\n";
    expect(withNames(csv).split("\n")).to.deep.equal([
      "\ufeffdate,sender,receivers,description,sender_name,receiver_names",
      '1,a::1,c::1 d::1,plain,Anna,"Carl, the second; d::1"',
      "2,,,,,",
      "",
    ]);
  });

  it("lets no name begin a formula", () => {
    expect(withNames("sender,receivers\nb::1,\n").split("\n")[1]).to.equal(
      'b::1,,"\'=HYPERLINK(""evil"")",',
    );
  });

  it("is not misled by quotes and line breaks in texts", () => {
    const csv = 'description,sender,receivers\n"one\n""two"", three",a::1,a::1\n';
    expect(withNames(csv)).to.equal(
      'description,sender,receivers,sender_name,receiver_names\n"one\n""two"", three",a::1,a::1,Anna,Anna\n',
    );
  });

  it("begins with the mark of UTF-8 where the column of the sender comes first", () => {
    expect(withNames("\ufeffsender,receivers\na::1,\n").split("\n")[1]).to.equal("a::1,,Anna,");
  });
});
