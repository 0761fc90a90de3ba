import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import { comparable, type EvalLine, evaluated, programIn, recordedLines } from "./eval-lines.js";

const folder = fileURLToPath(new URL("../../../test/corpus/data/", import.meta.url));
const lines = recordedLines<EvalLine>(`${folder}eval.jsonl.gz`);

describe("Closed expressions that the genuine engine evaluated", () => {
  for (const dar of new Set(lines.map((line) => line.dar))) {
    it(`have the same values and errors: ${dar}`, async () => {
      const program = await programIn(folder, dar);
      const differences: Array<unknown> = [];
      const asked = lines.filter((line) => line.dar === dar);
      for (const line of asked) {
        const [found, expected] = [evaluated(program, line), comparable(line.answer)];
        if (!isDeepStrictEqual(found, expected))
          differences.push({ name: line.name, found, expected });
      }
      expect(asked.length).to.be.above(400);
      expect(differences.slice(0, 5), `${differences.length} of ${asked.length}`).to.deep.equal([]);
    });
  }
});
