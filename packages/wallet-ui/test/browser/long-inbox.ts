import { TransferOffer, walletPackage } from "@tallystick/coin";
import { commandsOf, numericFromText } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { TestNode } from "./test-node.js";

const { create } = commandsOf(walletPackage);

/** Offers of one transaction. */
const atOnce = 100;
const dayMs = 86_400_000;

/**
 * Gives a party a long inbox fast: offers of 1.5 CC, "offer 0", "offer 1" and so on.
 *
 * @param from the user whose party offers
 * @param first the number of the first, a multiple of a hundred as all are
 */
export const growInbox = async (
  node: TestNode,
  from: string,
  receiver: string,
  count: number,
  first = 0,
): Promise<void> => {
  const { wallet } = node.validator;
  const sender = wallet.users.partyOf(from);
  if (sender === undefined) throw new Error(`${from} has no wallet`);
  const amount = numericFromText("1.5");
  if (isLeft(amount)) throw new Error(amount.left.reason);
  const { dso } = wallet.settings;
  const expiresAt = BigInt((Date.now() + dayMs) * 1_000);
  for (let done = first; done < first + count; done += atOnce) {
    const offered = await wallet.submit({
      commandId: `offers ${done}`,
      actAs: [sender],
      readAs: [dso],
      commands: Array.from({ length: atOnce }, (_, at) =>
        create(TransferOffer, {
          sender,
          receiver,
          dso,
          amount: { amount: amount.right, unit: "AmuletUnit" },
          description: `offer ${done + at}`,
          expiresAt,
          trackingId: `offer ${done + at}`,
        }),
      ),
    });
    if (isLeft(offered)) throw new Error(offered.left.cause);
  }
};
