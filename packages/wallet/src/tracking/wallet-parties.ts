import { WalletAppInstall } from "@tallystick/coin";
import type { TransactionCommitted, PartyId, UserId } from "@tallystick/core";
import { textAt } from "../history/json-path.js";

/** A party that has become the one of a user's wallet. */
interface WalletParty {
  /** Has signed that it is so. */
  readonly operator: string;
  readonly userId: UserId;
  readonly party: PartyId;
}

/** The parties of the wallets that a transaction makes, in order (wallet 14.1). */
export const walletParties = ({ nodes }: TransactionCommitted): ReadonlyArray<WalletParty> =>
  nodes.flatMap((node): ReadonlyArray<WalletParty> => {
    if (node.kind !== "create" || !node.templateId.endsWith(`:${WalletAppInstall.name}`)) return [];
    const operator = textAt(node.payload, "validatorParty");
    const userId = textAt(node.payload, "endUserName");
    const party = textAt(node.payload, "endUserParty");
    return operator === undefined || userId === undefined || party === undefined
      ? []
      : [{ operator, userId, party }];
  });
