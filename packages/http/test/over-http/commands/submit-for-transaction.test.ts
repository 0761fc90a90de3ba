import { saidOf } from "../../fixtures/expected-reply.js";
import { JsLedgerError } from "@tallystick/wire";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { JsSubmitAndWaitForTransactionResponse } from "../../../src/v2/commands/commands-submit-and-wait-for-transaction.js";
import { JsSubmitAndWaitForTransactionTreeResponse } from "../../../src/v2/commands/commands-submit-and-wait-for-transaction-tree.js";
import {
  at,
  expectError,
  openPingServer,
  type PingServer,
  pingTemplate,
} from "../../fixtures/ping-server.js";
import { developmentToken } from "../../fixtures/running-server.js";

const path = "/v2/commands/submit-and-wait-for-transaction";
const treePath = "/v2/commands/submit-and-wait-for-transaction-tree";
const everything = { cumulative: [] };

describe("A command answered with its transaction", () => {
  let pings: PingServer;
  before(async () => {
    pings = await openPingServer();
    await pings.ledger.createUser({
      userId: "only-alice",
      rights: [{ kind: "CanActAs", party: pings.alice }],
    });
  });
  after(() => pings.close());

  const format = (party: string, transactionShape: string, filters: object = everything) => ({
    eventFormat: { filtersByParty: { [party]: filters }, verbose: false },
    transactionShape,
  });

  const submit = async (commands: object, transactionFormat?: object) => {
    const reply = await pings.post(path, { commands, transactionFormat });
    expect(reply.status, reply.text).to.equal(200);
    const read = JsSubmitAndWaitForTransactionResponse.read(reply.json);
    if (isLeft(read)) throw new Error(JSON.stringify(read.left));
    return read.right.transaction;
  };

  const contractIdOf = (transaction: unknown): string =>
    String(at(transaction, "events", 0, "CreatedEvent", "contractId"));

  it("carries the trace of its request, and one of its own without or with a malformed one", async () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const traceOf = async (header: string | undefined) => {
      const headers = header === undefined ? {} : { traceparent: header };
      const body = { commands: pings.create() };
      const reply = await pings.running.call("POST", path, { body, headers });
      return at(reply.json, "transaction", "traceContext", "traceparent");
    };
    expect(await traceOf(traceparent)).to.equal(traceparent);
    const tracestate = "k=v,l=w";
    const headers = { traceparent, tracestate };
    const body = { commands: pings.create() };
    const { json } = await pings.running.call("POST", path, { body, headers });
    expect(at(json, "transaction", "traceContext")).to.deep.equal(headers);
    const own = /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/;
    for (const header of [undefined, "nonsense", `00-${"0".repeat(32)}-b7ad6b7169203331-01`])
      expect(await traceOf(header)).to.match(own);
  });

  it("shows the change of the active contracts to those who acted when no format is given", async () => {
    const commands = pings.create();
    const transaction = await submit(commands);
    expect(transaction.commandId).to.equal(commands.commandId);
    expect(transaction.offset).to.equal(pings.ledger.ledgerEnd());
    expect(transaction.events).to.have.length(1);
    expect(at(transaction.events, 0, "CreatedEvent")).to.deep.include({
      witnessParties: [pings.alice],
      createdEventBlob: "",
    });
    const archived = await submit(pings.respond(contractIdOf(transaction)));
    expect(transaction.events.length).to.equal(1);
    expect(archived.events[0]).to.have.property("ArchivedEvent");
  });

  it("shows the effects of the ledger when they are requested", async () => {
    const made = await submit(pings.create());
    const effects = format(pings.bob, "TRANSACTION_SHAPE_LEDGER_EFFECTS");
    const exercised = await submit(pings.respond(contractIdOf(made)), effects);
    expect(at(exercised.events, 0, "ExercisedEvent")).to.include({ choice: "Respond" });
  });

  it("fills in the blob where a filter asks for it", async () => {
    const filters = {
      cumulative: [
        { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: true } } } },
      ],
    };
    const delta = format(pings.alice, "TRANSACTION_SHAPE_ACS_DELTA", filters);
    const made = await submit(pings.create(), delta);
    expect(at(made.events, 0, "CreatedEvent", "createdEventBlob")).to.be.a("string").that.is.not
      .empty;
  });

  it("answers a transaction without events when the format filters all of them out", async () => {
    const commands = pings.create();
    const carol = await pings.ledger.allocateParty({
      partyIdHint: "carol",
      userId: "ledger-api-user",
    });
    if (isLeft(carol)) throw new Error(carol.left.cause);
    const unseen = format(carol.right.party, "TRANSACTION_SHAPE_ACS_DELTA");
    const transaction = await submit(commands, unseen);
    expect(transaction).to.deep.include({
      events: [],
      offset: pings.ledger.ledgerEnd(),
      synchronizerId: pings.ledger.synchronizerId,
    });
    expect(transaction.updateId).to.match(/^[0-9a-f]+$/);
  });

  it("answers a contract that comes and goes at once without events", async () => {
    const createArguments = { id: "short", initiator: pings.alice, responder: pings.bob };
    const short = {
      CreateAndExerciseCommand: {
        templateId: pingTemplate,
        createArguments,
        choice: "Respond",
        choiceArgument: {},
      },
    };
    const transaction = await submit(
      pings.create({ commands: [short], actAs: [pings.alice, pings.bob] }),
    );
    expect(transaction.events).to.deep.equal([]);
  });

  const shape = "TRANSACTION_SHAPE_ACS_DELTA";
  const badFormats: ReadonlyArray<readonly [string, () => object, number, string]> = [
    ["no shape", () => format(pings.alice, "UNRECOGNIZED"), 400, "MISSING_FIELD"],
    ["no event format", () => ({ transactionShape: shape }), 400, "MISSING_FIELD"],
    [
      "nobody to see",
      () => ({ transactionShape: shape, eventFormat: {} }),
      400,
      "INVALID_ARGUMENT",
    ],
    [
      "an unknown package",
      () =>
        format(pings.alice, shape, {
          cumulative: [
            { identifierFilter: { TemplateFilter: { value: { templateId: "#nope:A:B" } } } },
          ],
        }),
      404,
      "PACKAGE_NAMES_NOT_FOUND",
    ],
  ];
  for (const [what, transactionFormat, status, code] of badFormats) {
    it(`refuses a format with ${what} and submits nothing`, async () => {
      const end = pings.ledger.ledgerEnd();
      const body = { commands: pings.create(), transactionFormat: transactionFormat() };
      expectError(await pings.post(path, body), status, code);
      expect(pings.ledger.ledgerEnd()).to.equal(end);
    });
  }

  it("asks for the right to read what the format shows", async () => {
    const token = await developmentToken("only-alice");
    const end = pings.ledger.ledgerEnd();
    const seen = format(pings.bob, shape);
    const body = { commands: pings.create(), transactionFormat: seen };
    const refused = await pings.post(path, body, token);
    expect(refused.status).to.equal(403);
    expect(JsLedgerError.is(refused.json)).to.equal(true);
    const any = { eventFormat: { filtersForAnyParty: everything }, transactionShape: shape };
    expect((await pings.post(path, { ...body, transactionFormat: any }, token)).status).to.equal(
      403,
    );
    expect(
      (await pings.post(treePath, pings.create({ actAs: [pings.bob] }), token)).status,
    ).to.equal(403);
    expect(pings.ledger.ledgerEnd()).to.equal(end);
    expect((await pings.post(path, { commands: pings.create() }, token)).status).to.equal(200);
  });

  it("answers a rejection as the other forms do", async () => {
    const gone = await submit(pings.create());
    await submit(pings.respond(contractIdOf(gone)));
    for (const [url, body] of [
      [path, { commands: pings.respond(contractIdOf(gone)) }],
      [treePath, pings.respond(contractIdOf(gone))],
    ] as const)
      expectError(await pings.post(url, body), 404, "CONTRACT_NOT_FOUND");
  });

  it("tells malformed commands in plain text and broken rules as an error object", async () => {
    const undecodable = await pings.post(path, { commands: { commandId: "c" } });
    expect(undecodable.status).to.equal(400);
    expect(undecodable.text).to.match(/^Invalid value for: body .*commands/);
    const missing = await pings.post(path, { commands: pings.create({ commandId: "" }) });
    expectError(missing, 400, "MISSING_FIELD");
    expect(at(missing.json, "context", "field_name")).to.equal("command_id");
    expect(saidOf(missing)).to.contain("commandId");
  });

  it("answers a tree of the events by their node ids", async () => {
    const made = await submit(pings.create());
    const reply = await pings.post(treePath, pings.respond(contractIdOf(made)));
    expect(reply.status, reply.text).to.equal(200);
    expect(JsSubmitAndWaitForTransactionTreeResponse.is(reply.json)).to.equal(true);
    const tree = at(reply.json, "transactionTree");
    expect(at(tree, "eventsById", "0", "ExercisedTreeEvent", "value")).to.include({
      choice: "Respond",
      contractId: contractIdOf(made),
      nodeId: 0,
    });
    expect(tree).to.include({ offset: pings.ledger.ledgerEnd() });
  });
});
