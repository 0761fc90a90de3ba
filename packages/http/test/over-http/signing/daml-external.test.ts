import { hashPreparedTransaction } from "@canton-network/core-tx-visualizer";
import { expect } from "chai";
import {
  type Command,
  createCommand,
  createdIn,
  exerciseCommand,
  listAt,
  uploadDar,
} from "../../fixtures/daml-server.js";
import {
  answered,
  asOperator,
  type ExternalParty,
  externalParty,
} from "../../fixtures/external-party.js";
import { at } from "../../fixtures/ping-server.js";
import type { Reply } from "../../fixtures/running-server.js";
import { type WalletServer, walletServer } from "../../fixtures/wallet-server.js";

// The first DAR is written by the tests of Daml-LF, the second is of the recorded histories.
const dars = ["writer/data/assets-1.0.0.dar", "corpus/data/updates-2.3.dar"];
const [bond, asset] = ["#assets:Assets:Bond", "#assets-api:Assets.Api:Asset"];
const [keyed, runner] = ["#updates-2-3:U:Keyed", "#updates-2-3:U:Runner"];

describe("Daml contracts of external parties over HTTP", () => {
  let server: WalletServer;
  let alice: ExternalParty;
  let bob: ExternalParty;
  let count = 0;

  before(async () => {
    server = await walletServer();
    for (const name of dars) await answered(uploadDar(server, name));
    alice = await externalParty(server, "alice");
    bob = await externalParty(server, "bob");
  });
  after(() => server.close());

  const path = "/v2/interactive-submission";

  const prepared = (party: ExternalParty, command: Command, more: object = {}): Promise<Reply> =>
    asOperator(server, "POST", `${path}/prepare`, {
      commandId: `signed-${++count}`,
      actAs: [party.partyId],
      synchronizerId: "",
      packageIdSelectionPreference: [],
      commands: [command],
      ...more,
    });

  const execution = (party: ExternalParty, of: unknown, more: object = {}) => {
    const hash = Buffer.from(String(at(of, "preparedTransactionHash")), "base64");
    const signature = {
      format: "SIGNATURE_FORMAT_CONCAT",
      signature: Buffer.from(party.sign(hash.toString("hex")), "hex").toString("base64"),
      signedBy: party.partyId.split("::")[1],
      signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_ED25519",
    };
    return {
      preparedTransaction: at(of, "preparedTransaction"),
      hashingSchemeVersion: at(of, "hashingSchemeVersion"),
      submissionId: "",
      deduplicationPeriod: { Empty: {} },
      partySignatures: { signatures: [{ party: party.partyId, signatures: [signature] }] },
      transactionFormat: {
        transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
        eventFormat: { filtersByParty: { [party.partyId]: { cumulative: [] } }, verbose: false },
      },
      ...more,
    };
  };

  const execute = (party: ExternalParty, of: unknown, more: object = {}): Promise<Reply> =>
    asOperator(server, "POST", `${path}/executeAndWaitForTransaction`, execution(party, of, more));

  /** Prepares, compares the hash with the official client's, signs and executes; the events. */
  const signed = async (
    party: ExternalParty,
    command: Command,
    more: object = {},
  ): Promise<ReadonlyArray<unknown>> => {
    const of = await answered(prepared(party, command, more));
    // the official client has the scheme of version 2 only
    if (at(of, "hashingSchemeVersion") === "HASHING_SCHEME_VERSION_V2") {
      const hash = await hashPreparedTransaction(String(at(of, "preparedTransaction")), "base64");
      expect(at(of, "preparedTransactionHash")).to.equal(hash);
    }
    return listAt(await answered(execute(party, of)), "transaction", "events");
  };

  const issued = async (owner: ExternalParty): Promise<string> => {
    const payload = { issuer: alice.partyId, owner: owner.partyId, amount: "12.5" };
    const [id = ""] = createdIn(await signed(alice, createCommand(bond, payload)));
    return id;
  };

  it("are created, and exercised through an interface, by what the owner signs", async () => {
    const id = await issued(bob);
    const events = await signed(
      bob,
      exerciseCommand(asset, id, "Asset_Give", { newOwner: alice.partyId }),
    );
    expect(events.map((event) => Object.keys(Object(event)))).to.deep.equal([
      ["ExercisedEvent"],
      ["CreatedEvent"],
    ]);
    expect(at(events[0], "ExercisedEvent", "actingParties")).to.deep.equal([bob.partyId]);
    expect(at(events[1], "CreatedEvent", "createArgument", "owner")).to.equal(alice.partyId);
  });

  it("are refused when they are prepared, with the error of the Daml code", async () => {
    const id = await issued(alice);
    const taken = exerciseCommand(asset, id, "Asset_Give", { newOwner: bob.partyId });
    const refused = await prepared(bob, taken);
    expect([refused.status, at(refused.json, "code")]).to.deep.equal([404, "CONTRACT_NOT_FOUND"]);
    const broken = createCommand("#assets:Assets:Broken", { owner: bob.partyId });
    const [one = ""] = createdIn(await signed(bob, broken));
    const thrown = await prepared(
      bob,
      exerciseCommand(asset, one, "Asset_Peek", { reader: bob.partyId }),
    );
    expect([thrown.status, at(thrown.json, "code")]).to.deep.equal([
      400,
      "INTERPRETATION_USER_ERROR",
    ]);
  });

  it("are not executed by a signature of somebody else, nor twice", async () => {
    const of = await answered(
      prepared(
        alice,
        createCommand(bond, { issuer: alice.partyId, owner: alice.partyId, amount: "1.0" }),
      ),
    );
    const forged = await execute({ ...alice, sign: bob.sign }, of);
    expect([forged.status, at(forged.json, "code")]).to.deep.equal([
      400,
      "FAILED_TO_EXECUTE_TRANSACTION",
    ]);
    await answered(execute(alice, of));
    const again = await execute(alice, of);
    expect([again.status, at(again.json, "code")]).to.deep.equal([409, "DUPLICATE_COMMAND"]);
  });

  it("are not executed when a contract they use was archived after they were prepared", async () => {
    const id = await issued(alice);
    const give = exerciseCommand(asset, id, "Asset_Give", { newOwner: bob.partyId });
    const [first, second] = [
      await answered(prepared(alice, give)),
      await answered(prepared(alice, give)),
    ];
    await answered(execute(alice, first));
    const late = await execute(alice, second);
    expect([late.status, at(late.json, "code")]).to.deep.equal([
      404,
      "LOCAL_VERDICT_INACTIVE_CONTRACTS",
    ]);
  });

  it("are found by key, by a command and by the code of a choice", async () => {
    const v3 = { hashingSchemeVersion: "HASHING_SCHEME_VERSION_V3" };
    const key = { ms: [alice.partyId], n: "7" };
    const payload = { owner: alice.partyId, sigs: [alice.partyId], k: key, mode: "0", obs: [] };
    const [holder = ""] = createdIn(await signed(alice, createCommand(keyed, payload), v3));
    const byKey = {
      ExerciseByKeyCommand: {
        templateId: keyed,
        contractKey: key,
        choice: "KGet",
        choiceArgument: {},
      },
    };
    const [got] = await signed(alice, byKey, v3);
    expect(at(got, "ExercisedEvent", "contractId")).to.equal(holder);
    const made = createCommand(runner, { actors: [alice.partyId], obs: [] });
    const [runs = ""] = createdIn(await signed(alice, made));
    // its body asks for the contracts that hold the key
    const argument = { a: alice.partyId, b: alice.partyId, n: "7", cs: [] };
    const query = exerciseCommand(runner, runs, "S290", argument);
    const [ran] = await signed(alice, query, v3);
    expect(JSON.stringify(at(ran, "ExercisedEvent", "exerciseResult"))).to.contain(holder);
    // scheme 2 does not cover keys
    const refused = await prepared(alice, query);
    expect([refused.status, at(refused.json, "code")]).to.deep.equal([
      400,
      "FAILED_TO_PREPARE_TRANSACTION",
    ]);
  });
});
