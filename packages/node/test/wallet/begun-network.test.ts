import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BatchMergeUtility, tokenStandardWalletPackage } from "@tallystick/coin";
import { inMemoryStore } from "@tallystick/event-store";
import type { NetworkKind } from "@tallystick/wallet";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { openValidator } from "../../src/index.js";

const shared = { projectorThread: "main", sharedJournal: true } as const;

describe("The network that a journal was begun as", () => {
  let data: string;
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), "tallystick-network-"));
  });
  afterEach(() => rmSync(data, { recursive: true, force: true }));

  const openAs = (network: NetworkKind | undefined) =>
    openValidator({
      data,
      config: { projectorThread: "main" },
      wallet: network === undefined ? {} : { network },
    });

  /** Opens it and closes it again; where the journal ends, or why it was not opened. */
  const end = async (network?: NetworkKind): Promise<number | string> => {
    const opened = await openAs(network);
    if (isLeft(opened)) {
      expect(opened.left.kind).to.equal("network");
      return opened.left.message;
    }
    const offset = opened.right.ledger.ledgerEnd();
    await opened.right.close();
    return offset;
  };

  for (const [begun, other, names] of [
    ["dev", "main", /created with dev, found main/],
    ["dev", "test", /created with dev, found test/],
    ["main", "dev", /created with test or main, found dev/],
    ["test", undefined, /created with test or main, found dev/],
  ] as const) {
    it(`is ${begun}, so that a start as ${other ?? "none"} is refused and both are named`, async () => {
      const first = await end(begun);
      expect(await end(other)).to.match(names);
      // nothing of the network was written in between
      const again = await end(begun);
      expect(Number(again) - Number(first)).to.be.at.most(2);
    });
  }

  for (const [setting, begun, other, names] of [
    [
      "tick",
      {},
      { tickMicros: 1_000_000 },
      /^network\.tickMs: .*created with 600000, found 1000; /,
    ],
    [
      "tick",
      { tickMicros: 1_000_000 },
      {},
      /^network\.tickMs: .*created with 1000, found 600000; /,
    ],
    [
      "operator",
      {},
      { validatorPartyHint: "bank" },
      /^wallet\.validatorPartyHint: .*created with validator, found bank; /,
    ],
    [
      "operator",
      { validatorPartyHint: "bank" },
      {},
      /^wallet\.validatorPartyHint: .*created with bank, found validator; /,
    ],
  ] as const) {
    it(`has a ${setting}, so that a start of ${JSON.stringify(begun)} as ${JSON.stringify(other)} is refused and leaves nothing behind`, async () => {
      const config = { projectorThread: "main" } as const;
      const first = await openValidator({ data, config, wallet: begun });
      if (isLeft(first)) throw new Error(first.left.message);
      const parties = first.right.ledger.parties({ after: "", limit: 100 }).length;
      await first.right.close();
      const refused = await openValidator({ data, config, wallet: other });
      if (!isLeft(refused)) {
        await refused.right.close();
        expect.fail("it was opened");
      }
      expect(refused.left).to.have.property("kind", "network");
      expect(refused.left.message).to.match(names);
      const again = await openValidator({ data, config, wallet: begun });
      if (isLeft(again)) throw new Error(again.left.message);
      expect(again.right.ledger.parties({ after: "", limit: 100 })).to.have.lengthOf(parties);
      await again.right.close();
    });
  }

  it("has parties of its own, whose names the operator cannot have", async () => {
    for (const validatorPartyHint of ["DSO", "sv"]) {
      const opened = await openValidator({ data, wallet: { validatorPartyHint } });
      expect(isLeft(opened) && opened.left.message).to.match(/^wallet\.validatorPartyHint: found /);
    }
  });

  it("is set up again where a contract of it was archived", async () => {
    const config = { projectorThread: "main" } as const;
    const first = await openValidator({ data, config });
    if (isLeft(first)) throw new Error(first.left.message);
    const { ledger, wallet } = first.right;
    const { operator } = wallet.settings;
    const [utility] = wallet.views.of(BatchMergeUtility, operator, 1);
    const archived = await wallet.submit({
      commandId: "archive",
      actAs: [operator],
      readAs: [],
      commands: [
        {
          kind: "ExerciseCommand",
          templateId: `#${tokenStandardWalletPackage.name}:${BatchMergeUtility.name}`,
          contractId: utility?.contractId ?? "",
          choice: "Archive",
          choiceArgument: {},
        },
      ],
    });
    expect(isLeft(archived)).to.equal(false);
    await first.right.close();
    const again = await openValidator({ data, config });
    if (isLeft(again)) throw new Error(again.left.message);
    expect(again.right.wallet.views.of(BatchMergeUtility, operator)).to.have.lengthOf(1);
    expect(again.right.ledger.participantId).to.equal(ledger.participantId);
    await again.right.close();
  });

  it("is the same for all nodes of the journal", async () => {
    const store = inMemoryStore();
    const writer = await openValidator({ store, config: shared, wallet: { network: "main" } });
    if (isLeft(writer)) throw new Error(writer.left.message);
    for (const follow of [false, true]) {
      const config = { ...shared, follow };
      const node = await openValidator({ store, config, wallet: { network: "dev" } });
      expect(isLeft(node) ? node.left : {}).to.include({ kind: "network" });
    }
    await writer.right.close();
  });
});
