import { AmuletRules_DevNet_Tap, amuletPackage } from "@tallystick/coin";
import { commandsOf, numericFromText } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { TestNode } from "./test-node.js";

const { exercise } = commandsOf(amuletPackage);

/** Taps of one transaction: as many coins as one merge takes. */
const atOnce = 100;

/**
 * Gives a user a long history fast: transactions of a hundred taps, each of 1.0000 to 1.0099 CC,
 * merged after each. Pause the automations before.
 *
 * @param rows about how many; a hundred taps and their merge are 101
 */
export const growHistory = async (node: TestNode, user: string, rows: number): Promise<void> => {
  const { wallet } = node.validator;
  const party = wallet.users.partyOf(user);
  const network = wallet.network();
  if (party === undefined || network === undefined) throw new Error(`${user} has no wallet`);
  const commands = Array.from({ length: atOnce }, (_, index) => {
    const amount = numericFromText(`1.00${String(index).padStart(2, "0")}`);
    if (isLeft(amount)) throw new Error(amount.left.reason);
    return exercise(AmuletRules_DevNet_Tap, network.amuletRules, {
      receiver: party,
      amount: amount.right,
      openRound: network.round.contractId,
    });
  });
  for (let done = 0; done < rows; done += atOnce) {
    const tapped = await wallet.submit({
      commandId: `history ${user} ${done}`,
      actAs: [party],
      readAs: [wallet.settings.dso],
      commands,
    });
    if (isLeft(tapped)) throw new Error(tapped.left.cause);
    await node.api(user, "POST", "/v0/wallet/coins/merge", {});
  }
};
