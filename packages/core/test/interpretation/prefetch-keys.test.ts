import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import type { PrefetchContractKey } from "../../src/commands/composite-command.js";
import { alice, creates, idOf, iouKey, TestLedger } from "../ledger-fixture.js";
import { Asset, Iou, Lab } from "../sample-package.js";

describe("keys to be prefetched", () => {
  const submit = (...prefetchContractKeys: ReadonlyArray<PrefetchContractKey>) =>
    new TestLedger().submit([alice], [creates(Lab, { owner: alice })], { prefetchContractKeys });

  it("change nothing when they are in order, whether a contract holds them or not", () => {
    const prefetch = { templateId: idOf(Iou), contractKey: iouKey(), limit: 1 };
    expect(isRight(submit(prefetch, prefetch))).to.equal(true);
  });

  const faults: ReadonlyArray<
    readonly [
      name: string,
      prefetch: PrefetchContractKey,
      code: string,
      place: readonly [part: string, ...path: ReadonlyArray<string>],
    ]
  > = [
    [
      "an unknown package",
      { templateId: "#none:M:T", contractKey: {}, limit: 1 },
      "PACKAGE_NAMES_NOT_FOUND",
      ["template"],
    ],
    [
      "an unknown template",
      { templateId: "#sample:M:T", contractKey: {}, limit: 1 },
      "TEMPLATES_OR_INTERFACES_NOT_FOUND",
      ["template"],
    ],
    [
      "a template without a key",
      { templateId: idOf(Lab), contractKey: {}, limit: 1 },
      "INVALID_ARGUMENT",
      ["template"],
    ],
    [
      "an interface",
      { templateId: idOf(Asset), contractKey: {}, limit: 1 },
      "INVALID_ARGUMENT",
      ["template"],
    ],
    [
      "a wrong key",
      { templateId: idOf(Iou), contractKey: { issuer: 1, reference: "" }, limit: 1 },
      "INVALID_ARGUMENT",
      ["key", "issuer"],
    ],
    [
      "an incomplete key",
      { templateId: idOf(Iou), contractKey: {}, limit: 1 },
      "COMMAND_PREPROCESSING_FAILED",
      ["key", "issuer"],
    ],
  ];
  for (const [name, prefetch, code, [part, ...path]] of faults) {
    it(`are refused for ${name}, naming the place`, () => {
      const decision = submit({ templateId: idOf(Iou), contractKey: iouKey(), limit: 1 }, prefetch);
      if (isRight(decision)) throw new Error("accepted");
      expect(decision.left).to.deep.include({
        code,
        place: { of: "prefetchKey", index: 1, part, path },
      });
    });
  }
});
