import { systemTimers } from "@tallystick/background";
import { ledgerError } from "@tallystick/core";
import { ViewsUnreadable } from "@tallystick/views";
import type { WalletViews } from "@tallystick/views/wallet";
import { expect } from "chai";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { WalletError } from "../../src/wallet/wallet-error.js";
import { WalletStart } from "../../src/wallet/wallet-start.js";

const error = (message: string): WalletError => ({ kind: "wallet", message });

const unreadable = new ViewsUnreadable(ledgerError("SERVICE_NOT_RUNNING", "They are damaged."));

/** A start over views that are at an offset, of a ledger that ends at another. */
const startAt = (
  { offset, end }: { offset: number; end: number },
  begin: (tries: number) => Either<WalletError, void>,
) => {
  const at = { offset, begun: 0, notices: new Array<string>() };
  const views: Pick<WalletViews, "checkpoint" | "behind" | "waitFor"> = {
    checkpoint: () => at.offset,
    behind: () => (at.offset < end ? `they have ${at.offset} of ${end} events` : undefined),
    waitFor: (wanted) =>
      Promise.resolve(
        at.offset >= wanted
          ? right(at.offset)
          : left({ kind: "timeout" as const, message: "not yet" }),
      ),
  };
  const start = new WalletStart({
    ledger: { ledgerEnd: () => end },
    // border: nothing else of them is used
    views: views as WalletViews,
    begin: () => {
      at.begun += 1;
      return Promise.resolve().then(() => begin(at.begun));
    },
    notice: (message) => void at.notices.push(message),
    timers: systemTimers,
  });
  return { start, at };
};

const untilReady = async (start: WalletStart): Promise<void> => {
  while (start.waitsFor() !== undefined) await new Promise((resume) => setTimeout(resume, 5));
};

describe("The start of a wallet", () => {
  it("is over when its views are as far as the ledger", async () => {
    const { start, at } = startAt({ offset: 5, end: 5 }, () => right(undefined));
    expect(isLeft(await start.first())).to.equal(false);
    expect(start.waitsFor()).to.equal(undefined);
    expect(at.begun).to.equal(1);
    await start.stop();
  });

  it("waits for no one where the views are far behind, and says how far they are", async () => {
    const { start, at } = startAt({ offset: 0, end: 9_000 }, () => right(undefined));
    expect(isLeft(await start.first())).to.equal(false);
    expect(at.begun).to.equal(0);
    expect(start.waitsFor()).to.contain("0 of 9000 events");
    at.offset = 9_000;
    expect(start.waitsFor()).to.contain("its network is being set up");
    await untilReady(start);
    expect(at.begun).to.equal(1);
    await start.stop();
  });

  it("tries again what its views could not answer", async () => {
    const { start, at } = startAt({ offset: 5, end: 5 }, (tries) => {
      if (tries < 3) throw unreadable;
      return right(undefined);
    });
    expect(isLeft(await start.first())).to.equal(false);
    await untilReady(start);
    expect(at.begun).to.equal(3);
    await start.stop();
  });

  it("fails with the reason where the network cannot be set up", async () => {
    const { start } = startAt({ offset: 5, end: 5 }, () =>
      left(error("the network cannot be set up")),
    );
    expect(await start.first()).to.deep.equal(left(error("the network cannot be set up")));
  });

  it("says once what it tries again later", async () => {
    const { start, at } = startAt({ offset: 0, end: 9_000 }, (tries) =>
      tries < 3 ? left(error("no rules")) : right(undefined),
    );
    await start.first();
    at.offset = 9_000;
    await untilReady(start);
    expect(at.notices).to.deep.equal(["no rules"]);
    await start.stop();
  });
});
