import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WalletAppInstall } from "@tallystick/coin";
import { expect } from "chai";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { onboard as external } from "../signing/external-wallet.js";
import { walletNode, type WalletNode } from "./wallet-node.js";

const right = <E, A>(result: Either<E, A>): A => {
  if (isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};

const codeOf = (result: Either<{ readonly code: string }, unknown>): string =>
  isLeft(result) ? result.left.code : "done";

describe("the users of a wallet", () => {
  let node: WalletNode;
  beforeEach(async () => {
    node = await walletNode();
  });
  afterEach(() => node.close());

  const onboarded = async (user: string): Promise<string> =>
    right(await node.wallet.users.onboard(user));
  const offboard = (user: string) => node.wallet.users.offboard(user);

  it("get the party they had back, also while the clock is stopped", async () => {
    for (const user of ["alice", "alice@example.com"]) {
      const party = await onboarded(user);
      for (let n = 0; n < 2; n++) {
        right(await offboard(user));
        expect(node.wallet.users.partyOf(user)).to.equal(undefined);
        expect(await onboarded(user)).to.equal(party);
        expect(node.wallet.users.partyOf(user)).to.equal(party);
      }
    }
  });

  it("get it back although someone else may act as it by now", async () => {
    const party = await onboarded("alice");
    right(await node.ledger.createUser({ userId: "bank", rights: [{ kind: "CanActAs", party }] }));
    right(await offboard("alice"));
    expect(await onboarded("alice")).to.equal(party);
  });

  it("get a party that is called like them where no one else may act as it", async () => {
    const free = right(await node.ledger.allocateParty({ partyIdHint: "alice" }));
    const taken = right(await node.ledger.allocateParty({ partyIdHint: "bob" }));
    const rights = [{ kind: "CanActAs", party: taken.party }] as const;
    right(await node.ledger.createUser({ userId: "mallory", rights }));
    expect(await onboarded("alice")).to.equal(free.party);
    const party = await onboarded("bob");
    expect(party).to.match(/^bob_2::/);
    right(await offboard("bob"));
    expect(await onboarded("bob")).to.equal(party);
  });

  it("never get the party of the network, the operator or the super validator by their name", async () => {
    const { dso, operator, sv } = node.wallet.settings;
    expect([dso, operator].map((it) => it.split("::")[0])).to.deep.equal(["DSO", "validator"]);
    expect(await onboarded("DSO")).to.match(/^DSO_2::/);
    expect(await onboarded("validator")).to.match(/^validator_2::/);
    expect(codeOf(await node.wallet.users.onboard("sv", operator))).to.equal("INVALID_ARGUMENT");
    expect(await onboarded("sv")).to.equal(sv);
  });

  it("get no party of another name back that the operator had given them", async () => {
    const { party } = right(await node.ledger.allocateParty({ partyIdHint: "treasury" }));
    right(await node.wallet.users.onboard("alice", party));
    right(await offboard("alice"));
    expect(await onboarded("alice")).to.match(/^alice::/);
  });

  it("are refused when they may not act as their primary party", async () => {
    const { party } = right(await node.ledger.allocateParty({ partyIdHint: "treasury" }));
    right(await node.ledger.createUser({ userId: "mallory", primaryParty: party, rights: [] }));
    expect(codeOf(await node.wallet.users.onboard("mallory"))).to.equal("PERMISSION_DENIED");
    expect(right(node.ledger.userRights("mallory"))).to.deep.equal([]);
    right(await node.wallet.users.onboard("mallory", party));
    expect(node.wallet.users.partyOf("mallory")).to.equal(party);
  });

  it("are refused with a name that no party can have", async () => {
    const refused = await node.wallet.users.onboard("@".repeat(40));
    expect(isLeft(refused) && refused.left.cause).to.match(/200 characters, expected at most 185/);
  });

  it("can be ended any number of times, also when the ledger's user is gone or never was", async () => {
    await onboarded("alice");
    right(await node.ledger.deleteUser("alice"));
    expect(node.wallet.users.names()).to.include("alice");
    for (let n = 0; n < 2; n++) right(await offboard("alice"));
    expect(node.wallet.users.names()).not.to.include("alice");
    right(await offboard("nobody"));
  });

  it("stay users of the ledger if they have no wallet to end", async () => {
    right(await node.ledger.createUser({ userId: "service" }));
    right(await offboard("service"));
    expect(node.ledger.user("service")).not.to.equal(undefined);
  });

  it("cannot be those of the operator, the super validator or the wallet itself", async () => {
    for (const user of ["administrator", "sv", "tallystick-wallet"])
      expect(codeOf(await offboard(user)), user).to.equal("INVALID_ARGUMENT");
    const registered = await node.wallet.users.onboard("tallystick-wallet");
    expect(codeOf(registered)).to.equal("INVALID_ARGUMENT");
    expect(node.ledger.user("tallystick-wallet")).to.equal(undefined);
    expect(node.ledger.user("sv")).not.to.equal(undefined);
  });
});

describe("the users that a wallet begins with", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tallystick-wallet-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (work: (node: WalletNode) => Promise<void>): Promise<void> => {
    const node = await walletNode(folder);
    try {
      await work(node);
    } finally {
      await node.close();
    }
  };

  it("are made once: what is taken from them stays taken", async () => {
    await run(async ({ ledger, wallet }) => {
      const party = wallet.settings.operator;
      const rights = right(ledger.userRights("administrator"));
      expect(rights).to.deep.include.members([
        { kind: "ParticipantAdmin" },
        { kind: "CanActAs", party },
      ]);
      right(await ledger.revokeUserRights("administrator", rights));
      right(await ledger.deleteUser("sv"));
    });
    await run(async ({ ledger, wallet }) => {
      expect(right(ledger.userRights("administrator"))).to.deep.equal([]);
      expect(ledger.user("sv")).to.equal(undefined);
      expect(wallet.views.of(WalletAppInstall, wallet.settings.sv)).to.have.lengthOf(1);
      right(await ledger.deleteUser("administrator"));
    });
    await run(async ({ ledger }) => {
      expect(ledger.user("administrator")).to.equal(undefined);
    });
  });

  const listed = (...validatorWalletUsers: ReadonlyArray<string>) =>
    walletNode(folder, { validatorWalletUsers });

  it("may be others at a later start: new ones get the operator's wallet, former ones keep it until they are offboarded", async () => {
    const first = await listed("alice");
    await first.close();
    const second = await listed("bob");
    const { operator } = second.wallet.settings;
    expect(["alice", "bob"].map((it) => second.wallet.users.partyOf(it))).to.deep.equal([
      operator,
      operator,
    ]);
    right(await second.wallet.users.offboard("alice"));
    expect(codeOf(await second.wallet.users.offboard("bob"))).to.equal("INVALID_ARGUMENT");
    await second.close();
    const third = await listed("alice", "bob");
    expect(third.wallet.users.partyOf("alice")).to.equal(operator);
    expect(right(third.ledger.userRights("alice"))).to.deep.equal([
      { kind: "CanActAs", party: operator },
    ]);
    await third.close();
  });

  it("administer it without a wallet, or have its wallet without administering it", async () => {
    const first = await walletNode(folder, {
      administrators: ["alice"],
      validatorWalletUsers: ["bob"],
    });
    const { operator } = first.wallet.settings;
    const actAs = { kind: "CanActAs", party: operator };
    expect(right(first.ledger.userRights("alice"))).to.have.deep.members([
      actAs,
      { kind: "ParticipantAdmin" },
    ]);
    expect(first.ledger.user("alice")?.primaryParty).to.equal(operator);
    expect(first.wallet.users.partyOf("alice")).to.equal(undefined);
    right(await first.wallet.users.offboard("alice"));
    expect(first.ledger.user("alice")?.primaryParty).to.equal(operator);
    expect(right(first.ledger.userRights("bob"))).to.deep.equal([actAs]);
    expect(first.wallet.users.partyOf("bob")).to.equal(operator);
    await first.close();
    // who has the wallet may administer later
    const second = await walletNode(folder, { administrators: ["bob"] });
    expect(right(second.ledger.userRights("bob"))).to.deep.include({ kind: "ParticipantAdmin" });
    right(await second.ledger.deleteUser("alice"));
    await second.close();
    const third = await walletNode(folder, { administrators: ["alice", "bob"] });
    expect(third.ledger.user("alice")).to.equal(undefined);
    await third.close();
  });

  it("administer it where an annotation of the operator's party was overwritten", async () => {
    const first = await walletNode(folder, { administrators: ["alice"] });
    right(
      await first.ledger.updateParty({
        party: first.wallet.settings.operator,
        updateMask: ["local_metadata.annotations"],
        annotations: { "wallet.tallystick/administrators": "{" },
        resourceVersion: "",
        identityProviderId: "",
        isLocal: true,
      }),
    );
    await first.close();
    const second = await walletNode(folder, { administrators: ["alice", "bob"] });
    expect(right(second.ledger.userRights("bob"))).to.deep.include({ kind: "ParticipantAdmin" });
    await second.close();
  });

  it("have no wallet of their own: such a start is refused, and changes nothing", async () => {
    const first = await listed("alice");
    const own = right(await first.wallet.users.onboard("bob"));
    await first.close();
    const refused = await listed("alice", "carol", "bob").catch(String);
    expect(refused).to.match(/wallet\.validatorWalletUsers: bob has the wallet of bob::.*expected/);
    const again = await listed("alice");
    expect(again.ledger.user("carol")).to.equal(undefined);
    expect(again.wallet.users.partyOf("bob")).to.equal(own);
    // the way out
    right(await again.wallet.users.offboard("bob"));
    await again.close();
    const last = await listed("alice", "bob");
    expect(last.wallet.users.partyOf("bob")).to.equal(last.wallet.settings.operator);
    // and it stays so: no call takes a user of the operator away from it
    expect(codeOf(await last.wallet.users.onboard("bob", own))).to.equal("INVALID_ARGUMENT");
    await last.close();
  });

  it("are found by the key of the node, whoever else has their names", async () => {
    const own = { dso: "", operator: "" };
    await run(async ({ ledger, wallet: { settings } }) => {
      Object.assign(own, { dso: settings.dso, operator: settings.operator });
      for (const party of Object.values(own)) {
        // one that lists name before ours
        let other = party;
        while (other >= party) other = (await external(ledger, party.split("::")[0] ?? "")).party;
      }
    });
    await run(async ({ wallet }) => {
      expect(wallet.settings).to.include(own);
    });
  });
});
