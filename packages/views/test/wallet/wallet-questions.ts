import { int64From } from "@tallystick/core";
import type { TrackedKind } from "@tallystick/wallet";
import type { WalletViews } from "../../src/wallet/wallet-views.js";
import { ViewsUnreadable } from "../../src/interface/views-unreadable.js";
import { idNamed, rightOf } from "../journal-fixture.js";
import { amulet, offer, parties, signedUpdateId } from "./wallet-journal.js";

const offers: TrackedKind = "transfer-offer";
const round = { number: rightOf(int64From(3)) };

/** Every kind of question about a journal of `walletHistory`. */
const questions = (views: WalletViews, length: number): ReadonlyArray<() => unknown> => [
  ...parties.flatMap((party) => [
    () => views.contractsOf(amulet, party),
    () => views.contractsOf(offer, party, 7),
    () => views.historyBefore(party, undefined, 1_000),
    () => String(rightOf(views.balances.now(party, round)).holdingFees),
    () => views.historyBefore(party, 60 * 32_768, 3),
  ]),
  ...[1, 2, 13, length - 5].flatMap((offset) => [
    () => views.contract(idNamed(`coin${offset}`)),
    () => views.outcome(`tap-${offset}`),
    () => parties.map((party) => views.historyPlace(party, `#${signedUpdateId(offset)}:0`)),
  ]),
  ...[3, 9, 15].flatMap((offset) => [
    () => parties.map((party) => views.tracked(party, offers, `tracking-${offset}`)),
    () => parties.map((party) => views.trackedByOther(party, offers, `tracking-${offset}`)),
  ]),
  () => views.contractsOf(amulet, "nobody"),
  () => views.contract("nothing"),
  () => views.outcome("nothing"),
  () => views.extraTrafficUsed(),
];

/** An answer as text, or that there is none. */
export type WalletAnswer = { readonly text: string } | "unreadable";

const answered = (ask: () => unknown): WalletAnswer => {
  try {
    return { text: JSON.stringify(ask()) ?? "undefined" };
  } catch (thrown) {
    if (thrown instanceof ViewsUnreadable) return "unreadable";
    throw thrown;
  }
};

/** All answers about a journal of `walletHistory`. */
export const walletAnswers = (views: WalletViews, length: number): ReadonlyArray<WalletAnswer> =>
  questions(views, length).map(answered);
