import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testSize } from "@tallystick/dev";
import { Amulet, AmuletRules_DevNet_Tap, amuletPackage } from "@tallystick/coin";
import { commandsOf, numericFromText } from "@tallystick/core";
import { ViewsUnreadable } from "@tallystick/views";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { openValidator, type Validator } from "../../src/index.js";
import { rightOf } from "../test-ledger.js";
import { start as startMicros } from "../wallet/wallet-node.js";
import { numbersFrom, seed } from "./drawn-numbers.js";

const flips = testSize("WALLET_FLIPS");

const { exercise } = commandsOf(amuletPackage);

const flipBit = (file: string, bit: number): void => {
  const handle = openSync(file, "r+");
  const byte = Buffer.alloc(1);
  readSync(handle, byte, 0, 1, bit >> 3);
  byte[0] = (byte[0] ?? 0) ^ (1 << (bit & 7));
  writeSync(handle, byte, 0, 1, bit >> 3);
  closeSync(handle);
};

const opened = async (data: string, notices: Array<string> = []): Promise<Validator> => {
  const node = await openValidator({
    data,
    clock: () => startMicros,
    manualClock: true,
    config: { projectorThread: "main", scrubEventsPerSecond: 0 },
    onNotice: ({ kind }) => void notices.push(kind),
  });
  if (isLeft(node)) throw new Error(node.left.message);
  return node.right;
};

const ready = async ({ wallet }: Validator): Promise<void> => {
  while (wallet.waitsFor() !== undefined) await new Promise((resume) => setTimeout(resume, 5));
};

/** What is read once it can be: damage that is found makes the views again. */
const coinsOf = async (node: Validator, party: string): Promise<ReadonlyArray<string>> => {
  for (;;) {
    await ready(node);
    try {
      return node.wallet.views.of(Amulet, party).map(({ contractId }) => contractId);
    } catch (thrown) {
      if (!(thrown instanceof ViewsUnreadable)) throw thrown;
    }
  }
};

describe("A wallet.db with a bit flipped", () => {
  let folder: string;
  let party: string;
  let coins: ReadonlyArray<string>;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "wallet-flips-"));
    const node = await opened(join(folder, "whole"));
    const { wallet } = node;
    party = rightOf(await wallet.users.onboard("alice"));
    for (let tap = 0; tap < 5; tap++) {
      const network = wallet.network();
      if (network === undefined) throw new Error("no network");
      const command = exercise(AmuletRules_DevNet_Tap, network.amuletRules, {
        receiver: party,
        amount: rightOf(numericFromText("10")),
        openRound: network.round.contractId,
      });
      const readAs = [wallet.settings.dso];
      rightOf(
        await wallet.submit({
          commandId: `tap-${tap}`,
          actAs: [party],
          readAs,
          commands: [command],
        }),
      );
    }
    await wallet.scheduler.settle();
    coins = await coinsOf(node, party);
    await node.close();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it(`ends no start, and is rebuilt with a notice, in ${flips} flips`, async () => {
    const number = numbersFrom(seed);
    const data = join(folder, "data");
    let rebuilt = 0;
    for (let flip = 0; flip < flips; flip++) {
      rmSync(data, { recursive: true, force: true });
      cpSync(join(folder, "whole"), data, { recursive: true });
      const file = join(data, "wallet.db");
      // the head of the file in every fifth
      const bit = number(flip % 5 === 0 ? 800 : statSync(file).size * 8);
      flipBit(file, bit);
      const what = `seed ${seed}, flip ${flip}, bit ${bit}`;
      const notices: Array<string> = [];
      const node = await opened(data, notices).catch((thrown: unknown) => {
        throw new Error(`${what}: ${String(thrown)}`);
      });
      expect(await coinsOf(node, party), what).to.have.members(coins);
      if (notices.includes("views-damaged")) rebuilt += 1;
      await node.close();
    }
    // the others hit free pages, or leaves that a start does not read
    expect(rebuilt).to.be.above(flips / 20);
  });
});
