import { definePackage, party, record, template } from "@tallystick/core";
import { type Ledger, openLedger } from "@tallystick/node";

const pingTemplate = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";
const user = "ledger-api-user";

/** A template of which no contract is ever made. */
const unused = template("Test:Unused", {
  payload: record({ owner: party }),
  signatories: ({ owner }) => [owner],
});

const unusedPackage = definePackage({ name: "unused", version: "1.0.0", templates: [unused] });

/** A filter by that template. */
export const nothingFor = (owner: string) => ({
  filtersByParty: {
    [owner]: {
      cumulative: [
        {
          identifierFilter: {
            TemplateFilter: {
              value: { templateId: "#unused:Test:Unused", includeCreatedEventBlob: false },
            },
          },
        },
      ],
    },
  },
});

/** A ledger in memory with two parties that play Ping, and the user of the development login, who may act as both. */
export interface PingLedger {
  readonly ledger: Ledger;
  readonly alice: string;
  readonly bob: string;
  /** Creates so many Pings between Alice and Bob, as many at once as the pipeline takes, each with an id of this length. */
  create(count: number, idLength?: number): Promise<void>;
  /** Bob answers a Ping. */
  respond(contractId: string): Promise<void>;
}

const maxAtOnce = 64;

const allocated = async (ledger: Ledger, partyIdHint: string): Promise<string> => {
  const party = await ledger.allocateParty({ partyIdHint });
  if (party._tag === "Left") throw new Error(party.left.cause);
  return party.right.party;
};

export const openPingLedger = async (): Promise<PingLedger> => {
  const opened = await openLedger({ packages: [unusedPackage] });
  if (opened._tag === "Left") throw new Error(opened.left.message);
  const ledger = opened.right;
  const alice = await allocated(ledger, "alice");
  const bob = await allocated(ledger, "bob");
  const made = await ledger.createUser({
    userId: user,
    rights: [
      { kind: "ParticipantAdmin" },
      { kind: "CanActAs", party: alice },
      { kind: "CanActAs", party: bob },
    ],
  });
  if (made._tag === "Left") throw new Error(made.left.cause);
  let count = 0;
  const submit = async (command: object, actAs: string): Promise<void> => {
    count += 1;
    const outcome = await ledger.submitAndWait({
      // border: the fields of one command each
      commands: [command as never],
      commandId: `ping-${count}`,
      actAs: [actAs],
      userId: user,
    });
    if (outcome._tag === "Left") throw new Error(outcome.left.cause);
  };
  const createOne = (idLength: number): Promise<void> => {
    const id = `${count}`.padEnd(idLength, "x");
    const createArguments = { id, initiator: alice, responder: bob };
    return submit({ CreateCommand: { templateId: pingTemplate, createArguments } }, alice);
  };
  return {
    ledger,
    alice,
    bob,
    create: async (total, idLength = 8) => {
      for (let done = 0; done < total; done += maxAtOnce) {
        const few = Math.min(maxAtOnce, total - done);
        await Promise.all(Array.from({ length: few }, () => createOne(idLength)));
      }
    },
    respond: (contractId) =>
      submit(
        {
          ExerciseCommand: {
            templateId: pingTemplate,
            contractId,
            choice: "Respond",
            choiceArgument: {},
          },
        },
        bob,
      ),
  };
};

export const wildcardFor = (...parties: ReadonlyArray<string>) => ({
  filtersByParty: Object.fromEntries(
    parties.map((party) => [
      party,
      {
        cumulative: [
          { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: false } } } },
        ],
      },
    ]),
  ),
});

/** A value inside of nested ones. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((inner, key) => Object(inner)[key], value);

/** Offsets of the transactions among update frames. */
export const transactionOffsets = (frames: ReadonlyArray<unknown>): ReadonlyArray<number> =>
  frames
    .map((frame) => at(frame, "update", "Transaction", "value", "offset"))
    .filter((offset): offset is number => typeof offset === "number");
