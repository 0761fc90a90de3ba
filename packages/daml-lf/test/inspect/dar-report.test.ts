import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { readDar } from "../../src/dar.js";
import { inspectDar } from "../../src/inspect/dar-report.js";
import { darOf, payloadOf, type Sketch } from "../dar-writer.js";
import { recordedDar } from "./dars.js";

const inspected = async (sketch: Sketch) => {
  const read = await readDar(darOf([payloadOf(sketch)]));
  if (isLeft(read)) throw new Error(read.left.cause);
  const report = await inspectDar(read.right);
  if (isLeft(report)) throw new Error(report.left.cause);
  return report.right;
};

describe("inspectDar", () => {
  it("lists templates with their fields and choices, and interfaces with their methods", async () => {
    const { packages } = await inspected({
      name: "notes",
      minor: "3",
      templates: [{ name: "Note", key: true }],
      interfaces: ["Readable"],
    });
    const [main] = packages;
    expect(main).to.deep.include({ name: "notes", version: "1.0.0", kind: "main" });
    expect(main?.content.templates).to.deep.equal([
      {
        name: "Main:Note",
        payload: [{ name: "owner", type: "Party" }],
        key: "Party",
        choices: [
          { name: "Archive", consuming: true, argument: "Party", result: "Party" },
          { name: "Look", consuming: false, argument: "Party", result: "Party" },
        ],
        implements: [],
      },
    ]);
    expect(main?.content.interfaces).to.deep.equal([
      {
        name: "Main:Readable",
        view: "Party",
        requires: [],
        methods: [{ name: "method", type: "Party" }],
        choices: [{ name: "Archive", consuming: true, argument: "Party", result: "Party" }],
      },
    ]);
  });

  it("says why a node would refuse the DAR", async () => {
    const { refused } = await inspected({ templates: [{ name: "Note" }] });
    expect(refused?.code).to.equal("DAR_VALIDATION_ERROR");
    expect(refused?.context["validationError"]).to.contain("Main:Note");
  });

  it("lists types, exceptions and values, and finds that all of them compile", async () => {
    const report = await inspectDar(await recordedDar("eval-2.2-data.dar"));
    if (isLeft(report)) throw new Error(report.left.cause);
    const [main] = report.right.packages;
    expect(report.right.refused).to.equal(undefined);
    expect(main?.code).to.deep.equal({ expressions: 515, errors: [] });
    expect(main?.content.exceptions).to.include("M:Exc");
    expect(main?.content.types).to.deep.include({
      name: "M:Ei",
      form: "variant",
      parameters: ["a", "b"],
      fields: [
        { name: "L", type: "a" },
        { name: "R", type: "b" },
      ],
    });
    expect(main?.content.values).to.deep.include({
      name: "M:map",
      type: "forall a. forall b. (a -> b) -> [a] -> [b]",
      form: "function",
    });
  });
});
