import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { invoked } from "../ledger-folder.js";

const dar = fileURLToPath(
  new URL("../../../../../packages/daml-lf/test/corpus/data/eval-2.2-data.dar", import.meta.url),
);

describe("tallystick dar eval", () => {
  it("prints one value, as text or JSON", async () => {
    expect(await invoked(["dar", "eval", dar, "M:data_0114"])).to.deep.equal({
      code: 0,
      out: ["-0.0000002725"],
      err: "",
    });
    const { code, out } = await invoked(["dar", "eval", dar, "M:data_0114", "--json"]);
    expect(code).to.equal(0);
    expect(JSON.parse(out.join("\n"))).to.include({ name: "M:data_0114", text: "-0.0000002725" });
  });

  it("prints the values of a module and ends with 1 where one of them fails", async () => {
    const { code, out, err } = await invoked(["dar", "eval", dar, "M"]);
    expect([code, err]).to.deep.equal([1, ""]);
    expect(out).to.include("M:pty = a function, not called");
    expect(out).to.include(
      "M:order_0405 = failed: FailureStatus UNHANDLED_EXCEPTION/M:Exc: exc payload (in M:fail of eval-2-2-data-1.0.0)",
    );
  });

  it("ends a program by its budget", async () => {
    const { code, out } = await invoked(["dar", "eval", dar, "M:order_0405", "--steps", "1"]);
    expect(code).to.equal(1);
    expect(out[0]).to.match(
      /^failed: Budget: The program takes more than it may: steps: more than 1/,
    );
  });

  it("says in one line what cannot be", async () => {
    const rows: ReadonlyArray<readonly [ReadonlyArray<string>, number, string]> = [
      [[dar, "Nowhere"], 2, "tallystick: the main package has no Nowhere; there is M"],
      [[dar, "N"], 2, "tallystick: the main package has no N; did you mean M?"],
      [
        [dar, "M:data_011"],
        2,
        "tallystick: the main package has no data_011; did you mean data_0110?",
      ],
      [
        [dar, "--steps", "0"],
        2,
        'tallystick: --steps: expected a number from 1 to 1000000000000, found "0"',
      ],
      [["/nowhere.dar"], 1, "tallystick: /nowhere.dar cannot be read: ENOENT"],
    ];
    for (const [args, code, message] of rows) {
      const ended = await invoked(["dar", "eval", ...args]);
      expect([ended.code, ended.out]).to.deep.equal([code, []]);
      expect(ended.err).to.satisfy((text: string) => text.startsWith(message), ended.err);
    }
  });
});
