import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testSize } from "@tallystick/dev";
import { expect } from "chai";
import { developmentLogin, developmentToken } from "../../src/client/development-token.js";
import { CommandError } from "../../src/command-error.js";
import { fatalText } from "../../src/fatal-text.js";
import { type RunningNode, startNode } from "../../src/serve.js";
import { readSettings } from "../../src/settings.js";

/** What becomes of a file; each is its path. */
const damages: Readonly<Record<string, (path: string) => void>> = {
  empty: (path) => writeFileSync(path, ""),
  damaged: (path) => {
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at += 7) bytes[at] = (bytes[at] ?? 0) ^ 0x55;
    writeFileSync(path, bytes);
  },
  truncated: (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  "a folder": (path) => {
    rmSync(path);
    mkdirSync(path);
  },
  // for every user, as root reads what has no permissions
  unreadable: (path) => {
    rmSync(path);
    symlinkSync(path, path);
  },
};

/** Starts a node; with its network only where that matters, as it takes longer. */
const started = async (data: string, network: "dev" | "off"): Promise<RunningNode> => {
  const flags = { data, port: "0", network, coin: true, audit: true, "log-level": "silent" };
  return startNode(await readSettings(flags, {}));
};

/** A caller of a node with its development login. */
const callerOf = async ({ readyLine }: RunningNode) => {
  const base = /http:\/\/\S+/.exec(readyLine)?.[0] ?? "";
  const token = await developmentToken(developmentLogin.user, 1);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const posted = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(`${base}${path}`, { headers, ...posted });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return JSON.parse(await answer.text());
  };
};

const until = async (holds: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await holds())) await new Promise((resume) => setTimeout(resume, 20));
};

const filesIn = (data: string): ReadonlyArray<string> =>
  readdirSync(data, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(data, name)).isFile())
    .sort();

describe("A node whose data folder has a file that cannot be used", function () {
  const place = mkdtempSync(join(tmpdir(), "every-file-"));
  const honest = join(place, "honest");
  const data = join(place, "data");

  /** A folder in which every file is that a node ever makes. */
  const makeHonest = async (folder: string): Promise<void> => {
    const node = await started(folder, "dev");
    const call = await callerOf(node);
    const end = async (): Promise<number> => Number((await call("/v2/state/ledger-end")).offset);
    for (let at = 0; (await end()) < 300; at++) {
      const user = { id: `user-${at}`, primaryParty: "", isDeactivated: false };
      await call("/v2/users", { user: { ...user, identityProviderId: "" }, rights: [] });
    }
    await call("/v2/participant-pruning", { pruneUpTo: 20 });
    await until(async () => Number((await call("/audit/status")).verifiedUpTo) >= (await end()));
    await node.stop();
  };

  before(() => makeHonest(honest));
  after(() => rmSync(place, { recursive: true, force: true }));

  /** What a start that fails says; undefined of one that does not. */
  const startError = async (
    network: "dev" | "off",
    whileRunning: (node: RunningNode) => Promise<void> = async () => undefined,
  ): Promise<string | undefined> => {
    let node: RunningNode;
    try {
      node = await started(data, network);
    } catch (thrown) {
      return thrown instanceof CommandError ? thrown.message : fatalText(thrown);
    }
    try {
      await whileRunning(node);
    } finally {
      await node.stop();
    }
    return undefined;
  };

  /** Makes the folder a copy of the honest one, with a file that cannot be used. */
  const damageCopy = (file: string, damage: (path: string) => void): void => {
    rmSync(data, { recursive: true, force: true });
    cpSync(honest, data, { recursive: true });
    damage(join(data, file));
  };

  it("starts, or says in a sentence why not, whichever file it is and whatever is wrong with it", async () => {
    const files = filesIn(honest);
    for (const name of [
      "journal.db",
      "journal.db.head",
      "signing.key",
      "wallet.db",
      "log/checkpoint.key",
      "log/marks.json",
      "log/public/checkpoints",
      "snapshot/manifest",
    ])
      expect(files).to.include(name);
    const wrong: Array<string> = [];
    for (const [at, file] of files.entries()) {
      for (const [kind, [what, damage]] of Object.entries(damages).entries()) {
        if ((at + kind) % testSize("UNUSABLE_STEP") !== 0) continue;
        damageCopy(file, damage);
        const error = await startError(file === "wallet.db" ? "dev" : "off");
        const isSentence = error === undefined || /^[^\n]{10,}$/.test(error);
        if (!isSentence) wrong.push(`${file}, ${what}: ${error}`);
      }
    }
    expect(wrong).to.deep.equal([]);
  });

  for (const [what, damage] of Object.entries(damages)) {
    it(`serves and signs nothing while the key of checkpoints is ${what}, and says so`, async () => {
      damageCopy("log/checkpoint.key", damage);
      const error = await startError("off", async (node) => {
        const call = await callerOf(node);
        await until(async () => (await call("/audit/status")).state === "waiting");
        expect((await call("/audit/status")).reason).to.match(
          /log\/checkpoint\.key: expected a .+/,
        );
        // the key that verifies is beside it
        expect((await call("/audit/status")).verifierKey).to.match(/^localhost\//);
        rmSync(join(data, "log", "checkpoint.key"), { recursive: true });
        cpSync(join(honest, "log", "checkpoint.key"), join(data, "log", "checkpoint.key"));
        await until(async () => (await call("/audit/status")).state === "signing");
      });
      expect(error).to.equal(undefined);
    });
  }
});
