import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { itNeeding } from "@tallystick/dev";
import { expect } from "chai";
import { developmentToken } from "../fixtures/running-server.js";
import { type WalletServer, walletServer } from "../fixtures/wallet-server.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../../../", import.meta.url));
const page = readFileSync(join(root, "docs/clients.md"), "utf8");

/** The programs of the page, by the heading above each. */
const programs = [...page.matchAll(/^## (.+)\n[^#]*?^```(sh|python|mjs)\n([\s\S]*?)^```$/gm)].map(
  ([, heading = "", language = "", text = ""]) => ({ heading, language, text }),
);

/** How a program in a language is tested: some need more than Node. */
const testIn: Readonly<Record<string, ReturnType<typeof itNeeding>>> = {
  sh: itNeeding("curl"),
  python: itNeeding("python3"),
};

const runners: Readonly<Record<string, readonly [string, string]>> = {
  sh: ["sh", "program.sh"],
  python: ["python3", "program.py"],
  mjs: [process.execPath, "program.mjs"],
};

/** What the program under a heading prints. */
const printed: Readonly<Record<string, RegExp>> = {
  curl: /"completionOffset":\d+[\s\S]*"offset":\d+/,
  Python: /'initiator': 'python-/,
  "@canton-network/core-ledger-client": /^[0-9a-f]+ \d+\n$/,
  "@canton-network/wallet-sdk": /100\.0000000000|\d+\.\d{10}/,
};

describe("docs/clients.md", () => {
  let server: WalletServer;
  let folder: string;
  before(async () => {
    server = await walletServer({}, undefined, () => Date.now() * 1_000);
    folder = mkdtempSync(join(tmpdir(), "clients-"));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it("has a program for each client", () => {
    expect(programs.map(({ heading }) => heading)).to.deep.equal(Object.keys(printed));
  });

  for (const { heading, language, text } of programs) {
    const test = testIn[language] ?? it;
    test(`has a program for ${heading} that does what it says`, async () => {
      const [program, file] = runners[language] ?? ["", ""];
      writeFileSync(join(folder, file), text);
      const token = await developmentToken("ledger-api-user");
      const env = { ...process.env, TALLYSTICK_URL: server.base, TALLYSTICK_TOKEN: token };
      const { stdout } = await run(program, [file], { cwd: folder, env });
      expect(stdout).to.match(printed[heading] ?? /^$/);
    });
  }

  it("names the versions that are installed", () => {
    for (const name of ["core-ledger-client", "wallet-sdk", "dapp-sdk"]) {
      const manifest = join(root, "node_modules/@canton-network", name, "package.json");
      const { version } = JSON.parse(readFileSync(manifest, "utf8"));
      const row = page.split("\n").find((line) => line.startsWith(`| \`@canton-network/${name}\``));
      expect(row, name).to.contain(version);
    }
  });
});
