import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
    ["dev", "main", /begun as dev, found main/],
    ["dev", "test", /begun as dev, found test/],
    ["main", "dev", /begun as test or main, found dev/],
    ["test", undefined, /begun as test or main, found dev/],
  ] as const) {
    it(`is ${begun}, so that a start as ${other ?? "none"} is refused and both are named`, async () => {
      const first = await end(begun);
      expect(await end(other)).to.match(names);
      // nothing of the network was written in between
      const again = await end(begun);
      expect(Number(again) - Number(first)).to.be.at.most(2);
    });
  }

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
