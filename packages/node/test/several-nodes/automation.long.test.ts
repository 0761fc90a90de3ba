import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { testSize } from "@tallystick/dev";
import {
  Amulet,
  AmuletRules_DevNet_Tap,
  amuletPackage,
  TransferOffer,
  TransferOffer_Accept,
  walletPackage,
} from "@tallystick/coin";
import { type Command, commandsOf, numericFromText } from "@tallystick/core";
import { inMemoryStore } from "@tallystick/event-store";
import { startWritableServer } from "@tallystick/event-store-eventstoredb/writable-server";
import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import { openValidator, type Validator } from "../../src/index.js";
import { afterwards, codeOf, rightOf, tempFolder } from "../test-ledger.js";
import { type RestartedProcess, restartedProcess } from "./restarted-process.js";

/** Kills of the preferred writer; a longer run by the environment. */
const KILLS = testSize("WRITER_KILLS");

const NODES = 3;

/** Pause between two offers; milliseconds. */
const OFFER_MS = KILLS > 1 ? 200 : 30;

/** Nothing is paid any more when nothing was for so long; milliseconds. */
const STALL_MS = 300_000;

/** How long a writer works before it is killed; milliseconds. */
const LIFE_MS = 1_200;

const amulet = commandsOf(amuletPackage);
const wallets = commandsOf(walletPackage);
const cc = (text: string) => rightOf(numericFromText(text));

/** Nodes that run the automations, of which one at a time does. */
const automatingNodes = async (address: string, folder: string) => {
  let writer = -1;
  const nodes: Array<{ readonly process: RestartedProcess; start: () => Promise<void> }> = [];
  for (let at = 0; at < NODES; at++) {
    const data = join(folder, `node-${at}`);
    mkdirSync(data);
    const heard = (message: unknown): void => {
      // border: the process is ours
      if ((message as { readonly isWriter: boolean }).isWriter) writer = at;
    };
    const process = restartedProcess("./wallet-node-process.js", heard);
    const start = async (): Promise<void> => heard(await process.start([address, data]));
    nodes.push({ process, start });
  }
  // at the same time, so that they begin the ledger and its network together
  await Promise.all(nodes.map(({ start }) => start()));
  return {
    /** Kills the writer, waits until another has taken over, and starts the first again. */
    killWriter: async (): Promise<number> => {
      while (writer < 0) await sleep(10);
      const killed = writer;
      await nodes[killed]?.process.kill();
      writer = -1;
      while (writer < 0) await sleep(10);
      await nodes[killed]?.start();
      return killed;
    },
  };
};

/** A node that users talk to, and that never becomes the writer. */
const usersNode = async (connected: ReturnType<typeof inMemoryStore>): Promise<Validator> => {
  const config = { sharedJournal: true, writerSilenceMs: 3_600_000 };
  const opened = rightOf(
    await openValidator({ store: connected, config, wallet: { amuletPrice: "0.1" } }),
  );
  afterwards(() => opened.close());
  return opened;
};

const usersOf = ({ wallet }: Validator) => {
  let count = 0;
  return async (party: string, command: Command) => {
    for (;;) {
      const done = await wallet.submit({
        commandId: `user-${++count}`,
        actAs: [party],
        readAs: [wallet.settings.dso],
        commands: [command],
      });
      if (isRight(done)) return done.right;
      // what another node did meanwhile is looked at again
      expect(codeOf(done)).to.be.oneOf(["CONTRACT_NOT_FOUND", "CONTRACT_NOT_ACTIVE"]);
      await wallet.upToDate();
    }
  };
};

/** Offers between users, accepted, of which the automation pays each. */
const offering = async (
  node: Validator,
  parties: ReadonlyArray<string>,
  isOver: (made: number) => boolean,
) => {
  const { wallet } = node;
  const submit = usersOf(node);
  const { dso } = wallet.settings;
  const network = wallet.network();
  if (network === undefined) throw new Error("no network");
  for (const receiver of parties) {
    const openRound = network.round.contractId;
    const tap = { receiver, amount: cc("1000"), openRound };
    await submit(receiver, amulet.exercise(AmuletRules_DevNet_Tap, network.amuletRules, tap));
  }
  const offers: Array<{ readonly sender: string; readonly trackingId: string }> = [];
  while (!isOver(offers.length)) {
    const sender = parties[offers.length % parties.length] ?? "";
    const receiver = parties[(offers.length + 1) % parties.length] ?? "";
    const trackingId = `offer-${offers.length}`;
    const { result } = await submit(
      sender,
      wallets.create(TransferOffer, {
        sender,
        receiver,
        dso,
        amount: { amount: cc("1"), unit: "AmuletUnit" },
        description: "",
        expiresAt: BigInt(wallet.now() + 600_000_000),
        trackingId,
      }),
    );
    if (typeof result !== "string") throw new Error("no offer");
    await submit(receiver, wallets.exercise(TransferOffer_Accept, result, {}));
    offers.push({ sender, trackingId });
    await sleep(OFFER_MS);
  }
  return offers;
};

/** What a number comes down to: 0, or where it stays. */
const leastOf = async (number: () => number): Promise<number> => {
  let least = number();
  let stallsAt = Date.now() + STALL_MS;
  while (least > 0 && Date.now() < stallsAt) {
    await sleep(50);
    const now = number();
    if (now < least) stallsAt = Date.now() + STALL_MS;
    least = Math.min(least, now);
  }
  return least;
};

describe("The automations of three nodes on one ledger", () => {
  it(`do everything once while the preferred writer is killed ${KILLS} times`, async () => {
    const store = inMemoryStore();
    const server = rightOf(await startWritableServer({ store, port: 0 }));
    afterwards(() => server.close());
    const address = `esdb://127.0.0.1:${server.port}?tls=false`;
    const nodes = await automatingNodes(address, tempFolder());
    const users = await usersNode(store);
    const { wallet, ledger } = users;
    const parties: Array<string> = [];
    for (const name of ["alice", "bob", "carol"])
      parties.push(rightOf(await wallet.users.onboard(name)));
    let isOver = false;
    const offersMade = offering(users, parties, (made) => isOver && made > 2 * KILLS);
    const killed: Array<number> = [];
    while (killed.length < KILLS) {
      await sleep(LIFE_MS);
      killed.push(await nodes.killWriter());
    }
    isOver = true;
    const offers = await offersMade;
    expect(offers.length).to.be.greaterThan(2 * KILLS);
    expect(ledger.isPreferredWriter()).to.equal(false);

    const unpaid = (): number =>
      offers.filter(
        ({ sender, trackingId }) =>
          wallet.views.tracked(sender, "transfer-offer", trackingId)?.status !== "completed",
      ).length;
    expect(await leastOf(unpaid), `offers of ${offers.length} that are not paid`).to.equal(0);
    const paid = parties.flatMap((party) =>
      wallet.views
        .historyBefore(party, undefined, 100_000)
        .filter(
          ({ item }) =>
            item.transaction_subtype.choice === "AcceptedTransferOffer_Complete" &&
            item.transaction_type === "transfer" &&
            item.sender.party === party,
        ),
    );
    expect(paid, "no offer is paid twice").to.have.length(offers.length);
    expect(
      wallet.scheduler.status().automations,
      "the users' node automates nothing",
    ).to.deep.equal({});
    const coins = parties.flatMap((party) =>
      wallet.views.of(Amulet, party).filter(({ payload }) => payload.owner === party),
    );
    const sum = coins.reduce(
      (total, { payload }) => total + Number(payload.amount.initialAmount) / 1e10,
      0,
    );
    expect(sum).to.be.closeTo(3_000, 1);
  });
});
