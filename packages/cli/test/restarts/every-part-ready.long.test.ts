import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { coinPackages } from "@tallystick/coin";
import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { openIn, tempFolder } from "../ledger-folder.js";
import { get, type Node, post, startNode } from "../process.js";

/** More events than those after which a thread folds views that are behind. */
const untouchedEvents = 5_600;

const atOnce = 100;

const pingTemplate = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";

const pingOf = (party: string, id: string) => ({ id, initiator: party, responder: party });

/** Pings of a ledger whose wallet is not open: its views stay where they are. */
const growOffline = async (data: string, party: string, count: number): Promise<void> => {
  const ledger = await openIn(data, { packages: coinPackages });
  for (let at = 0; at < count; at += atOnce) {
    const some = Array.from({ length: atOnce }, (_, index) =>
      ledger.submitAndWait({
        commands: [
          {
            kind: "CreateCommand",
            templateId: pingTemplate,
            createArguments: pingOf(party, `${at + index}`),
          },
        ],
        commandId: `grown ${ledger.ledgerEnd()} ${at + index}`,
        actAs: [party],
        userId: "ledger-api-user",
      }),
    );
    for (const submitted of await Promise.all(some))
      if (isLeft(submitted)) throw new Error(submitted.left.cause);
  }
  await ledger.close();
};

/** The offset to which each file of views in a folder is folded. */
const foldedEnds = (data: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    readdirSync(data)
      .filter((name) => name.endsWith(".db") && !name.startsWith("journal"))
      .map((name) => {
        const db = new Database(join(data, name), { readOnly: true });
        const text = db.prepare("SELECT text FROM checkpoint").pluck().get();
        db.close();
        return [name.replace(/-.*\.db/, ".db"), Number(JSON.parse(String(text)).offset)];
      }),
  );

const textOf = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, text: await response.text() };
};

describe("A node that starts again with events that do not concern all of its parts", () => {
  const running: Node[] = [];
  afterEach(async () => {
    for (const { child, ended } of running.splice(0)) {
      child.kill("SIGKILL");
      await ended;
    }
  });

  const begun = async (data: string): Promise<Node> => {
    const node = await startNode(data);
    running.push(node);
    return node;
  };

  const endOf = async (base: string): Promise<number> => {
    const end = await get(`${base}/v2/state/ledger-end`);
    return Number(Object(end).offset);
  };

  /** Waits until the node says that it is ready, and has everything answer. */
  const allReady = async ({ base, log }: Node): Promise<void> => {
    for (let ready = await textOf(`${base}/readyz`); ready.status !== 200; ) {
      expect(ready.text).to.match(/^\[-\] [a-z-]+ failed/m);
      await delay(50);
      ready = await textOf(`${base}/readyz`);
    }
    expect((await textOf(`${base}/api/validator/readyz`)).status).to.equal(200);
    expect(await get(`${base}/v0/wallet/balance`)).to.have.property("round");
    // they begin once the views are there
    const haveBegun = async (): Promise<boolean> => {
      const { automations } = Object(await get(`${base}/v0/admin/automation`));
      return Object.values(Object(automations)).length > 0;
    };
    while (!(await haveBegun())) await delay(50);
    expect(log()).to.not.contain("views-stalled");
  };

  /** Stops it as an operator does; what follows the journal has all of it then. */
  const stopped = async ({ base, child, ended }: Node, data: string): Promise<void> => {
    const end = await endOf(base);
    child.kill("SIGTERM");
    expect((await ended).code).to.equal(0);
    const ends = foldedEnds(data);
    expect(Object.keys(ends).sort()).to.deep.equal(["views.db", "wallet.db"]);
    for (const [name, offset] of Object.entries(ends)) expect(offset, name).to.be.at.least(end);
  };

  it("is ready again with every part, however often, after each kind of end", async () => {
    const data = tempFolder();
    const first = await begun(data);
    const allocated = await post(`${first.base}/v2/parties`, {
      partyIdHint: "alice",
      userId: "ledger-api-user",
    });
    const { party } = Object(Object(allocated).partyDetails);
    await allReady(first);
    await stopped(first, data);

    const second = await begun(data);
    await allReady(second);
    for (const id of ["a", "b", "c"]) {
      await post(`${second.base}/v2/commands/submit-and-wait`, {
        commands: [
          { CreateCommand: { templateId: pingTemplate, createArguments: pingOf(party, id) } },
        ],
        commandId: id,
        actAs: [party],
      });
    }
    await stopped(second, data);

    await growOffline(data, party, untouchedEvents);
    const third = await begun(data);
    await allReady(third);
    await stopped(third, data);

    await growOffline(data, party, atOnce);
    const fourth = await begun(data);
    await allReady(fourth);
    fourth.child.kill("SIGKILL");
    await fourth.ended;

    const fifth = await begun(data);
    await allReady(fifth);
    await stopped(fifth, data);
  });
});
