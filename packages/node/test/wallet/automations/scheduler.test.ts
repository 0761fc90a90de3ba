import { systemTimers, type Timers } from "@tallystick/background";
import { AcceptedTransferOffer, Amulet, LockedAmulet, TransferOffer } from "@tallystick/coin";
import { type LedgerError, ledgerError } from "@tallystick/core";
import type { WalletViews } from "@tallystick/views/wallet";
import { defaultWalletConfig, type Submission } from "@tallystick/wallet";
import { expect } from "chai";
import { type Either, isRight, left } from "fp-ts/lib/Either.js";
import { partyQueue } from "../../../src/wallet/party-queue.js";
import { WalletScheduler } from "../../../src/wallet/automations/scheduler.js";
import type { SchedulerParts } from "../../../src/wallet/automations/scheduler-parts.js";
import type { WalletCommitted } from "../../../src/wallet/wallet.js";
import { Market, viewsWith } from "../market.js";
import { minute, walletNode, type WalletNode } from "../wallet-node.js";

type Submit = (submission: Submission) => Promise<Either<LedgerError, WalletCommitted>>;

const refused = left(
  ledgerError("DAML_AUTHORIZATION_ERROR", "this never works", { definiteAnswer: true }),
);

/** A scheduler over the views of a node, whose own one is paused. */
const schedulerOn = (
  { wallet }: WalletNode,
  change: {
    readonly views?: (views: WalletViews) => WalletViews;
    readonly submit?: (submit: Submit) => Submit;
    readonly mayRun?: () => boolean;
    readonly timers?: Timers;
  },
) => {
  const errors: Array<string> = [];
  const parts: SchedulerParts = {
    timers: change.timers ?? systemTimers,
    views: change.views?.(wallet.views) ?? wallet.views,
    config: defaultWalletConfig,
    settings: wallet.settings,
    memberId: wallet.memberId,
    queue: partyQueue(20),
    network: () => wallet.network(),
    parties: () =>
      new Set(wallet.users.names().flatMap((name) => wallet.users.partyOf(name) ?? [])),
    switchesOf: (party) => wallet.switches.of(party),
    extraTrafficLeft: () => wallet.extraTrafficLeft(),
    now: () => wallet.now(),
    isSpread: false,
    upToDate: () => wallet.upToDate(),
    submit: change.submit?.((it) => wallet.submit(it)) ?? ((it) => wallet.submit(it)),
    mayRun: change.mayRun ?? (() => true),
    onError: (automation, _commandId, error) => errors.push(`${automation}: ${error}`),
  };
  const scheduler = new WalletScheduler(parts);
  wallet.views.onChange((changed) => scheduler.touched(changed));
  return { scheduler, errors };
};

