import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { errorCatalogueSections, type ErrorRow, isErrorCode } from "@tallystick/core";
import { statusOfCode } from "../../src/errors/status-of-category.js";

const file = fileURLToPath(new URL("../../../../../docs/errors.md", import.meta.url));
const mark = "<!-- from the error catalogue; UPDATE_DOCS=1 npm test -- error-docs writes it -->\n";

const definite = (row: ErrorRow): string =>
  row.definiteAnswer ? "true" : row.answer === "C" ? "" : "false";

const catalogueText = (): string =>
  Object.entries(errorCatalogueSections)
    .map(([section, rows]) => {
      const lines = Object.entries(rows).map(([code, row]) => {
        if (!isErrorCode(code)) throw new Error(`${code} is not in the catalogue`);
        const status = statusOfCode(code);
        const category = row.redacted ? `${row.category}, redacted` : String(row.category);
        const cells = [
          code,
          category,
          status.httpStatus,
          status.grpcName,
          definite(row),
          row.resources.join(", "),
        ];
        return `| ${[...cells, row.description].join(" | ")} |`;
      });
      const head =
        "| Code | Category | HTTP | gRPC | Definite | Resources | When |\n|---|---|---|---|---|---|---|";
      return `## ${section}\n\n${head}\n${lines.join("\n")}\n`;
    })
    .join("\n");

describe("docs/errors.md", () => {
  it("has the error catalogue as it is in the code", () => {
    const [before = ""] = readFileSync(file, "utf8").split(mark);
    const wanted = `${before}${mark}\n${catalogueText()}`;
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(file, wanted);
    expect(readFileSync(file, "utf8")).to.equal(wanted);
  });
});
