import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { CommandError } from "../../src/command-error.js";
import { openAddress } from "../../src/open-address.js";
import { startNode } from "../../src/serve.js";
import { fileSettingRows } from "../../src/settings-codec.js";
import { readSettings } from "../../src/settings.js";
import { storeAddress } from "../../src/store-address.js";
import { otherValues } from "./other-values.js";

type Values = Readonly<Record<string, unknown>>;

const stream = "participant-participant";

/** Settings by their places, as a configuration file has them. */
const asFile = (values: Values): object => {
  const file: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const names = path.split(".");
    let at: Record<string, unknown> = file;
    for (const name of names.slice(0, -1)) {
      const below: Record<string, unknown> = { ...Object(at[name]) };
      at[name] = below;
      at = below;
    }
    at[names.at(-1) ?? path] = value;
  }
  return file;
};

/** How many events the journal in a folder has. */
const eventsIn = async (data: string): Promise<number> => {
  const store = await openAddress(storeAddress(data), true);
  try {
    const last = await store.lastEvent(stream);
    if (isLeft(last)) throw new Error(JSON.stringify(last.left));
    return (last.right?.revision ?? -1) + 1;
  } finally {
    await store.close();
  }
};

// each test starts in the same process, so the threads are left out
const usual: Values = {
  "server.port": 0,
  "log.level": "silent",
  "audit.enabled": true,
  "ledger.projectorThread": "main",
};

describe("A later start with another value of", () => {
  let root: string;
  let data: string;

  const settingsOf = (values: Values) => {
    const config = join(root, "settings.json");
    writeFileSync(config, JSON.stringify(asFile({ ...usual, ...values })));
    return readSettings({ config }, {});
  };

  /** Starts the folder and stops it again; the error of a start that was refused. */
  const start = async (values: Values): Promise<string | undefined> => {
    try {
      const node = await startNode(await settingsOf({ data, ...values }));
      await node.stop();
      return undefined;
    } catch (thrown) {
      if (thrown instanceof CommandError) return thrown.message;
      throw thrown;
    }
  };

  before(async () => {
    root = mkdtempSync(join(tmpdir(), "tallystick-later-"));
    data = join(root, "first");
    const first = await startNode(await settingsOf({ data }));
    while (!existsSync(join(data, "log/checkpoint.key"))) await setTimeout(20);
    await first.stop();
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  /** Settings that are tried together, with what they need and their other values. */
  const valuesOf = (paths: ReadonlyArray<string>) => {
    const values: { readonly begun: Values; readonly changed: Values } = { begun: {}, changed: {} };
    for (const path of paths) {
      const row = otherValues[path];
      if (row === undefined) throw new Error(`${path}: no other value in other-values.ts`);
      const { other, both = () => ({}) } = row;
      const needed = both({ root, data });
      const changed = typeof other === "function" ? other({ root, data }) : other;
      Object.assign(values.begun, needed);
      Object.assign(values.changed, needed, { [path]: changed });
    }
    return values;
  };

  const withCopy = (name: string): void => {
    data = join(root, name);
    cpSync(join(root, "first"), data, { recursive: true });
  };

  for (const { path } of fileSettingRows.filter(({ later }) => later.does === "is refused")) {
    it(`${path} is refused, names both and changes nothing`, async () => {
      withCopy(path);
      const { begun, changed } = valuesOf([path]);
      const before = await eventsIn(data);
      const refused = await start(changed);
      const named = otherValues[path]?.named;
      expect(named).to.have.lengthOf(3);
      for (const each of named ?? []) expect(refused).to.contain(each);
      expect(refused).to.match(/; (give|set) .*, or /);
      expect(await eventsIn(data)).to.equal(before);
      // the way out
      expect(await start(begun)).to.equal(undefined);
    });
  }

  const effective = fileSettingRows.filter(({ later }) => later.does === "takes effect");

  for (const { path } of effective) {
    it(`${path} is not ignored when it is read`, async () => {
      const { begun, changed } = valuesOf([path]);
      expect(await settingsOf({ ...changed, data: changed["data"] ?? "d" })).to.not.deep.equal(
        await settingsOf({ ...begun, data: "d" }),
      );
    });
  }

  const sections = [...new Set(effective.map(({ path }) => path.split(".")[0] ?? path))];
  for (const section of sections) {
    it(`all of ${section} that take effect start`, async () => {
      withCopy(section);
      const paths = effective.map(({ path }) => path).filter((it) => it.split(".")[0] === section);
      const { begun, changed } = valuesOf(paths);
      if (Object.keys(begun).length > 0) expect(await start(begun)).to.equal(undefined);
      expect(await start(changed)).to.equal(undefined);
    });
  }
});
