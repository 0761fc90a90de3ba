import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { expect } from "chai";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reopen } from "../src/reopen.js";
import { sqliteStore } from "../src/sqlite-store.js";

const event = () => ({ id: randomUUID(), type: "T", metadata: "", data: "{}" });

describe("A reopened store", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tallystick-reopen-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const opened = async (file: string) => {
    const store = await sqliteStore({ file });
    if (isLeft(store)) throw new Error(JSON.stringify(store.left));
    return store.right;
  };

  it("reads what the first one has appended, next to it, and appends nothing", async () => {
    const file = join(folder, "journal.db");
    const store = await opened(file);
    await store.append("s", "no-stream", [event(), event()]);
    expect(store.capabilities.reopening?.place).to.equal(file);
    // border: the module is this package's own
    const module = (await import(store.capabilities.reopening?.module ?? "")) as {
      reopen: typeof reopen;
    };
    const again = await module.reopen(file);
    if (isLeft(again)) throw new Error(JSON.stringify(again.left));
    const names = readdirSync(folder);
    const last = await again.right.lastEvent("s");
    expect(isRight(last) && last.right?.revision).to.equal(1);
    expect(isLeft(await again.right.append("s", 1, [event()]))).to.equal(true);
    await again.right.close();
    await store.close();
    expect(names).to.include.members(["journal.db"]);
  });

  it("is an error where there is no journal", async () => {
    expect(isLeft(await reopen(join(folder, "missing.db")))).to.equal(true);
    expect(readdirSync(folder)).to.deep.equal([]);
  });
});
