import { inMemoryStore } from "@tallystick/event-store";
import { startWritableServer } from "@tallystick/event-store-eventstoredb/writable-server";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { placeOfVariable } from "../../src/commands/audit-rows.js";
import type { CommandRow, FlagRow } from "../../src/commands/command-row.js";
import { commandRows } from "../../src/commands/command-rows.js";
import { exitCode } from "../../src/exit-code.js";
import { unknownVariables } from "../../src/setting-rows.js";
import { endedLedger, invoked, tempFolder } from "../ledger-folder.js";
import { start } from "../process.js";

const rows: ReadonlyArray<readonly [string, CommandRow]> = Object.entries(commandRows);

/** An address that is refused before anything is sent, with a password that nobody may see. */
const refused = "esdb://user:hidden@host:99999";

const isStore = ([, { value }]: readonly [string, FlagRow]): boolean =>
  value === "ADDRESS" || value === "PLACE";

const stores = rows.flatMap(([name, { flags }]) =>
  Object.entries(flags)
    .filter(isStore)
    .map(([flag, row]) => [name, flag, row] as const),
);

/** What a command wants besides the place of its journal. */
const othersOf: Readonly<Record<string, () => ReadonlyArray<string>>> = {
  "audit prove": () => ["1", "--log", tempFolder()],
  "audit diff": () => ["1", "2"],
  "audit explain": () => ["1"],
  bisect: () => ["count(A:B) < 1"],
  "audit checkpoint": () => ["--log", tempFolder()],
  fork: () => ["--to", `${tempFolder()}/new`],
  restore: () => ["--to", `${tempFolder()}/new`],
};

/** The other place of a copy. */
const otherPlace = async (name: string, flag: string): Promise<Record<string, string>> => {
  if (name !== "copy") return {};
  return flag === "to"
    ? { TALLYSTICK_FROM: (await endedLedger()).data }
    : { TALLYSTICK_TO: tempFolder() };
};

describe("Every store that a command takes", () => {
  it("is known to this test by the form of its value", () => {
    expect(stores.length).to.be.greaterThan(12);
    for (const [name, { flags, arguments: args, text }] of rows) {
      for (const [flag, row] of Object.entries(flags)) {
        if (!/(?<!query-)\bstore\b/.test(row.text) || /never the address/.test(row.text)) continue;
        expect(isStore([flag, row]), `${name} --${flag}`).to.equal(true);
      }
      // an argument has no variable
      if (args.some((each) => each.includes("PLACE"))) expect(text).to.contain(placeOfVariable);
    }
  });

  for (const [name, flag, { variable = "" }] of stores) {
    it(`has a variable, which ${name} reads in place of --${flag}`, async () => {
      expect(variable).to.match(/^TALLYSTICK_/);
      const errors: string[] = [];
      const push = (error: string): void => void errors.push(error);
      expect(unknownVariables({ [variable]: "x" }, push)).to.deep.equal([]);
      expect(errors).to.deep.equal([]);
      const args = [...name.split(" "), ...(othersOf[name]?.() ?? [])];
      const env = { ...(await otherPlace(name, flag)), [variable]: refused };
      const { code, err } = await invoked(args, env);
      expect(code, err).to.equal(exitCode.usage);
      expect(err).to.match(/the connection string: expected a port/);
      expect(err).to.not.match(/hidden|contains a password/);
    });

    // a node says it in its log, below
    if (name === "serve" || name === "events") continue;
    it(`says what to do in place of a password in --${flag} of ${name}`, async () => {
      const args = [...name.split(" "), ...(othersOf[name]?.() ?? []), `--${flag}`, refused];
      const { err } = await invoked(args, await otherPlace(name, flag));
      expect(err.match(/contains a password/g)).to.have.length(1);
      expect(err)
        .to.contain(`--${flag} contains a password, which every user`)
        .and.contain(`set ${variable} to the address instead`)
        .and.not.contain("hidden");
    });
  }

  for (const command of ["serve", "events"]) {
    it(`with a password in its flag is warned of once in the log of ${command}, and not in a variable`, async () => {
      const memory = inMemoryStore();
      const server = await startWritableServer({ store: memory, port: 0 });
      if (isLeft(server)) throw new Error(server.left.message);
      const address = `esdb://user:hidden@127.0.0.1:${server.right.port}?tls=false`;
      const rest = command === "serve" ? ["--network", "off", "--port", "0"] : [];
      const logOf = async (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) => {
        const listen = command === "events" ? ["--listen", "127.0.0.1:0"] : [];
        const all = { XDG_CACHE_HOME: tempFolder(), ...env };
        const { firstLine, child, ended } = start([command, ...rest, ...listen, ...args], all);
        await firstLine;
        child.kill("SIGTERM");
        return (await ended).err;
      };
      const folder = ["--data", tempFolder()];
      const log = await logOf([...(command === "serve" ? folder : []), "--store", address], {});
      expect(log.match(/--store contains a password, .*TALLYSTICK_STORE/g)).to.have.length(1);
      const env = { TALLYSTICK_STORE: address };
      expect(await logOf(command === "serve" ? folder : [], env)).to.not.match(
        /contains a password/,
      );
      expect(log).to.not.contain("hidden");
      await server.right.close();
    });
  }

  it("is named in an argument by the variable, and a password there is warned of", async () => {
    const { data } = await endedLedger();
    const env = { TALLYSTICK_STORE: data };
    expect((await invoked(["audit", "diff", data, placeOfVariable], env)).code).to.equal(0);
    const none = await invoked(["audit", "diff", data, placeOfVariable]);
    expect([none.code, none.err]).to.deep.equal([
      exitCode.usage,
      "tallystick: diff: :store: is the store in TALLYSTICK_STORE, which is not set",
    ]);
    const { err } = await invoked(["audit", "diff", data, refused]);
    expect(err).to.contain("an argument contains a password").and.contain("TALLYSTICK_STORE");
  });

  it("in a variable does not stand in for a folder that a flag names and that has a journal", async () => {
    const { data, end } = await endedLedger();
    const env = { TALLYSTICK_STORE: refused };
    const own = await invoked(["audit", "export", "--data", data], env);
    expect([own.code, own.out.length]).to.deep.equal([0, end]);
    const ofViews = await invoked(["audit", "export", "--data", tempFolder()], env);
    expect(ofViews.err).to.match(/connection string/);
    const both = { ...env, TALLYSTICK_DATA: data };
    expect((await invoked(["audit", "export"], both)).err).to.match(/connection string/);
    expect((await invoked(["audit", "export"], { TALLYSTICK_DATA: data })).code).to.equal(0);
  });
});
