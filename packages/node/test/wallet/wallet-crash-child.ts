import {
  Amulet,
  AmuletRules_DevNet_Tap,
  amuletPackage,
  TransferOffer,
  TransferOffer_Accept,
  walletPackage,
} from "@tallystick/coin";
import { type Command, commandsOf, type Numeric, numericFromText } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { openValidator } from "../../src/index.js";

// users and automations at work until someone kills the process
const [, , data = "", seedText = "1"] = process.argv;
let seed = Number(seedText);
const random = (below: number): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (seed >>> 8) % below;
};

const amulet = commandsOf(amuletPackage);
const wallets = commandsOf(walletPackage);
const cc = (text: string): Numeric => {
  const read = numericFromText(text);
  if (isLeft(read)) throw new Error(read.left.reason);
  return read.right;
};

const opened = await openValidator({
  data,
  wallet: { amuletPrice: "0.1", tickMicros: 1_000_000 },
});
if (isLeft(opened)) throw new Error(opened.left.message);
const { wallet } = opened.right;
const { dso } = wallet.settings;

const parties: Array<string> = [];
for (const name of ["alice", "bob", "carol"]) {
  const party = await wallet.users.onboard(name);
  if (isLeft(party)) throw new Error(party.left.cause);
  parties.push(party.right);
}

let count = 0;
let offers = 0;
const submit = (party: string, command: Command) =>
  wallet.submit({
    commandId: `user-${seedText}-${++count}`,
    actAs: [party],
    readAs: [dso],
    commands: [command],
  });

const step = async (): Promise<void> => {
  const party = parties[random(parties.length)] ?? "";
  const other = parties[random(parties.length)] ?? "";
  const network = wallet.network();
  if (network === undefined) return;
  if (random(3) === 0) {
    const tap = { receiver: party, amount: cc("10"), openRound: network.round.contractId };
    await submit(party, amulet.exercise(AmuletRules_DevNet_Tap, network.amuletRules, tap));
    return;
  }
  if (party === other) return;
  const made = await submit(
    party,
    wallets.create(TransferOffer, {
      sender: party,
      receiver: other,
      dso,
      amount: { amount: cc(String(1 + random(20))), unit: "AmuletUnit" },
      description: "",
      expiresAt: BigInt(wallet.now() + 600_000_000),
      trackingId: `offer-${seedText}-${++offers}`,
    }),
  );
  if (isLeft(made)) return;
  const { result } = made.right;
  if (typeof result === "string")
    await submit(other, wallets.exercise(TransferOffer_Accept, result, {}));
};

while (parties.every((party) => wallet.views.of(Amulet, party).length === 0)) await step();
process.stdout.write("ready\n");
for (;;) await Promise.all([step(), step(), step()]);
