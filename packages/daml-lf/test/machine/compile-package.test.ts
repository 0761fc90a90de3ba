import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { darProgram } from "../../src/inspect/dar-program.js";
import { compilePackage } from "../../src/machine/compile-package.js";
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
      elsewhere: { tag: "value", of: { ...here("x"), packageId: "other" } },
    });
    expect(expressions).to.equal(4);
    expect(errors).to.deep.equal([
      { where: "M:free", reason: "no variable nowhere" },
      { where: "M:missing", reason: "no definition p:M:two" },
      { where: "M:elsewhere", reason: "no module other:M" },
    ]);
  });

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
    }).timeout(60_000);
  }
});
