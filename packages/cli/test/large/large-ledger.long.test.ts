import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testSize } from "@tallystick/dev";
import { expect } from "chai";
import { developmentToken, get, type Node, post, scratchFolder, startNode } from "../process.js";

/** Ten million take 15 GB of disk and some 10 minutes for each start without snapshot. */
const contracts = testSize("LARGE_CONTRACTS");
/** A folder with such a ledger, which another run left; else one is made and removed. */
const keptFolder = process.env.TALLYSTICK_LARGE_FOLDER;

/** What `npm start` and the first line of the program give Node. */
const nodeOptions = "--max-semi-space-size=64";

/** What a start without a snapshot may take; MiB. */
const maxHeapMib = 300;
const maxRssMib = 512;

/** What a stop may take; milliseconds. A machine that does much else may take long for anything. */
const maxStopMs = contracts >= 1_000_000 ? 2_000 : 15_000;
const submitters = 64;

const grower = fileURLToPath(new URL("./grow-ledger.js", import.meta.url));

const grown = async (data: string): Promise<void> => {
  const growing = spawn(process.execPath, [grower, data, String(contracts)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise((resolve) => growing.once("close", resolve));
  expect(code).to.equal(0);
};

/** The greatest resident set of a process so far, its threads included; MiB. */
const peakRssMib = (pid: number): number => {
  const [, kib = "0"] =
    /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kib) / 1024;
};

const say = (text: string): void => void process.stderr.write(`  ${text}\n`);

describe(`A node with ${contracts} contracts and change ids`, () => {
  if (process.platform !== "linux") return;
  let data = "";
  let remove = async (): Promise<void> => undefined;
  const running: Node[] = [];
  const node = async (options = nodeOptions): Promise<Node> => {
    const env = { NODE_OPTIONS: options };
    const started = await startNode(data, ["--network", "off"], undefined, env);
    running.push(started);
    return started;
  };

  before(async () => {
    if (keptFolder === undefined) {
      [data, remove] = await scratchFolder();
      await grown(data);
    } else {
      data = keptFolder;
    }
  });
  afterEach(async () => {
    for (const { child, ended } of running.splice(0)) {
      child.kill("SIGKILL");
      await ended;
    }
  });
  after(() => remove());

  const endOf = async (base: string): Promise<number> =>
    Number(Object((await get(`${base}/v2/state/ledger-end`)) ?? {}).offset);

  it(`stops within ${maxStopMs} ms under load, with a request of which half has come`, async () => {
    const { base, child, ended } = await node();
    const hint = `load-${Math.random().toString(36).slice(2)}`;
    const allocated = await post(`${base}/v2/parties`, {
      partyIdHint: hint,
      userId: "ledger-api-user",
    });
    const party: string = Object(allocated).partyDetails.party;
    let acknowledged = 0;
    let isStopping = false;
    const load = async (lane: number): Promise<void> => {
      for (let n = 0; !isStopping; n += 1) {
        const id = `${hint}-${lane}-${n}`;
        const templateId = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";
        const createArguments = { id, initiator: party, responder: party };
        const commands = [{ CreateCommand: { templateId, createArguments } }];
        const body = { commands, commandId: id, actAs: [party] };
        // what comes while the node stops is refused, or finds no one
        const answer = await post(`${base}/v2/commands/submit-and-wait`, body).catch(
          () => undefined,
        );
        if (answer === undefined) return;
        acknowledged += 1;
      }
    };
    const loads = Array.from({ length: submitters }, (_, lane) => load(lane));
    const half = connect(Number(new URL(base).port), "127.0.0.1");
    half.on("error", () => undefined);
    half.write(
      `POST /v2/commands/submit-and-wait HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${developmentToken()}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"commands":`,
    );
    while (acknowledged < 500) await new Promise((resume) => setTimeout(resume, 5));
    const begun = performance.now();
    child.kill("SIGTERM");
    const { code } = await ended;
    const stopMs = performance.now() - begun;
    isStopping = true;
    await Promise.all(loads);
    half.destroy();
    say(`stopped after ${Math.round(stopMs)} ms, ${acknowledged} commands acknowledged`);
    expect(code).to.equal(0);
    expect(stopMs).to.be.below(maxStopMs);
    const again = await node();
    expect(await endOf(again.base)).to.be.at.least(contracts + acknowledged);
  });

  it(`starts without a snapshot in ${maxRssMib} MiB`, async () => {
    await rm(join(data, "snapshot"), { recursive: true, force: true });
    const begun = performance.now();
    const { base, child } = await node(`${nodeOptions} --max-old-space-size=${maxHeapMib}`);
    const readyMs = performance.now() - begun;
    const peak = peakRssMib(child.pid ?? 0);
    say(`ready after ${Math.round(readyMs)} ms, at most ${Math.round(peak)} MiB resident`);
    expect(await endOf(base)).to.be.at.least(contracts);
    expect(peak).to.be.below(maxRssMib);
  });
});
