import { expect } from "chai";
import { exerciseCommand, listAt } from "../../fixtures/daml-server.js";
import { answered, asOperator } from "../../fixtures/external-party.js";
import { at } from "../../fixtures/ping-server.js";
import { askAsApp, legOf, serverV2 } from "../../fixtures/token-v2.js";
import {
  onboarded,
  own,
  type SdkWallet,
  signedBy,
  walletSdk,
  type WalletSdk,
} from "../../fixtures/wallet-sdk.js";
import type { WalletServer } from "../../fixtures/wallet-server.js";

// The calls that versions of the wallet SDK after 1.5.3 make for the second version of the token
// standard, as their public source builds them; docs/clients.md lists them. Parties, signatures and
// reading are those of the installed SDK.

const standard = "#splice-api-token";
const interfaces = {
  holding: `${standard}-holding-v2:Splice.Api.Token.HoldingV2:Holding`,
  transferFactory: `${standard}-transfer-instruction-v2:Splice.Api.Token.TransferInstructionV2:TransferFactory`,
  instruction: `${standard}-transfer-instruction-v2:Splice.Api.Token.TransferInstructionV2:TransferInstruction`,
  allocationFactory: `${standard}-allocation-instruction-v2:Splice.Api.Token.AllocationInstructionV2:AllocationFactory`,
  allocation: `${standard}-allocation-v2:Splice.Api.Token.AllocationV2:Allocation`,
  settlementFactory: `${standard}-allocation-v2:Splice.Api.Token.AllocationV2:SettlementFactory`,
  request: `${standard}-allocation-request-v2:Splice.Api.Token.AllocationRequestV2:AllocationRequest`,
} as const;

const meta = { values: {} };
const emptyArgs = { context: { values: {} }, meta };
const basic = (owner: string) => ({ owner, provider: null, id: "" });
const iso = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

/** Commands, and what is disclosed with them. */
type Prepared = readonly [commands: ReadonlyArray<unknown>, disclosed: ReadonlyArray<unknown>];

