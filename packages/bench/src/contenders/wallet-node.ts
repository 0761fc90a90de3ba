import { AmuletRules_DevNet_Tap, amuletPackage } from "@tallystick/coin";
import { type Numeric, numericFromText } from "@tallystick/core";
import { openValidator, type Validator, type Wallet } from "@tallystick/node";
import type { Submission } from "@tallystick/wallet";
import { commandsOf } from "@tallystick/wire";
import { expectRight } from "../expect-right.js";
import { workThrough } from "../in-flight.js";

const { exercise } = commandsOf(amuletPackage);

/** Users that are made at once. */
const atOnce = 16;

const decimal = (text: string): Numeric => expectRight(numericFromText(text), text);

/** A validator on disk, with the automations and the network in it as `npm start` has them. */
export const openWalletNode = async (data: string): Promise<Validator> =>
  expectRight(
    await openValidator({
      data,
      wallet: { amuletPrice: "0.1", config: { validatorWalletUsers: ["operator"] } },
    }),
    "opening the validator",
  );

/** A tap of 1,000 CC for a party. */
export const tapOf = ({ network, settings: { dso } }: Wallet, party: string, id: string) => {
  const state = network();
  if (state === undefined) throw new Error("there is no network");
  const submission: Submission = {
    commandId: id,
    actAs: [party],
    readAs: [dso],
    commands: [
      exercise(AmuletRules_DevNet_Tap, state.amuletRules, {
        receiver: party,
        amount: decimal("1000"),
        openRound: state.round.contractId,
      }),
    ],
  };
  return submission;
};

/** Gives users wallets with 1,000 CC each. @returns their parties, by the users' order */
export const walletsOf = async (
  { wallet }: Validator,
  names: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const parties = new Map<string, string>();
  await workThrough(atOnce, names, async (name) => {
    const party = expectRight(await wallet.users.onboard(name), name);
    expectRight(await wallet.submit(tapOf(wallet, party, `first-${name}`)), "tapping");
    parties.set(name, party);
  });
  await wallet.scheduler.settle();
  return names.map((name) => parties.get(name) ?? "");
};
