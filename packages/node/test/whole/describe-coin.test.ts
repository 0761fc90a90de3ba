import {
  amuletPackage,
  AmuletRules_DevNet_Tap,
  AnsRules,
  AnsRules_RequestEntry,
  AmuletTransferInstruction,
  coinInstrument,
  ExternalPartyAmuletRules_CreateTransferCommand,
  MergeDelegationProposal,
  metadataV1,
  MintingDelegationProposal,
  nameServicePackage,
  tokenStandardWalletPackage,
  transferInstructionV1,
  TransferPreapproval,
  TransferPreapproval_Cancel,
  TransferPreapprovalProposal,
  walletPackage,
} from "@tallystick/coin";
import {
  type Command,
  commandsOf,
  int64From,
  numericFromText,
  timestampToText,
} from "@tallystick/core";
import { describePreparedTransaction, type TransactionDescription } from "@tallystick/signing";
import { coinsOf, deliveryContext, extraArgsOf, transferFactoryContext } from "@tallystick/wallet";
import { expect } from "chai";
import { type ExternalWallet, onboard, signed } from "../signing/external-wallet.js";
import { rightOf, userId } from "../test-ledger.js";
import { minute, walletNode, type WalletNode } from "../wallet/wallet-node.js";

const amulet = commandsOf(amuletPackage);
const wallets = commandsOf(walletPackage);
const merging = commandsOf(tokenStandardWalletPackage);
const names = commandsOf(nameServicePackage);
const transfers = commandsOf({ name: "splice-api-token-transfer-instruction-v1" });
const cc = (text: string) => rightOf(numericFromText(text));

/** A node with two parties whose keys it does not have. */
const begun = async () => {
  const node = await walletNode();
  const alice = await onboard(node.ledger, "alice");
  const bob = await onboard(node.ledger, "bob");
  let named = 0;

  /** What the party reads, and what it signs and sends back. */
  const prepare = async (by: ExternalWallet, command: Command) => {
    const toSign = rightOf(
      await node.ledger.prepareSubmission({
        submission: {
          userId,
          commandId: `c-${++named}`,
          actAs: [by.party],
          readAs: [node.wallet.settings.dso],
          commands: [command],
        },
      }),
    );
    const said = rightOf(describePreparedTransaction(toSign.preparedTransaction));
    expect(Buffer.from(said.hash)).to.deep.equal(Buffer.from(toSign.hash));
    expect(said.doubts).to.deep.equal([]);
    expect(said.actAs).to.deep.equal([by.party]);
    return { toSign, said };
  };

  /** Reads, signs, and carries out. */
  const run = async (by: ExternalWallet, command: Command): Promise<TransactionDescription> => {
    const { toSign, said } = await prepare(by, command);
    rightOf(await node.ledger.executeSubmissionAndWait(signed(toSign, by)));
    await node.wallet.upToDate();
    return said;
  };
  return { node, alice, bob, prepare, run };
};
type Begun = Awaited<ReturnType<typeof begun>>;

const networkOf = ({ wallet }: WalletNode) => {
  const network = wallet.network();
  if (network === undefined) throw new Error("no network");
  return network;
};

const tap = ({ node }: Begun, { party }: ExternalWallet, amount: string): Command => {
  const network = networkOf(node);
  return amulet.exercise(AmuletRules_DevNet_Tap, network.amuletRules, {
    receiver: party,
    amount: cc(amount),
    openRound: network.round.contractId,
  });
};

const transfer = (
  { node }: Begun,
  sender: ExternalWallet,
  receiver: ExternalWallet,
  amount: string,
): Command => {
  const { wallet } = node;
  const network = networkOf(node);
  const { dso } = wallet.settings;
  const context = transferFactoryContext(
    wallet.views,
    network,
    sender.party,
    receiver.party,
    wallet.now(),
  );
  return transfers.exercise(
    transferInstructionV1.TransferFactory_Transfer,
    network.externalPartyRules,
    {
      expectedAdmin: dso,
      transfer: {
        sender: sender.party,
        receiver: receiver.party,
        amount: cc(amount),
        instrumentId: coinInstrument(dso),
        requestedAt: BigInt(wallet.now()),
        executeBefore: BigInt(wallet.now() + 60 * minute),
        inputHoldingCids: coinsOf(wallet.views, sender.party).map(({ contractId }) => contractId),
        meta: metadataV1.emptyMetadata,
      },
      extraArgs: extraArgsOf(context),
    },
  );
};

const moved = ({ movements }: TransactionDescription) =>
  Object.fromEntries(movements.map(({ party, amount }) => [party.split("::")[0] ?? "", amount]));

