import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { ViewsError } from "../../src/interface/views.js";
import { workerHost } from "../../src/fold/worker-host.js";
import { leftOf, rightOf } from "../journal-fixture.js";

const batch = [{ offset: 1, type: "x", data: "{}" }];
const data = { file: "views.db", journalId: "", keepsTexts: true };

describe("A folding worker", () => {
  it("that dies fails what was under way and what comes after, and is reported once", async () => {
    const deaths: Array<ViewsError> = [];
    const script = new URL("./dying-worker.js", import.meta.url);
    const host = rightOf(await workerHost(data, (death) => deaths.push(death), script));
    expect(rightOf(await host.fold(batch)).offset).to.equal(1);
    const underWay = await Promise.all([host.fold(batch), host.fold(batch)]);
    for (const outcome of [...underWay, await host.fold(batch)]) {
      expect(leftOf(outcome)).to.include({ kind: "worker" });
      expect(leftOf(outcome).message).to.match(/exit code 3/);
    }
    await host.close();
    expect(deaths).to.have.length(1);
  });

  it("that takes more memory than it has ends alone, and is an error", async () => {
    const deaths: Array<ViewsError> = [];
    const script = new URL("./hungry-worker.js", import.meta.url);
    const small = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };
    const host = rightOf(await workerHost(data, (death) => deaths.push(death), script, small));
    const outcome = leftOf(await host.fold(batch));
    expect(outcome.kind).to.equal("worker");
    expect(outcome.message).to.match(/memory/);
    await host.close();
    expect(deaths).to.have.length(1);
  });

  it("that cannot start is a error, not a wait without end", async () => {
    const script = new URL("./no-such-worker.js", import.meta.url);
    const host = await workerHost(data, () => undefined, script);
    expect(leftOf(host).kind).to.equal("worker");
  });

  it("does not keep a process alive by itself, but finishes a fold under way", async () => {
    const folder = mkdtempSync(join(tmpdir(), "views-"));
    const script = new URL("../open-and-leave.js", import.meta.url).pathname;
    const child = spawn(process.execPath, [script, join(folder, "views.db")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += String(chunk);
    });
    const [code] = await once(child, "exit");
    expect(code).to.equal(0);
    expect(output).to.equal("50\n");
    rmSync(folder, { recursive: true, force: true });
  });
});
