import { entriesOf } from "../../src/collections/persistent-map.js";
import fc from "fast-check";
import type {
  Command,
  CompositeCommand,
  DeduplicationPeriod,
} from "../../src/commands/composite-command.js";
import { archiveChoiceName } from "../../src/templates/definition-rules.js";
import type { LedgerCommand } from "../../src/ledger/decide.js";
import { emptyLedger } from "../../src/ledger/ledger-state.js";
import {
  alice,
  bank,
  bob,
  commandOf,
  createsAndExercises,
  creates,
  exercises,
  exercisesByKey,
  iou,
  iouKey,
  TestLedger,
  disclosed,
  start,
} from "../ledger-fixture.js";
import { Iou, Move, Reissue, Split, Touch, Transfer } from "../sample-package.js";

const parties = [bank, alice, bob];
/** Settings of these ledgers. */
export const settings = { hashSeed: 1 };

// numbers stand for contracts, parties and references; which they are is decided when the command
// is built
const step = fc.record({
  kind: fc.oneof(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 10 })),
  second: fc.integer({ min: -20, max: 7 }),
  contract: fc.nat(12),
  party: fc.nat(2),
  reference: fc.nat(3),
  commandId: fc.nat(60),
  period: fc.constantFrom<DeduplicationPeriod>(
    { kind: "empty" },
    { kind: "duration", durationMicros: 0n },
    { kind: "duration", durationMicros: 2_000n },
    { kind: "offset", offset: 3n },
    { kind: "offset", offset: 30n },
  ),
  elapsed: fc.integer({ min: -500, max: 1_500 }),
  actAs: fc.constantFrom(0, 0, 1, 2, 3),
  ledgerTime: fc.constantFrom<
    Pick<CompositeCommand, "minLedgerTimeAbs" | "minLedgerTimeRel" | "traceParent" | "traceState">
  >(
    {},
    {},
    { minLedgerTimeAbs: BigInt(start + 5_000) },
    { minLedgerTimeAbs: BigInt(start + 90_000_000) },
    {
      minLedgerTimeRel: 700n,
      traceParent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    },
    {
      traceParent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      traceState: "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE",
    },
    { minLedgerTimeRel: -(2n ** 60n) },
    { minLedgerTimeRel: 2n ** 60n },
  ),
  prefers: fc.boolean(),
  discloses: fc.boolean(),
});
/** One step of a history. */
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const partyCommand = (kind: number, { party, reference }: Step): LedgerCommand | undefined => {
  const named = parties[party] ?? bank;
  if (kind === 8) {
    return {
      kind: "AllocateParty",
      partyIdHint: `p${reference}`,
      annotations: {},
      identityProviderId: "",
      synchronizerId: "",
      userId: reference === 0 ? "u0" : "",
    };
  }
  if (kind === 9) {
    return {
      kind: "CreateUser",
      userId: `u${reference}`,
      primaryParty: "",
      isDeactivated: false,
      annotations: {},
      identityProviderId: "",
      primaryPartyAuthentication: false,
      rights: [{ kind: "CanActAs", party: named }],
    };
  }
  return kind === 10
    ? {
        kind: "GrantUserRights",
        userId: `u${reference}`,
        rights: [{ kind: "CanReadAs", party: named }],
      }
    : undefined;
};

const contractCommand = (
  kind: number,
  { contract, party, reference }: Step,
  ids: ReadonlyArray<string>,
): Command => {
  // mostly one of the latest contracts, which is likely to be active still
  const contractId = ids[ids.length - 1 - (contract % 5)] ?? "00";
  const owner = parties[party] ?? bank;
  const payload = iou({ owner, reference: `r${reference}` });
  switch (kind) {
    case 0:
      return creates(Iou, payload);
    case 1:
      return exercises(Transfer, contractId, { newOwner: owner });
    case 2:
      return exercisesByKey(Transfer, iouKey(`r${reference}`), { newOwner: owner });
    case 3:
      return exercises(Split, contractId, { amount: "1", reference: `r${reference}` });
    case 4:
      return exercises({ on: Iou, name: archiveChoiceName }, contractId);
    case 5:
      return createsAndExercises(Move, payload, { newOwner: owner });
    case 6:
      return createsAndExercises(Reissue, { owner: bank }, { iou: contractId, first: "archive" });
    default:
      return exercises(Touch, contractId);
  }
};

const preferred = ({ context }: TestLedger): ReadonlyArray<string> =>
  context.catalog.packages.slice(0, 1).map(({ packageId }) => packageId);

/** The command of a step, as far as the ledger got. */
export const commandsOf = (ledger: TestLedger, at: Step): LedgerCommand => {
  const participant = partyCommand(at.kind, at);
  if (participant !== undefined) return participant;
  const ids = ledger.journal.flatMap((event) =>
    event.type === "TransactionCommitted"
      ? event.nodes.flatMap((node) => (node.kind === "create" ? [node.contractId] : []))
      : [],
  );
  const second = at.second >= 0 ? [contractCommand(at.second, at, [...ids].reverse())] : [];
  const command: CompositeCommand = commandOf({
    commandId: `c${at.commandId}`,
    // all act, or one of them acts while another may read
    actAs: at.actAs === 0 ? [...parties].sort() : [parties[at.actAs - 1] ?? bank],
    readAs: at.actAs === 0 ? [] : [parties[at.actAs % parties.length] ?? bank],
    commands: [contractCommand(at.kind, at, ids), ...second],
    deduplicationPeriod: at.period,
    ...at.ledgerTime,
    packageIdSelectionPreference: at.prefers ? preferred(ledger) : [],
    disclosedContracts: at.discloses
      ? Array.from(entriesOf(ledger.state.contracts), ([, contract]) => disclosed(contract))
      : [],
  });
  return { kind: "Submit", command };
};

/**
 * A ledger after steps, many of which are refused or rejected.
 *
 * @param seen is called before each command is decided
 */
export const ledgerAfter = (
  steps: ReadonlyArray<Step>,
  seen: (ledger: TestLedger, command: LedgerCommand) => void = () => undefined,
): TestLedger => {
  const ledger = new TestLedger({}, emptyLedger(settings));
  ledger.configure({ deduplicationWindowMicros: 3_000 });
  for (const at of steps) {
    ledger.context = { ...ledger.context, now: ledger.context.now + at.elapsed };
    const command = commandsOf(ledger, at);
    seen(ledger, command);
    ledger.decide(command);
  }
  return ledger;
};
/** The steps of a history. */
export const steps = fc.array(step, { minLength: 20, maxLength: 60 });
