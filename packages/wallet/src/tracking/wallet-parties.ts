import { WalletAppInstall } from "@tallystick/coin";
import type { TransactionCommitted, PartyId, UserId } from "@tallystick/core";
import { textAt } from "../history/json-path.js";

interface WalletParty {
  readonly operator: string;
  readonly userId: UserId;
  readonly party: PartyId;
}

/** The parties of wallets that a transaction creates, in order (wallet 14.1). */
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
