import { ledgerError, type LedgerEvent } from "@tallystick/core";
import { walletUserId } from "../../src/wallet/wallet-fold.js";
import { createOf, exerciseOf, rejectionAt, timeAt, transactionAt } from "../journal-fixture.js";

export const parties = ["alice", "bob", "carol"] as const;
export const amulet = { name: "Splice.Amulet:Amulet" };
export const offer = { name: "Splice.Wallet.TransferOffer:TransferOffer" };

/** An update id that does not tell its offset: that of a transaction parties signed. */
export const signedUpdateId = (offset: number): string =>
  `1220${"f".repeat(40)}${offset.toString(16).padStart(24, "0")}`;

const partyAt = (offset: number): string => parties[offset % parties.length] ?? "alice";

const isoAt = (offset: number): string => new Date(timeAt(offset) / 1_000).toISOString();

/** A tap by a party, as the wallet submits it. */
const tapAt = (offset: number): LedgerEvent => {
  const owner = partyAt(offset);
  const coin = createOf(1, `coin${offset}`, [owner, "dso"], {
    templateId: `p:${amulet.name}`,
    packageName: "splice-amulet",
    payload: {
      owner,
      amount: {
        initialAmount: `${offset}.0000000000`,
        createdAt: { number: "1" },
        ratePerRound: { rate: "0.1000000000" },
      },
    },
  });
  const tap = exerciseOf(0, `rules${offset}`, ["dso"], {
    templateId: "p:Splice.AmuletRules:AmuletRules",
    packageName: "splice-amulet",
    choice: "AmuletRules_DevNet_Tap",
    consuming: false,
    lastDescendantNodeId: 1,
    result: { tapped: String(offset) },
  });
  return transactionAt(offset, [tap, coin], {
    userId: walletUserId,
    commandId: `tap-${offset}`,
    updateId:
      offset % 12 === 1
        ? signedUpdateId(offset)
        : `1220${"0".repeat(52)}${offset.toString(16).padStart(12, "0")}`,
  });
};

/** An offer with a tracking id, due some time. */
const offerAt = (offset: number): LedgerEvent => {
  const [sender, receiver] = [partyAt(offset), partyAt(offset + 1)];
  const made = createOf(0, `offer${offset}`, [sender], {
    templateId: `p:${offer.name}`,
    packageName: "splice-wallet",
    observers: [receiver],
    payload: {
      sender,
      receiver,
      dso: "dso",
      amount: { amount: "1.0000000000", unit: "AmuletUnit" },
      description: "a text with a\nline and ünïcode 🙂",
      expiresAt: isoAt(offset + 100),
      trackingId: `tracking-${offset}`,
    },
  });
  return transactionAt(offset, [made]);
};

/** The coin of the tap five events ago is used up. */
const spendAt = (offset: number): LedgerEvent =>
  transactionAt(offset, [
    exerciseOf(0, `coin${offset - 5}`, [partyAt(offset - 5), "dso"], {
      templateId: `p:${amulet.name}`,
      packageName: "splice-amulet",
    }),
  ]);

/** A journal of taps, offers, spent coins and what is not the wallet's; the same at every call. */
export const walletHistory = (length: number): ReadonlyArray<LedgerEvent> =>
  Array.from({ length }, (_, index) => {
    const offset = index + 1;
    switch (offset % 6) {
      case 1:
      case 2:
        return tapAt(offset);
      case 3:
        return offerAt(offset);
      case 4:
        return rejectionAt(offset, ledgerError("CONTRACT_NOT_FOUND", "no"));
      case 5:
        return transactionAt(offset, [createOf(0, `note${offset}`, ["alice"])]);
      default:
        return offset > 6 ? spendAt(offset) : offerAt(offset);
    }
  });
