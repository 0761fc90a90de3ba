import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  AcceptedTransferOffer,
  Amulet,
  LockedAmulet,
  MergeDelegation,
  TransferOffer,
  WalletAppInstall,
} from "@tallystick/coin";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { openValidator, type Validator, type Wallet } from "../../src/index.js";

const child = fileURLToPath(new URL("../wallet/wallet-crash-child.js", import.meta.url));

/** Lets users and automations work for a while, and kills the process in the middle of it. */
const workAndDie = (data: string, seed: number, forMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const process = spawn("node", [child, data, String(seed)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let errors = "";
    process.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    // it says so when the first coin is there
    process.stdout.once("data", () => setTimeout(() => process.kill("SIGKILL"), forMs));
    process.on("exit", (_code, signal) =>
      signal === "SIGKILL" ? resolve() : reject(new Error(`ended by itself: ${errors}`)),
    );
  });

const opened = async (data: string): Promise<Validator> => {
  const validator = await openValidator({
    data,
    wallet: { amuletPrice: "0.1", tickMicros: 1_000_000 },
  });
  if (isLeft(validator)) throw new Error(validator.left.message);
  // nothing is to change while it is looked at
  validator.right.wallet.scheduler.pause();
  return validator.right;
};

const templates = [
  Amulet,
  LockedAmulet,
  TransferOffer,
  AcceptedTransferOffer,
  WalletAppInstall,
  MergeDelegation,
];

/** Everything the views show of the users. */
const shown = ({ views }: Wallet, users: ReadonlyArray<string>): string =>
  JSON.stringify(
    users.map((party) => ({
      contracts: templates.map((template) => views.contractsOf(template, party)),
      history: views.historyBefore(party, undefined, 100_000).map(({ seq, json }) => [seq, json]),
    })),
  );

interface Share {
  readonly party: string;
  readonly amount: string;
}

/** The CC that taps have given a user, and the offers it has paid, by its history. */
const accountOf = ({ views }: Wallet, party: string) => {
  const items = views.historyBefore(party, undefined, 100_000).map(({ item }) => item);
  const chosen = (choice: string) =>
    items.filter(({ transaction_subtype }) => transaction_subtype.choice === choice);
  const tapped = chosen("AmuletRules_DevNet_Tap").flatMap((item) =>
    item.transaction_type === "balance_change" ? item.receivers : [],
  );
  const paid = chosen("AcceptedTransferOffer_Complete").filter(
    (item) => item.transaction_type === "transfer" && item.sender.party === party,
  );
  const own = (shares: ReadonlyArray<Share>) => shares.filter((share) => share.party === party);
  return { tapped: own(tapped).length * 10, paid: paid.length };
};

const balanceOf = ({ views }: Wallet, party: string): number =>
  views
    .of(Amulet, party)
    .filter(({ payload }) => payload.owner === party)
    .reduce((sum, { payload }) => sum + Number(payload.amount.initialAmount) / 1e10, 0);

describe("a wallet whose process is killed", () => {
  let data: string;
  before(() => {
    data = mkdtempSync(join(tmpdir(), "tallystick-wallet-crash-"));
  });
  after(() => rmSync(data, { recursive: true, force: true }));

  it("loses and makes no coin, pays no offer twice, and its views are those of a fresh replay", async () => {
    for (let kill = 1; kill <= 3; kill++) {
      await workAndDie(data, kill, 150 + 170 * kill);
      const kept = await opened(data);
      const users = ["alice", "bob", "carol"].map((name) => kept.wallet.users.partyOf(name) ?? "");
      const before = shown(kept.wallet, users);
      const accounts = users.map((party) => accountOf(kept.wallet, party));
      const coins = users.reduce((sum, party) => sum + balanceOf(kept.wallet, party), 0);
      const tapped = accounts.reduce((sum, account) => sum + account.tapped, 0);
      expect(tapped).to.be.above(0);
      expect(coins).to.be.closeTo(tapped, 1e-6);
      const completed = users.map((party) => completedOffers(kept.wallet, party, kill));
      expect(accounts.map(({ paid }) => paid)).to.deep.equal(completed);
      await kept.close();
      for (const suffix of ["", "-wal", "-shm"])
        rmSync(join(data, `wallet.db${suffix}`), { force: true });
      const replayed = await opened(data);
      expect(shown(replayed.wallet, users)).to.equal(before);
      await replayed.close();
    }
  });
});

/** Offers of a party that were paid, by their tracking ids. */
const completedOffers = ({ views }: Wallet, party: string, kills: number): number => {
  let count = 0;
  for (let seed = 1; seed <= kills; seed++) {
    for (let n = 1; n <= 5_000; n++) {
      const status = views.tracked(party, "transfer-offer", `offer-${seed}-${n}`)?.status;
      if (status === "completed") count++;
    }
  }
  return count;
};