describe("The words for transactions of the coin, as a node prepares them", () => {
  let made: Begun;
  beforeEach(async () => {
    made = await begun();
    await made.run(made.alice, tap(made, made.alice, "100"));
  });
  afterEach(() => made.node.close());

  const until = (minutes: number): string =>
    `until ${timestampToText(made.node.wallet.now() + minutes * minute)}`;
  const preapproved = async (): Promise<void> => {
    const { node, bob, run } = made;
    const { dso, operator } = node.wallet.settings;
    await run(
      bob,
      wallets.create(TransferPreapprovalProposal, {
        receiver: bob.party,
        provider: operator,
        expectedDso: dso,
      }),
    );
    const network = networkOf(node);
    const command = amulet.exercise(AmuletRules_DevNet_Tap, network.amuletRules, {
      receiver: operator,
      amount: cc("1000"),
      openRound: network.round.contractId,
    });
    rightOf(
      await node.wallet.submit({
        commandId: "fund",
        actAs: [operator],
        readAs: [dso],
        commands: [command],
      }),
    );
    await node.wallet.scheduler.settle();
    expect(node.wallet.views.of(TransferPreapproval, bob.party)).to.have.lengthOf(1);
  };

  it("say what a tap gives", async () => {
    const said = await made.run(made.bob, tap(made, made.bob, "5"));
    expect(said.sentences.join()).to.contain(`Gives ${made.bob.party} 5.0000000000 coins`);
    expect(moved(said)).to.deep.equal({ bob: "+5.0000000000" });
  });

  it("say who pays whom, how much and until when, in two steps", async () => {
    const { node, alice, bob, run } = made;
    const said = await run(alice, transfer(made, alice, bob, "30"));
    const words = `30.0000000000 Amulet (issued by ${node.wallet.settings.dso}) from ${alice.party} to ${bob.party}, ${until(60)}`;
    expect(said.sentences).to.deep.equal([`Transfers ${words}`]);
    // what is locked is still alice's
    expect(moved(said)).to.deep.equal({});
    const [instruction] = node.wallet.views.of(AmuletTransferInstruction, bob.party);
    if (instruction === undefined) throw new Error("no instruction");
    const { views } = node.wallet;
    const { lockedAmulet } = instruction.payload;
    const context = deliveryContext(views, networkOf(node), lockedAmulet);
    if (context === undefined) throw new Error("no locked coin");
    const accepted = await run(
      bob,
      transfers.exercise(transferInstructionV1.TransferInstruction_Accept, instruction.contractId, {
        extraArgs: extraArgsOf(context),
      }),
    );
    expect(accepted.sentences).to.deep.equal([`Accepts the transfer of ${words}`]);
    expect(moved(accepted)).to.deep.equal({ alice: "-30.0000000000", bob: "+30.0000000000" });
  });

  it("say who pays whom, how much and until when, in one step over a preapproval", async () => {
    await preapproved();
    const { node, alice, bob, run } = made;
    const said = await run(alice, transfer(made, alice, bob, "30"));
    expect(said.sentences).to.deep.equal([
      `Transfers 30.0000000000 Amulet (issued by ${node.wallet.settings.dso}) from ${alice.party} to ${bob.party}, ${until(60)}`,
    ]);
    expect(moved(said)).to.deep.equal({ alice: "-30.0000000000", bob: "+30.0000000000" });
  });

  it("say that coins are merged by a transfer to oneself", async () => {
    const { alice, run } = made;
    await run(alice, tap(made, alice, "5"));
    const said = await run(alice, transfer(made, alice, alice, "105"));
    expect(said.sentences.join()).to.contain(`from ${alice.party} to ${alice.party}`);
    expect(moved(said)).to.deep.equal({});
    expect(coinsOf(made.node.wallet.views, alice.party)).to.have.lengthOf(1);
  });

  it("say what a preapproval begins and ends", async () => {
    const { node, bob, prepare } = made;
    const { dso, operator } = node.wallet.settings;
    const proposal = { receiver: bob.party, provider: operator, expectedDso: dso };
    const { said } = await prepare(bob, wallets.create(TransferPreapprovalProposal, proposal));
    expect(said.sentences).to.deep.equal([
      `Proposes that ${operator} accepts transfers to ${bob.party} without its signature`,
    ]);
    await preapproved();
    const [preapproval] = node.wallet.views.of(TransferPreapproval, bob.party);
    const cancel = amulet.exercise(TransferPreapproval_Cancel, preapproval?.contractId ?? "", {
      p: bob.party,
    });
    expect((await prepare(bob, cancel)).said.sentences.join()).to.contain(
      `Ends the preapproval of ${bob.party}`,
    );
  });

  it("say what is ordered, delegated and asked for", async () => {
    const { node, alice, bob, prepare } = made;
    const { dso, operator } = node.wallet.settings;
    const { externalPartyRules } = networkOf(node);
    const expiresAt = node.wallet.now() + 60 * minute;
    const [rules] = node.wallet.views.of(AnsRules, dso, 1);
    const rows: ReadonlyArray<readonly [Command, string]> = [
      [
        amulet.exercise(ExternalPartyAmuletRules_CreateTransferCommand, externalPartyRules, {
          sender: alice.party,
          receiver: bob.party,
          delegate: operator,
          amount: cc("7.5"),
          expiresAt: BigInt(expiresAt),
          nonce: rightOf(int64From(3)),
          description: undefined,
          expectedDso: dso,
        }),
        `Orders ${operator} to transfer 7.5000000000 coins from ${alice.party} to ${bob.party}, ${until(60)}, as number 3`,
      ],
      [
        merging.create(MergeDelegationProposal, {
          delegation: { operator, owner: alice.party, meta: metadataV1.emptyMetadata },
        }),
        `Lets ${operator} merge the coins of ${alice.party}, which stay with it`,
      ],
      [
        wallets.create(MintingDelegationProposal, {
          delegation: {
            beneficiary: alice.party,
            delegate: operator,
            dso,
            expiresAt: BigInt(expiresAt),
            amuletMergeLimit: rightOf(int64From(10)),
          },
        }),
        `Lets ${operator} mint what ${alice.party} has earned and merge its coins, which stay with it, ${until(60)}`,
      ],
      [
        names.exercise(AnsRules_RequestEntry, rules?.contractId ?? "", {
          name: "alice.unverified.ans",
          url: "",
          description: "",
          user: alice.party,
        }),
        `Asks for the name alice.unverified.ans for ${alice.party}; nothing is paid yet`,
      ],
    ];
    for (const [command, sentence] of rows)
      expect((await prepare(alice, command)).said.sentences).to.deep.equal([sentence]);
  });
});
