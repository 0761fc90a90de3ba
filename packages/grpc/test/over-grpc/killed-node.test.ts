import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { type Fields, GrpcClient } from "../fixtures/grpc-client.js";
import { openStream } from "../fixtures/open-stream.js";
import { bearer } from "../fixtures/served.js";

const main = fileURLToPath(new URL("../../../../cli/dist/src/main.js", import.meta.url));

const templateId = {
  packageId: "#canton-builtin-admin-workflow-ping",
  moduleName: "Canton.Internal.Ping",
  entityName: "Ping",
};

const commands = 60;

/** The node is killed after this many. */
const before = 25;

interface Node {
  readonly process: ChildProcess;
  readonly grpc: GrpcClient;
}

const start = async (data: string): Promise<Node> => {
  const flags = ["serve", "--port", "0", "--grpc", "0", "--network", "off", "--data", data];
  const node = spawn(process.execPath, ["--conditions=tallystick-modules", main, ...flags], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  for await (const line of createInterface(node.stdout)) {
    const address = /gRPC: (\S+)/.exec(line)?.[1];
    if (address !== undefined)
      return { process: node, grpc: new GrpcClient(address, bearer("ledger-api-user")) };
  }
  throw new Error(`the node ended with ${node.exitCode}`);
};

const killed = async ({ process: node, grpc }: Node): Promise<void> => {
  const gone = new Promise((resolve) => node.once("exit", resolve));
  node.kill("SIGKILL");
  await gone;
  grpc.close();
};

const pingOf = (party: string, commandId: string): Fields => {
  const fields = [
    { label: "id", value: { text: commandId } },
    { label: "initiator", value: { party } },
    { label: "responder", value: { party } },
  ];
  const create = { templateId, createArguments: { fields } };
  return { commands: { commandId, actAs: [party], commands: [{ create }] } };
};

const following = (party: string, beginExclusive: number): object => ({
  beginExclusive,
  updateFormat: {
    includeTransactions: {
      eventFormat: { filtersByParty: { [party]: {} } },
      transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
    },
  },
});

/** What a reader has taken: it continues after the last offset. */
class Taken {
  readonly ids: Array<string> = [];
  last = 0;

  /** Reads until there are as many commands, or the node ends. */
  async from(node: Node, party: string, count: number): Promise<void> {
    const stream = await openStream(node, following(party, this.last));
    while (this.ids.length < count) {
      const next = await Promise.race([stream.next(), stream.ended.then(() => undefined)]);
      if (next === undefined) return;
      // border: an update has a transaction or a checkpoint
      const { transaction } = next as { transaction?: { offset: string; commandId: string } };
      if (transaction === undefined) continue;
      this.ids.push(transaction.commandId);
      this.last = Number(transaction.offset);
    }
    stream.cancel();
  }
}

describe("a node that is killed under a stream", () => {
  const data = mkdtempSync(join(tmpdir(), "grpc-killed-"));
  after(() => rmSync(data, { recursive: true, force: true }));

  it("continues it without a gap and without a double", async () => {
    const ids = Array.from({ length: commands }, (_, index) => `ping-${index}`);
    const first = await start(data);
    const { partyDetails } = await first.grpc.call("PartyManagementService/AllocateParty", {
      partyIdHint: "reader",
    });
    // border: the response has this field
    const { party } = partyDetails as { readonly party: string };
    await first.grpc.call("UserManagementService/GrantUserRights", {
      userId: "ledger-api-user",
      rights: [{ canActAs: { party } }],
    });
    const taken = new Taken();
    const reading = taken.from(first, party, commands);
    for (const id of ids.slice(0, before))
      await first.grpc.call("CommandService/SubmitAndWait", pingOf(party, id));
    const pending = first.grpc.failure(
      "CommandService/SubmitAndWait",
      pingOf(party, ids[before] ?? ""),
    );
    await killed(first);
    await Promise.allSettled([reading, pending]);

    const second = await start(data);
    // sent again, as their outcome may be unknown: those that took effect are found
    for (const id of ids.slice(before - 1)) {
      const { grpc } = second;
      await grpc.call("CommandService/SubmitAndWait", pingOf(party, id)).catch(() => undefined);
    }
    await taken.from(second, party, commands);
    await killed(second);
    expect(taken.ids).to.deep.equal(ids);
  });
});
