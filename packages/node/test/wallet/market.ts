import {
  AmuletRules_DevNet_Tap,
  amuletPackage,
  TransferOffer,
  TransferOffer_Accept,
  walletPackage,
} from "@tallystick/coin";
import { type Command, commandsOf, numericFromText } from "@tallystick/core";
import type { WalletViews } from "@tallystick/views/wallet";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { WalletCommitted } from "../../src/wallet/wallet.js";
import { minute, type WalletNode } from "./wallet-node.js";

const amulet = commandsOf(amuletPackage);
const wallets = commandsOf(walletPackage);

const right = <E, A>(result: Either<E, A>): A => {
  if (isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};

/** Lets users of a node tap and agree on payments. */
export class Market {
  readonly #node: WalletNode;
  #submitted = 0;

  constructor(node: WalletNode) {
    this.#node = node;
  }

  async tap(receiver: string, amount: string): Promise<void> {
    const network = this.#node.wallet.network();
    if (network === undefined) throw new Error("no network");
    await this.#submit(
      receiver,
      amulet.exercise(AmuletRules_DevNet_Tap, network.amuletRules, {
        receiver,
        amount: right(numericFromText(amount)),
        openRound: network.round.contractId,
      }),
    );
  }

  /** An offer that is made and accepted. @returns the id of the accepted offer */
  async agree(sender: string, receiver: string, amount: string): Promise<string> {
    const { wallet } = this.#node;
    const offered = await this.#submit(
      sender,
      wallets.create(TransferOffer, {
        sender,
        receiver,
        dso: wallet.settings.dso,
        amount: { amount: right(numericFromText(amount)), unit: "AmuletUnit" },
        description: "",
        expiresAt: BigInt(wallet.now() + 60 * minute),
        trackingId: `agreed-${this.#submitted}`,
      }),
    );
    const offer = typeof offered.result === "string" ? offered.result : "";
    const done = await this.#submit(receiver, wallets.exercise(TransferOffer_Accept, offer, {}));
    return /"(00[0-9a-f]+)"/.exec(JSON.stringify(done.result))?.[1] ?? "";
  }

  async #submit(party: string, command: Command): Promise<WalletCommitted> {
    const { wallet } = this.#node;
    return right(
      await wallet.submit({
        commandId: `market-${++this.#submitted}`,
        actAs: [party],
        readAs: [wallet.settings.dso],
        commands: [command],
      }),
    );
  }
}

/** The same views, with some methods replaced. */
export const viewsWith = (views: WalletViews, replaced: Partial<WalletViews>): WalletViews =>
  new Proxy(views, {
    get: (target, name) => {
      const value: unknown = Reflect.get(replaced, name) ?? Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
