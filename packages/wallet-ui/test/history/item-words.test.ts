import { assert } from "chai";
import { itemWords } from "../../src/history/item-words.js";

const network = { coin: "Amulet", names: "ANS" };

describe("the words for an item", () => {
  const rows: ReadonlyArray<readonly [choice: string, words: string]> = [
    ["AmuletRules_DevNet_Tap", "Tap"],
    ["TransferPreapproval_SendV2", "Direct transfer"],
    ["TransferInstruction_AcceptV2", "Transfer accepted"],
    ["LockedAmulet_UnlockV2", "Locked Amulet unlocked"],
    ["AnsEntryContext_CollectInitialEntryPayment", "ANS entry: initial payment collected"],
    ["Foo_DoSomethingNewV3", "Do something new"],
    ["Iou", "Iou"],
    ["constructor", "Constructor"],
    ["", ""],
  ];
  for (const [choice, words] of rows) {
    it(`of "${choice}" are "${words}"`, () => {
      assert.strictEqual(itemWords({ choice }, network), words);
    });
  }

  it("of what an interface's choice did are those of the interface", () => {
    const of = (name: string, choice: string) =>
      itemWords({ choice, interface_id: `ab:Splice.Api.Token.${name}` }, network);
    assert.strictEqual(
      of("AllocationInstructionV1:AllocationFactory", "AmuletRules_Transfer"),
      "Coins allocated",
    );
    assert.strictEqual(of("AllocationV1:Allocation", "LockedAmulet_Unlock"), "Allocation ended");
    assert.strictEqual(of("HoldingV1:Holding", "AmuletRules_Transfer"), "Transfer");
  });

  it("of a payment that failed are not those of the batch that would have paid it", () => {
    const failed = {
      choice: "WalletAppInstall_ExecuteBatch",
      amulet_operation: "CO_CompleteAcceptedTransfer",
    };
    assert.strictEqual(itemWords(failed, network), "P2P payment failed");
  });
});
