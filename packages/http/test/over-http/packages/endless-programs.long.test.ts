import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import {
  type Command,
  type DamlServer,
  damlServer,
  damlServerOf,
  filtersOf,
  wildcardFilter,
} from "../../fixtures/daml-server.js";
import { at } from "../../fixtures/ping-server.js";

const run = "#budget:U:Run";

const running = (party: string, choice: string): Command => ({
  CreateAndExerciseCommand: {
    templateId: run,
    createArguments: { p: party },
    choice,
    choiceArgument: {},
  },
});

const created = (party: string): Command => ({
  CreateCommand: { templateId: run, createArguments: { p: party } },
});

const endless = 8;

describe("Programs that do not end, over HTTP", () => {
  let server: DamlServer;
  let alice: string;
  let bob: string;

  before(async () => {
    server = await damlServer("corpus/data/budget-2.2.dar");
    alice = await server.party("alice");
    bob = await server.party("bob");
  });
  after(() => server.close());

  for (const [choice, code] of [
    ["Forever", "INTERPRETATION_TIME_EXCEEDED"],
    ["Creates", "DAML_INTERPRETATION_ERROR"],
    ["Itself", "DAML_INTERPRETATION_ERROR"],
  ] as const) {
    it(`end with an error and change nothing: ${choice}`, async () => {
      const before = server.ledger.ledgerEnd();
      const { status, json } = await server.submit([alice], running(alice, choice));
      expect([at(json, "code"), status >= 400]).to.deep.equal([code, true]);
      expect(server.ledger.ledgerEnd()).to.equal(before);
    });
  }

  it("let others be served while many of one party wait", async () => {
    let ended = 0;
    const all = Array.from({ length: endless }, async () => {
      const reply = await server.submit([alice], running(alice, "Forever"));
      ended++;
      return reply;
    });
    const others: ReadonlyArray<readonly [string, () => Promise<unknown>]> = [
      ["command", () => server.events([bob], created(bob))],
      ["health", () => server.running.call("GET", "/livez")],
      ["contracts", () => server.active(filtersOf(bob, wildcardFilter()))],
    ];
    const before = await Promise.all(
      others.map(async ([name, ask]) => {
        await ask();
        return [name, ended] as const;
      }),
    );
    // without turns they would be answered after all that waited before them
    for (const [name, count] of before) expect(count, name).to.be.lessThan(endless);
    for (const { status } of await Promise.all(all)) expect(status).to.be.at.least(400);
  });

  it("hold up no submission while they are traced", async () => {
    const data = mkdtempSync(join(tmpdir(), "tallystick-traced-"));
    const traced = await damlServerOf({ data }, "corpus/data/budget-2.2.dar");
    try {
      const [carol, dave] = [await traced.party("carol"), await traced.party("dave")];
      await traced.events([dave], created(dave));
      let isTraced = false;
      const body = { commandId: "traced", actAs: [carol], commands: [running(carol, "Forever")] };
      const trace = traced.running.call("POST", "/v2/commands/trace", { body }).then((reply) => {
        isTraced = true;
        return reply;
      });
      for (let count = 0; count < 20; count++) await traced.events([dave], created(dave));
      expect(isTraced, "submissions are done before the trace is").to.equal(false);
      const { json } = await trace;
      expect(at(json, "outcome", "error", "code")).to.equal("INTERPRETATION_TIME_EXCEEDED");
      expect(at(json, "profile", "steps")).to.be.greaterThan(10_000_000);
    } finally {
      await traced.close();
      rmSync(data, { recursive: true, force: true });
    }
  });

  it("give back their memory", async () => {
    const heapUsed = (): number => {
      globalThis.gc?.();
      return process.memoryUsage().heapUsed;
    };
    const before = heapUsed();
    for (const choice of ["Creates", "Itself", "Forever"])
      await server.submit([alice], running(alice, choice));
    expect(heapUsed() - before).to.be.lessThan(32 * 1024 * 1024);
  });
});
