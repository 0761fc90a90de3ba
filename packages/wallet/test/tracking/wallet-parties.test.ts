import { expect } from "chai";
import { walletParties } from "../../src/index.js";
import { onboard, tap } from "../wallet-actions.js";
import { alice, operator, WalletLedger } from "../wallet-ledger.js";

describe("the parties of wallets", () => {
  it("are named by the transactions that make wallets, with who has signed it", () => {
    const ledger = new WalletLedger().bootstrap();
    onboard(ledger, "alice@example.com", alice);
    tap(ledger, alice, "1");
    const [made, tapped] = ledger.transactions.slice(-2).map(walletParties);
    expect(made).to.deep.equal([{ operator, userId: "alice@example.com", party: alice }]);
    expect(tapped).to.deep.equal([]);
  });
});
