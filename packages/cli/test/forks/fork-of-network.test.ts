import { join } from "node:path";
import { expect } from "chai";
import { invoked, tempFolder } from "../ledger-folder.js";
import { post, startNode } from "../process.js";

interface Listed {
  readonly contractId: string;
  readonly templateId: string;
  readonly createArgument: {
    readonly owner?: string;
    readonly opensAt?: string;
    readonly amount?: { readonly initialAmount: string };
  };
}

/** Runs a command at a node and reads the JSON that it prints. */
const at = async (url: string, ...args: ReadonlyArray<string>) => {
  const { code, err, out } = await invoked([...args, "--json"], { TALLYSTICK_URL: url });
  expect([code, err], args.join(" ")).to.deep.equal([0, ""]);
  return JSON.parse(out.join("\n"));
};

const grant = async (url: string, right: string, parties: ReadonlyArray<string>) => {
  for (const party of parties) await at(url, "user", "grant", "ledger-api-user", right, party);
};

/** Forks the network of a development node, with all of its parties. */
const forkOfNetwork = async (to: string): Promise<ReadonlyArray<string>> => {
  const node = await startNode(":memory:");
  try {
    await at(node.base, "wallet", "register");
    await at(node.base, "wallet", "tap", "100");
    const listed: ReadonlyArray<{ party: string }> = await at(node.base, "party", "list");
    const parties = listed.map(({ party }) => party);
    await grant(node.base, "--read-as", parties);
    const named = parties.flatMap((party) => ["--party", party]);
    const { code, err } = await invoked([
      "fork",
      "--from",
      node.base,
      "--to",
      to,
      "--coin",
      ...named,
    ]);
    expect([code, err]).to.deep.equal([0, ""]);
    return parties;
  } finally {
    node.child.kill("SIGTERM");
    await node.ended;
  }
};

/** The transfer of 10 of a coin. */
const transferOf = (dso: string, contracts: ReadonlyArray<Listed>, receiver: string) => {
  const among = (name: string) => contracts.filter(({ templateId }) => templateId.endsWith(name));
  const [coin, rules] = [among(":Splice.Amulet:Amulet")[0], among(":AmuletRules")[0]];
  const open = among(":OpenMiningRound").findLast(
    ({ createArgument: { opensAt = "" } }) => Date.parse(opensAt) <= Date.now(),
  );
  const sender = coin?.createArgument.owner ?? "";
  const output = { receiver, receiverFeeRatio: "0.0", amount: "10.0", lock: null };
  const inputs = [{ tag: "InputAmulet", value: coin?.contractId }];
  const transfer = { sender, provider: sender, inputs, outputs: [output], beneficiaries: null };
  const context = {
    openMiningRound: open?.contractId,
    issuingMiningRounds: [],
    validatorRights: [],
    featuredAppRight: null,
  };
  return {
    commands: [
      {
        ExerciseCommand: {
          templateId: rules?.templateId,
          contractId: rules?.contractId,
          choice: "AmuletRules_Transfer",
          choiceArgument: { transfer, context, expectedDso: dso },
        },
      },
    ],
    commandId: "pay",
    userId: "ledger-api-user",
    actAs: [sender, receiver],
    readAs: [dso],
  };
};

describe("A fork of a network", () => {
  it("has the coins, and a transfer of them passes the audit", async () => {
    const to = join(tempFolder(), "fork");
    const parties = await forkOfNetwork(to);
    const dso = parties.find((party) => party.startsWith("DSO::")) ?? "";
    const receiver = parties.find((party) => party.startsWith("sv::")) ?? "";
    const forked = await startNode(to, ["--network", "off", "--coin"]);
    try {
      await grant(forked.base, "--act-as", parties);
      const command = transferOf(
        dso,
        await at(forked.base, "contracts", "list", "--party", dso),
        receiver,
      );
      await post(`${forked.base}/v2/commands/submit-and-wait`, command);
      const held: ReadonlyArray<Listed> = await at(
        forked.base,
        "contracts",
        "list",
        "--party",
        receiver,
        "--template",
        "#splice-amulet:Splice.Amulet:Amulet",
      );
      const amounts = held
        .filter(({ createArgument: { owner } }) => owner === receiver)
        .map(({ createArgument: { amount } }) => amount?.initialAmount);
      expect(amounts).to.deep.equal(["10.0000000000"]);
    } finally {
      forked.child.kill("SIGTERM");
      await forked.ended;
    }
    const audit = await invoked(["audit", "verify", "--data", to]);
    expect(audit.out.at(-1)).to.equal("verdict: holds, except for imported contracts and parties");
  });
});
