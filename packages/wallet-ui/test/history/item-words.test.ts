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
      assert.strictEqual(itemWords(choice, network), words);
    });
  }
});
