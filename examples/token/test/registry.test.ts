import { createHmac } from "node:crypto";
import { once } from "node:events";
import { coinRelease } from "@tallystick/coin";
import { openLedger, orThrow } from "@tallystick/node";
import { expect } from "chai";
import { goldPackage } from "../src/gold-package.js";
import { rulesOf } from "../src/registry.js";
import { goldServer, offerMint } from "../src/server.js";
import { goldId, Token } from "../src/token.js";
import { TokenTransferInstruction } from "../src/transfer.js";

const v2 = "#splice-api-token-transfer-instruction-v2:Splice.Api.Token.TransferInstructionV2";
const transferOf = (admin: string, sender: string, receiver: string) => ({
  sender: { owner: sender, id: "" },
  receiver: { owner: receiver, id: "" },
  amount: "40.0",
  instrumentId: { admin, id: goldId },
  requestedAt: "2026-01-01T00:00:00Z",
  executeBefore: "9999-01-01T00:00:00Z",
  meta: { values: {} },
});

/** The context of a choice, and what to disclose with it. */
interface ChoiceContext {
  readonly choiceContextData: unknown;
  readonly disclosedContracts: ReadonlyArray<unknown>;
}

describe("the registry of gold", () => {
  const opened = async () => {
    const ledger = orThrow(await openLedger({ packages: [...coinRelease["0.6.12"], goldPackage] }));
    const partyOf = async (partyIdHint: string) =>
      orThrow(await ledger.allocateParty({ partyIdHint })).party;
    const [admin, alice, bob] = [
      await partyOf("gold"),
      await partyOf("alice"),
      await partyOf("bob"),
    ];
    const rules = await rulesOf(ledger, admin);
    const { api, server } = goldServer({ ledger, admin, rules });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return { ledger, admin, alice, bob, rules, api, server };
  };
  let world: Awaited<ReturnType<typeof opened>>;
  before(async () => {
    world = await opened();
  });
  after(async () => {
    await world.api.close(0);
    world.server.close();
    await world.ledger.close();
  });

  const text = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = {
    sub: "ledger-api-user",
    aud: "https://canton.network.global",
    exp: Math.floor(Date.now() / 1000) + 3600,
  };
  const content = `${text({ alg: "HS256", typ: "JWT" })}.${text(claims)}`;
  const signature = createHmac("sha256", "unsafe").update(content).digest("base64url");
  const headers = {
    authorization: `Bearer ${content}.${signature}`,
    "content-type": "application/json",
  };
  const ask = async <A>(path: string, body?: object): Promise<A> => {
    const address = world.server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const request = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${address.port}${path}`, {
      headers,
      ...request,
    });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    // border: the test knows what it asks for
    return (await response.json()) as A;
  };

  /** Exercises a choice of one party over HTTP, with what the registry said. */
  const exercise = async (
    party: string,
    choice: readonly [interfaceId: string, name: string, contractId: string],
    { choiceContextData, disclosedContracts }: ChoiceContext,
    argument: object = {},
  ): Promise<void> => {
    const [templateId, name, contractId] = choice;
    const extraArgs = { context: choiceContextData, meta: { values: {} } };
    const choiceArgument = { ...argument, actors: [party], extraArgs };
    await ask("/v2/users/ledger-api-user/rights", {
      userId: "ledger-api-user",
      rights: [{ kind: { CanActAs: { value: { party } } } }],
    });
    await ask("/v2/commands/submit-and-wait", {
      commandId: `${name} ${contractId}`,
      actAs: [party],
      commands: [{ ExerciseCommand: { templateId, contractId, choice: name, choiceArgument } }],
      disclosedContracts,
    });
  };
  const accept = async (party: string, cid: string): Promise<void> => {
    const path = `/registries/gold/registry/transfer-instruction/v2/${cid}/choice-contexts/accept`;
    const context = await ask<ChoiceContext>(path, { meta: {} });
    const choice = [`${v2}:TransferInstruction`, "TransferInstruction_Accept", cid] as const;
    await exercise(party, choice, context);
  };

  it("says which contracts a client discloses, from the mint to the accepted transfer", async () => {
    const { ledger, admin, alice, bob, rules } = world;
    await accept(alice, await offerMint(ledger, { admin, rules, to: alice, amount: "100" }));
    const inputHoldingCids = orThrow(await ledger.active(Token)).map((each) => each.contractId);
    const transfer = { ...transferOf(admin, alice, bob), inputHoldingCids };
    const extraArgs = { context: { values: {} }, meta: { values: {} } };
    const asked = { choiceArguments: { transfer, actors: [alice], extraArgs } };
    const path = "/registries/gold/registry/transfer-instruction/v2/transfer-factory";
    const factory = await ask<{
      factoryId: string;
      transferKind: string;
      choiceContext: ChoiceContext;
    }>(path, asked);
    expect(factory.transferKind).to.equal("offer");
    const choice = [
      `${v2}:TransferFactory`,
      "TransferFactory_Transfer",
      factory.factoryId,
    ] as const;
    await exercise(alice, choice, factory.choiceContext, { transfer });
    const [offer] = orThrow(await ledger.active(TokenTransferInstruction));
    await accept(bob, offer?.contractId ?? "");
    const tokens = orThrow(await ledger.active(Token, { party: bob }));
    expect(tokens.map(({ payload }) => String(payload.amount))).to.deep.equal(["40.0000000000"]);
  });

  it("describes gold, and refuses what it does not know", async () => {
    const { admin, rules } = world;
    const info = await ask<{ adminId: string }>("/registries/gold/registry/metadata/v1/info");
    expect(info.adminId).to.equal(admin);
    const gold = await ask<{ symbol: string }>(
      "/registries/gold/registry/metadata/v1/instruments/Gold",
    );
    expect(gold.symbol).to.equal("GLD");
    const statusOf = (path: string, body?: object) =>
      ask(`/registries/gold/registry${path}`, body).then(
        () => "answered",
        (error: Error) => error.message,
      );
    expect(await statusOf("/metadata/v1/instruments/Silver")).to.match(/^404 {"error":"/);
    expect(await statusOf(`/allocations/v2/${rules}/choice-contexts/cancel`, {})).to.match(
      /^404 {"error":"/,
    );
    expect(await statusOf("/transfer-instruction/v2/transfer-factory", {})).to.match(
      /^400 {"error":"Invalid/,
    );
  });
});
