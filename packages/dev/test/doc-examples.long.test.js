import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import {
  commentExamples,
  compileExamples,
  isComplete,
  pageExamples,
  runExample,
} from "../src/doc-examples.js";
import { textFiles } from "../src/lint/text-files.js";
import { repositoryRoot } from "../src/repository.js";

describe("examples in documents", () => {
  /** @type {string} */
  let folder;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tallystick-examples-"));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it("join the blocks of a page, and the code it does not show, to one module", () => {
    const text =
      "# Page\n\n```ts\nconst a = 1;\n```\n\n```sh\nls\n```\n\n<!-- example\nconst b = a;\n-->\n\n```js\nf(b);\n```\n";
    expect(pageExamples([{ file: "docs/a-page.md", text }]).examples).to.deep.equal([
      {
        name: "docs-a-page",
        from: "docs/a-page.md",
        text: "const a = 1;\n\nconst b = a;\n\nf(b);\n",
      },
    ]);
  });

  it("keep a block with a name apart, and one that copies a file", () => {
    const text = "```ts\n// iou.ts\nA\n```\n```js\n// examples/curl/x.js\nB\n```\n";
    expect(pageExamples([{ file: "README.md", text }])).to.deep.equal({
      examples: [{ name: "iou", from: "README.md", text: "// iou.ts\nA\n" }],
      copies: [
        { from: "README.md", path: "examples/curl/x.js", text: "// examples/curl/x.js\nB\n" },
      ],
    });
  });

  it("of doc comments import what their package exports", () => {
    const files = [
      {
        file: "packages/x/src/a.ts",
        text: "/**\n * @example\n * b(a);\n *\n * @throws\n */\nexport const a = 1;\n",
      },
      { file: "packages/x/src/in/b.ts", text: "export function b() {}\n" },
    ];
    expect(commentExamples("/root", files)).to.deep.equal([
      {
        name: "packages-x-src-a-1",
        from: "packages/x/src/a.ts",
        text:
          'import { b } from "/root/packages/x/dist/src/in/b.js";\n' +
          'import { a } from "/root/packages/x/dist/src/a.js";\nb(a);\n\n',
      },
    ]);
  });

  it("that are wrong do not compile", async () => {
    const wrong = { name: "wrong", from: "x.md", text: "const a: string = 1;" };
    expect(await compileExamples(repositoryRoot, folder, [wrong])).to.contain(
      "src/wrong.ts(1,7): error TS2322",
    );
  });

  it("that throw fail when they are run", async () => {
    const throws = { name: "throws", from: "x.md", text: 'throw new Error("so");' };
    expect(await compileExamples(repositoryRoot, folder, [throws])).to.equal("");
    const { exitCode, stderr } = await runExample(folder, throws);
    expect(exitCode).to.equal(1);
    expect(stderr).to.contain("Error: so");
  });

  it("of this repository compile, run, and are the files they say they are", async () => {
    const files = textFiles(repositoryRoot);
    const { examples, copies } = pageExamples(files);
    const all = [...examples, ...commentExamples(repositoryRoot, files)];
    expect(all.length).to.be.greaterThan(20);
    for (const { path, text } of copies)
      expect(text, path).to.equal(readFileSync(join(repositoryRoot, path), "utf8"));
    expect(await compileExamples(repositoryRoot, folder, all)).to.equal("");
    for (const example of all.filter(isComplete)) {
      const { exitCode, stderr } = await runExample(folder, example);
      expect(`${example.from} ${exitCode} ${stderr}`).to.equal(`${example.from} 0 `);
    }
  });
});
