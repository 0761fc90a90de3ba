import { isShort, testSize } from "@tallystick/dev";
import { expect } from "chai";
import { get, type Node, post } from "../process.js";
import { peakRssMib, smallHeapNodes } from "./small-heap.js";

const mebibyte = 1024 * 1024;

/** Loads whose contracts would not fit into the heap. */
const loads = [
  {
    what: "few large contracts",
    heapMib: 96,
    submissions: testSize("LARGE_SUBMISSIONS"),
    contracts: 1,
    characters: 0.9 * mebibyte,
    callers: 4,
    maxRssMib: 512,
  },
  {
    what: "contracts, 20 in a transaction",
    heapMib: 96,
    submissions: testSize("LARGE_TRANSACTIONS"),
    contracts: 20,
    characters: isShort() ? 8_000 : 200,
    callers: 8,
    maxRssMib: 512,
  },
] as const;

const say = (text: string): void => void process.stderr.write(`  ${text}\n`);

const templateId = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";

describe("A node with a small heap", () => {
  if (process.platform !== "linux") return;
  const nodes = smallHeapNodes();

  for (const load of loads) {
    const { what, heapMib, submissions, contracts, characters, callers, maxRssMib } = load;
    const totalMib = Math.round((submissions * contracts * characters) / mebibyte);

    it(`takes ${totalMib} MiB of ${what} with ${heapMib} MiB of heap, and starts again`, async () => {
      const data = await nodes.folder();
      const start = (): Promise<Node> => nodes.start(data, heapMib, ["--network", "off"]);
      const first = await start();
      const { base, child, ended } = first;
      const userId = "ledger-api-user";
      const allocated = await post(`${base}/v2/parties`, { partyIdHint: "many", userId });
      const party: string = Object(allocated).partyDetails.party;
      let begun = 0;
      const caller = async (): Promise<void> => {
        while (begun < submissions) {
          const commandId = `load-${begun++}`;
          const id = `${commandId} ${"x".repeat(characters)}`;
          const createArguments = { id, initiator: party, responder: party };
          const create = { CreateCommand: { templateId, createArguments } };
          const commands = Array.from({ length: contracts }, () => create);
          await post(`${base}/v2/commands/submit-and-wait`, {
            commands,
            commandId,
            actAs: [party],
          });
        }
      };
      await Promise.all(Array.from({ length: callers }, caller));
      const peak = peakRssMib(first);
      child.kill("SIGKILL");
      await ended;
      const again = await start();
      const { offset } = Object(await get(`${again.base}/v2/state/ledger-end`));
      const peakAgain = peakRssMib(again);
      say(`at most ${Math.round(peak)} MiB resident, ${Math.round(peakAgain)} after the start`);
      expect(offset).to.be.at.least(submissions);
      expect([peak < maxRssMib, peakAgain < maxRssMib]).to.deep.equal([true, true]);
    });
  }
});
