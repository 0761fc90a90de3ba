import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { darProgram } from "../../src/inspect/dar-program.js";
import { compileExpression } from "../../src/machine/compile.js";
import { compilePackage } from "../../src/machine/compile-package.js";
import { run } from "../../src/machine/machine.js";
import { compile, outerScope } from "../../src/machine/scope.js";
import type { Expression } from "../../src/syntax/expression.js";
import { itemsOfList, listOf } from "../../src/values/list.js";
import { Meter, transactionBudget } from "../../src/values/meter.js";
import { Cons } from "../../src/values/value.js";
import { genuineDar, genuineDars } from "../genuine-dars.js";
import { app, here, int, packageOf, programOfPackage, top, v } from "./programs.js";

const compiled = (values: Parameters<typeof packageOf>[0]["values"] & object) => {
  const only = packageOf({ values });
  return compilePackage(programOfPackage(only), only);
};

describe("compilePackage", () => {
  it("names the definitions that do not compile, and compiles the others", () => {
    const { expressions, errors } = compiled({
      one: int(1),
      free: app(top("one"), v("nowhere")),
      missing: top("two"),
      operand: app(top("one"), top("three")),
      elsewhere: { tag: "value", of: { ...here("x"), packageId: "other" } },
    });
    expect(expressions).to.equal(5);
    expect(errors).to.deep.equal([
      { where: "M:free", reason: "no variable nowhere" },
      { where: "M:missing", reason: "no definition p:M:two" },
      { where: "M:operand", reason: "no definition p:M:three" },
      { where: "M:elsewhere", reason: "no module other:M" },
    ]);
  });

  const [withLibrary] = genuineDars;
  if (withLibrary !== undefined) {
    it("sorts 100,000 elements with the genuine library in two thirds of what a transaction may take", async () => {
      const decoded = darProgram(await genuineDar(withLibrary));
      if (isLeft(decoded)) throw new Error(decoded.left.cause);
      const { packages, program } = decoded.right;
      const find = (module: string, name: string): Expression => {
        const owner = [...packages.values()].find(({ modules }) =>
          modules.get(module)?.values.has(name),
        );
        if (owner === undefined) throw new Error(`no ${module}:${name}`);
        return { tag: "value", of: { packageId: owner.id, module, name } };
      };
      const sort = app(find("DA.List", "sort"), find("GHC.Classes", "$$fOrdInt"), v("xs"));
      const place = { packageId: "p", definition: "M:main" };
      const scope = outerScope({ program, place, compileIn: compileExpression }, ["xs"]);
      let last = 1n;
      const items = Array.from({ length: 100_000 }, () => {
        last = (last * 1_103_515_245n + 12_345n) % 2_147_483_648n;
        return last;
      });
      const { steps, bytes } = transactionBudget;
      const meter = new Meter({ steps: (2 * steps) / 3, bytes: (2 * bytes) / 3 });
      const sorted = run({ program, meter }, compile(sort, scope).code, [listOf(items)]);
      if (!(sorted instanceof Cons)) throw new Error("a list");
      expect(itemsOfList(sorted)).deep.equal(items.toSorted((a, b) => Number(a - b)));
    });
  }

  if (genuineDars.length === 0)
    process.stdout.write("TALLYSTICK_DARS is not set: no genuine DAR is compiled\n");
  for (const name of genuineDars) {
    it(`compiles all of ${name}`, async () => {
      const decoded = darProgram(await genuineDar(name));
      if (isLeft(decoded)) throw new Error(decoded.left.cause);
      const { packages, program } = decoded.right;
      let count = 0;
      for (const each of packages.values()) {
        const { expressions, errors } = compilePackage(program, each);
        expect(errors, each.name).to.deep.equal([]);
        count += expressions;
      }
      expect(count).to.be.greaterThan(100);
    });
  }
});