for (const base of ["", "/api/validator/v0/scan-proxy"]) {
  describe(`What later wallet SDKs call for token standard V2, of the registry at "${base}/"`, () => {
    let server: WalletServer;
    let sdk: WalletSdk;
    let alice: SdkWallet;
    let bob: SdkWallet;
    let venue: SdkWallet;
    let dso: string;

    before(async () => {
      server = await serverV2(() => Date.now() * 1_000);
      ({ dso } = server.validator.wallet.settings);
      sdk = await walletSdk(server.base, `${server.base}${base}`);
      alice = await onboarded(sdk, "alice");
      bob = await onboarded(sdk, "bob");
      venue = await onboarded(sdk, "venue");
      for (const each of [alice, bob])
        await signedBy(sdk, each, await sdk.amulet.tap(own(each.party), "1000"));
    });
    after(() => server.close());

    const registry = (method: "GET" | "POST", path: string, body?: unknown): Promise<unknown> =>
      answered(asOperator(server, method, `${base}/registry/${path}`, body));

    /** What the SDK lists by an interface. */
    const listed = async (party: string, interfaceId: string) => {
      const found = await sdk.ledger.acs.read({
        interfaceIds: [interfaceId],
        parties: [own(party)],
        filterByParty: true,
      });
      return found.map((each) => ({
        cid: String(at(each, "contractId")),
        view: at(each, "interfaceViews", 0, "viewValue"),
      }));
    };
    const free = async (party: string): Promise<ReadonlyArray<string>> =>
      (await listed(party, interfaces.holding))
        .filter(
          ({ view }) =>
            at(view, "account", "owner") === party &&
            at(view, "instrumentId", "admin") === dso &&
            at(view, "lock") === null,
        )
        .map(({ cid }) => cid);
    const balance = async (party: string): Promise<number> =>
      (await listed(party, interfaces.holding))
        .filter(({ view }) => at(view, "account", "owner") === party)
        .reduce((sum, { view }) => sum + Number(at(view, "amount")), 0);

    /** A choice of a factory, with the context that the registry says. */
    const ofFactory = async (
      path: string,
      interfaceId: string,
      choice: string,
      argument: object,
    ): Promise<Prepared> => {
      const choiceArguments = { ...argument, extraArgs: emptyArgs };
      const found = await registry("POST", path, { choiceArguments, excludeDebugFields: true });
      const context = at(found, "choiceContext", "choiceContextData");
      const full = { ...argument, extraArgs: { context, meta } };
      return [
        [exerciseCommand(interfaceId, String(at(found, "factoryId")), choice, full)],
        listAt(found, "choiceContext", "disclosedContracts"),
      ];
    };

    /** A choice of a contract, with the context that the registry says. */
    const ofContract = async (
      path: string,
      interfaceId: string,
      cid: string,
      choice: string,
      actor: string,
    ): Promise<Prepared> => {
      const found = await registry("POST", path, { excludeDebugFields: true });
      const argument = {
        actors: [actor],
        extraArgs: { context: at(found, "choiceContextData"), meta },
      };
      return [
        [exerciseCommand(interfaceId, cid, choice, argument)],
        listAt(found, "disclosedContracts"),
      ];
    };

    const transfer = async (from: string, to: string, amount: string): Promise<Prepared> =>
      ofFactory(
        "transfer-instruction/v2/transfer-factory",
        interfaces.transferFactory,
        "TransferFactory_Transfer",
        {
          actors: [from],
          transfer: {
            sender: basic(from),
            receiver: basic(to),
            amount,
            instrumentId: { admin: dso, id: "Amulet" },
            requestedAt: iso(-60_000),
            executeBefore: iso(86_400_000),
            inputHoldingCids: await free(from),
            meta: { values: { "splice.lfdecentralizedtrust.org/reason": "" } },
          },
        },
      );

    const side = (by: string, leg: ReturnType<typeof legOf>) => {
      const { sender, receiver, ...common } = leg;
      return sender.owner === by
        ? { ...common, side: "SenderSide", otherside: receiver }
        : { ...common, side: "ReceiverSide", otherside: sender };
    };
    const specification = (by: string, leg: ReturnType<typeof legOf>, committed: boolean) => ({
      admin: dso,
      authorizer: basic(by),
      transferLegSides: [side(by, leg)],
      settlementDeadline: null,
      nextIterationFunding: null,
      committed,
      meta,
    });
    const allocate = async (
      by: string,
      settlement: unknown,
      allocation: unknown,
      inputHoldingCids: ReadonlyArray<string>,
    ): Promise<Prepared> =>
      ofFactory(
        "allocation-instruction/v2/allocation-factory",
        interfaces.allocationFactory,
        "AllocationFactory_Allocate",
        { settlement, allocation, requestedAt: iso(-60_000), inputHoldingCids, actors: [by] },
      );
    const allocationsFor = async (party: string, id: string) =>
      (await listed(party, interfaces.allocation)).filter(
        ({ view }) => at(view, "settlement", "id") === id,
      );

    it("says which versions the instrument speaks", async () => {
      expect(at(await registry("GET", "metadata/v1/info"), "adminId")).to.equal(dso);
      const [coin] = listAt(await registry("GET", "metadata/v1/instruments"), "instruments");
      const apis = Object.keys(Object(at(coin, "supportedApis")));
      for (const kind of [
        "holding",
        "transfer-instruction",
        "allocation",
        "allocation-instruction",
      ])
        expect(apis).to.include.members(["v1", "v2"].map((it) => `splice-api-token-${kind}-${it}`));
      expect(at(coin, "paused")).to.not.equal(true);
    });

    for (const [action, by, received] of [
      ["Accept", "receiver", 10],
      ["Reject", "receiver", 0],
      ["Withdraw", "sender", 0],
    ] as const) {
      it(`transfers between accounts in two steps; the ${by} ends it by ${action}`, async () => {
        const before = await balance(bob.party);
        await signedBy(sdk, alice, await transfer(alice.party, bob.party, "10"));
        const [offer] = await listed(bob.party, interfaces.instruction);
        expect(at(offer?.view, "transfer", "receiver")).to.deep.equal(basic(bob.party));
        const cid = String(offer?.cid);
        const wallet = by === "receiver" ? bob : alice;
        const prepared = await ofContract(
          `transfer-instruction/v2/${cid}/choice-contexts/${action.toLowerCase()}`,
          interfaces.instruction,
          cid,
          `TransferInstruction_${action}`,
          wallet.party,
        );
        await signedBy(sdk, wallet, prepared);
        expect(await listed(bob.party, interfaces.instruction)).to.deep.equal([]);
        expect(await balance(bob.party)).to.equal(before + received);
      });
    }

    it("allocates both sides of a leg, committed, and settles as an executor that signs", async () => {
      const settlement = { executors: [venue.party], id: "batch", cid: null, meta };
      const leg = legOf("leg0", alice.party, bob.party, "40.0");
      const inputs = await free(alice.party);
      for (const by of [alice, bob]) {
        const asked = specification(by.party, leg, true);
        const from = by === alice ? inputs : [];
        await signedBy(sdk, by, await allocate(by.party, settlement, asked, from));
      }
      const before = await balance(bob.party);
      const allocations = (await allocationsFor(venue.party, "batch")).map(({ cid }) => ({
        allocationCid: cid,
        extraTransferLegSides: [],
        nextIterationFunding: null,
      }));
      expect(allocations).to.have.lengthOf(2);
      const settling = await ofFactory(
        "allocation/v2/settlement-factory",
        interfaces.settlementFactory,
        "SettlementFactory_SettleBatch",
        { settlement, transferLegs: [leg], allocations, actors: [venue.party] },
      );
      await signedBy(sdk, venue, settling);
      expect(await balance(bob.party)).to.equal(before + 40);
    });

    for (const [action, by] of [
      ["withdraw", "owner"],
      ["cancel", "executor"],
    ] as const) {
      it(`ends an allocation: the ${by} may ${action} it`, async () => {
        const settlement = { executors: [venue.party], id: action, cid: null, meta };
        const asked = specification(
          alice.party,
          legOf("leg0", alice.party, bob.party, "5.0"),
          false,
        );
        const before = await balance(alice.party);
        const inputs = await free(alice.party);
        await signedBy(sdk, alice, await allocate(alice.party, settlement, asked, inputs));
        const [made] = await allocationsFor(alice.party, action);
        const cid = String(made?.cid);
        const wallet = by === "owner" ? alice : venue;
        const prepared = await ofContract(
          `allocations/v2/${cid}/choice-contexts/${action}`,
          interfaces.allocation,
          cid,
          action === "withdraw" ? "Allocation_Withdraw" : "Allocation_Cancel",
          wallet.party,
        );
        await signedBy(sdk, wallet, prepared);
        expect(await allocationsFor(alice.party, action)).to.deep.equal([]);
        expect(await balance(alice.party)).to.equal(before);
      });
    }

    describe("answers requests of an app", () => {
      const userId = "ledger-api-user";
      let app: string;
      before(async () => {
        app = await sdk.party.internal.allocate({ partyHint: "app", userId });
      });

      const ask = (from: string): Promise<string> =>
        askAsApp(server, app, [
          { admin: dso, from, to: app, amount: "3.0", deadline: (Date.now() + 3_600_000) * 1_000 },
        ]);
      const choose = (cid: string, choice: string, actor: string) =>
        exerciseCommand(interfaces.request, cid, choice, {
          actors: [actor],
          extraArgs: emptyArgs,
        });
      const submitted = (actAs: string, [commands, disclosed]: Prepared) =>
        sdk.ledger.internal.submit({
          commands: own(commands),
          actAs: [actAs],
          disclosedContracts: own(disclosed),
        });

      it("accepts one together with its allocations, for a party of the node", async () => {
        const carol = await sdk.party.internal.allocate({ partyHint: "carol", userId });
        await sdk.amulet.tapInternal("100", { partyId: own(carol) });
        await ask(carol);
        const [request] = await listed(carol, interfaces.request);
        const commands: Array<unknown> = [];
        const disclosed: Array<unknown> = [];
        for (const asked of listAt(request?.view, "allocations")) {
          const settlement = at(request?.view, "settlement");
          const made = await allocate(carol, settlement, asked, await free(carol));
          commands.push(...made[0]);
          disclosed.push(...made[1]);
        }
        commands.push(choose(String(request?.cid), "AllocationRequest_Accept", carol));
        await submitted(carol, [commands, disclosed]);
        expect(await listed(carol, interfaces.request)).to.deep.equal([]);
        expect(await allocationsFor(carol, "trade")).to.have.lengthOf(1);
      });

      it("accepts one apart from its allocation, for a party that signs", async () => {
        const cid = await ask(alice.party);
        const [request] = await listed(alice.party, interfaces.request);
        const [asked] = listAt(request?.view, "allocations");
        const settlement = at(request?.view, "settlement");
        const allocating = await allocate(alice.party, settlement, asked, await free(alice.party));
        await signedBy(sdk, alice, allocating);
        await signedBy(sdk, alice, [[choose(cid, "AllocationRequest_Accept", alice.party)], []]);
        expect(await allocationsFor(alice.party, "trade")).to.have.lengthOf(1);
      });

      it("rejects one", async () => {
        const cid = await ask(bob.party);
        await signedBy(sdk, bob, [[choose(cid, "AllocationRequest_Reject", bob.party)], []]);
        expect(await listed(bob.party, interfaces.request)).to.deep.equal([]);
      });

      it("withdraws one, as the app", async () => {
        const cid = await ask(bob.party);
        await submitted(app, [[choose(cid, "AllocationRequest_Withdraw", app)], []]);
        expect(await listed(bob.party, interfaces.request)).to.deep.equal([]);
      });
    });
  });
}