describe("the scheduler of automations", () => {
  let node: WalletNode;
  let parties: ReadonlyMap<string, string>;
  let market: Market;

  beforeEach(async () => {
    node = await walletNode();
    node.wallet.scheduler.pause();
    const found = new Map<string, string>();
    for (const name of ["alice", "bob", "carol"]) {
      const made = await node.wallet.users.onboard(name);
      if (isRight(made)) found.set(name, made.right);
    }
    parties = found;
    market = new Market(node);
  });
  afterEach(() => node.close());

  const idOf = (name: string): string => parties.get(name) ?? "";
  const acceptedOffers = (name: string): number =>
    node.wallet.views.of(AcceptedTransferOffer, idOf(name)).length;

  it("pays for the others while every reading of one party throws", async () => {
    for (const name of ["alice", "bob"]) {
      await market.tap(idOf(name), "10");
      await market.agree(idOf(name), idOf("carol"), "3");
    }
    const { scheduler, errors } = schedulerOn(node, {
      views: (views) =>
        viewsWith(views, {
          of: (template, party, limit, keep) => {
            if (party === idOf("alice")) throw new Error("nothing of alice can be read");
            return views.of(template, party, limit, keep);
          },
        }),
    });
    await scheduler.settle();
    expect([acceptedOffers("alice"), acceptedOffers("bob")]).to.deep.equal([1, 0]);
    const { automations } = scheduler.status();
    expect(automations["complete-accepted-offers"]).to.deep.include({ submitted: 1 });
    expect(automations["complete-accepted-offers"]?.errors).to.have.property("PLANNING");
    expect(errors.join()).to.contain("nothing of alice can be read");
  });

  it("lets nobody wait longer than after a change because others are paid", async () => {
    await market.tap(idOf("alice"), "10");
    await market.agree(idOf("alice"), idOf("carol"), "3");
    const waits: Array<{ readonly ms: number; readonly end: () => void }> = [];
    let nowMs = 0;
    const timers: Timers = {
      ...systemTimers,
      nowMs: () => nowMs,
      after: (ms, end) => {
        waits.push({ ms, end });
        return systemTimers.after(minute, () => undefined).unref();
      },
    };
    const { scheduler } = schedulerOn(node, {
      timers,
      submit: (submit) => (submission) => {
        scheduler.touched(new Set([idOf("bob")]));
        waits.at(-1)?.end();
        nowMs += 15;
        return submit(submission);
      },
    });
    await scheduler.settle();
    expect(waits.map(({ ms }) => ms)).to.include.members([20, 5]);
    await scheduler.stop();
  });

  it("pays for the others while every command for one party fails, and counts that by its kind", async () => {
    for (const name of ["alice", "bob"]) {
      await market.tap(idOf(name), "10");
      await market.agree(idOf(name), idOf("carol"), "3");
    }
    const { scheduler } = schedulerOn(node, {
      submit: (submit) => (submission) =>
        submission.readAs.includes(idOf("alice")) ? Promise.resolve(refused) : submit(submission),
    });
    await scheduler.settle();
    expect([acceptedOffers("alice"), acceptedOffers("bob")]).to.deep.equal([1, 0]);
    expect(scheduler.status().automations["complete-accepted-offers"]).to.deep.include({
      submitted: 1,
      errors: { DAML_AUTHORIZATION_ERROR: 1 },
    });
  });

  it("pays the other offers of a party one of whose offers can never be paid", async () => {
    await market.tap(idOf("alice"), "10");
    const bad = await market.agree(idOf("alice"), idOf("bob"), "3");
    await market.agree(idOf("alice"), idOf("bob"), "1");
    await market.agree(idOf("alice"), idOf("carol"), "2");
    const tried: Array<number> = [];
    const { scheduler } = schedulerOn(node, {
      submit: (submit) => (submission) => {
        const text = JSON.stringify(submission.commands);
        if (text.includes("CO_Complete")) tried.push(text.split("CO_CompleteAccepted").length - 1);
        return text.includes(bad) ? Promise.resolve(refused) : submit(submission);
      },
    });
    await scheduler.settle();
    // all three, the bad one alone, the other two
    expect(tried).to.deep.equal([3, 1, 2]);
    expect(node.wallet.views.of(AcceptedTransferOffer, idOf("alice"))).to.have.lengthOf(1);
    expect(node.wallet.views.of(LockedAmulet, idOf("alice"))).to.deep.equal([]);
    expect(node.wallet.views.of(Amulet, idOf("carol"))).to.have.lengthOf(1);
  });

  it("plans once for what it submits, unless something changed meanwhile", async () => {
    await market.tap(idOf("alice"), "10");
    await market.agree(idOf("alice"), idOf("bob"), "3");
    const done: Array<string> = [];
    const { scheduler } = schedulerOn(node, {
      views: (views) =>
        viewsWith(views, {
          of: (template, party, limit, keep) => {
            const isOffers = template.name === AcceptedTransferOffer.name;
            if (isOffers && party === idOf("alice")) done.push("planned");
            return views.of(template, party, limit, keep);
          },
        }),
      submit: (submit) => (submission) => {
        if (JSON.stringify(submission.commands).includes("CO_Complete")) done.push("paid");
        return submit(submission);
      },
    });
    await scheduler.settle();
    expect(done).to.deep.equal(["planned", "paid"]);
  });

  it("has also done what was overtaken by something else when it has settled", async () => {
    for (const party of parties.values()) await market.tap(party, "0.00001");
    const { scheduler, errors } = schedulerOn(node, {});
    // the states by which the dust is burned give way to new ones at the moment it becomes dust
    for (let days = 0; days < 2; days += 0.5) {
      node.clock.advance(720 * minute);
      await scheduler.settle();
    }
    expect(node.wallet.views.of(Amulet, node.wallet.settings.dso)).to.deep.equal([]);
    expect(errors).to.deep.equal([]);
  });

  it("does nothing while it is paused, or another node runs the automations", async () => {
    await market.tap(idOf("alice"), "10");
    await market.agree(idOf("alice"), idOf("bob"), "3");
    let mayRun = false;
    const { scheduler } = schedulerOn(node, { mayRun: () => mayRun });
    await scheduler.settle();
    expect(acceptedOffers("alice")).to.equal(1);
    mayRun = true;
    scheduler.pause();
    await scheduler.settle();
    expect([acceptedOffers("alice"), scheduler.status().paused]).to.deep.equal([1, true]);
    scheduler.resume();
    await scheduler.settle();
    expect([acceptedOffers("alice"), scheduler.status().paused]).to.deep.equal([0, false]);
    await scheduler.stop();
  });

  it("lags as long as the first party waits, and not at all when none does", async () => {
    const { scheduler } = schedulerOn(node, {});
    await scheduler.settle();
    expect(scheduler.status().lagMs).to.equal(0);
    scheduler.pause();
    await market.tap(idOf("alice"), "1");
    await new Promise((resolve) => setTimeout(resolve, 15));
    expect(scheduler.status().lagMs).to.be.above(10);
    expect(node.wallet.views.of(TransferOffer, idOf("alice"))).to.deep.equal([]);
  });
});
