/** Packages as the imports of a foreign project name them. */
const core = JSON.stringify("@tallystick/core");
const node = JSON.stringify("@tallystick/node");

/**
 * A program in strict TypeScript over contracts by their templates: what must compile, and what
 * must not.
 */
export const typedProgram = `
import { choice, contractId, create, definePackage, type DamlType, numeric, optional, party, record, type Static, template, text } from ${core};
import { type ContractOf, type Created, type Ledger, LedgerFailure, openLedger, orThrow, step } from ${node};

const payload = record({ issuer: party, owner: party, amount: numeric, memo: optional(text) });
export interface IouPayload extends Static<typeof payload> {}
const named: DamlType<IouPayload> = payload;
const Iou = template("Iou:Iou", { payload: named, signatories: ({ issuer }) => [issuer] });
const Shop = template("Iou:Shop", { payload: record({ owner: party }), signatories: ({ owner }) => [owner] });
const Transfer = choice(Iou, "Transfer", {
  argument: record({ newOwner: party }),
  result: contractId,
  controllers: ({ owner }) => [owner],
  *body({ payload }, { newOwner }) {
    return yield* create(Iou, { ...payload, owner: newOwner });
  },
});
const iou = definePackage({ name: "iou", version: "1.0.0", templates: [Iou, Shop], choices: [Transfer] });

export const use = async (ledger: Ledger, bank: string): Promise<void> => {
  const as = { actAs: bank };
  const value = { issuer: bank, owner: bank, amount: "1" };
  const created: Created<"Iou:Iou"> = orThrow(await ledger.create(Iou, value, as));
  const shop = orThrow(await ledger.create(Shop, { owner: bank }, as));
  const moved: string = orThrow(await ledger.exercise(Transfer, created.contractId, { newOwner: bank }, as)).result;
  const { results } = orThrow(await ledger.transact([step.create(Shop, { owner: bank }), step.exercise(Transfer, moved, { newOwner: bank })], as));
  const [first, second]: readonly [{ contractId: string }, { result: string }] = results;
  const active: ReadonlyArray<ContractOf<IouPayload, "Iou:Iou">> = orThrow(await ledger.active(Iou));
  for (const { payload } of active) payload.amount.plus("1").isLessThan(payload.memo ?? "0");

  // @ts-expect-error -- a bare bigint is no numeric
  await ledger.create(Iou, { ...value, amount: 5n }, as);
  // @ts-expect-error -- nor is a number
  await ledger.create(Iou, { ...value, amount: 5 }, as);
  // @ts-expect-error -- a field is missing
  await ledger.create(Iou, { issuer: bank, owner: bank }, as);
  // @ts-expect-error -- a field is misspelt
  await ledger.create(Iou, { issuer: bank, owner: bank, amount: "1", mémo: "" }, as);
  // @ts-expect-error -- a choice of another template
  await ledger.exercise(Transfer, shop.contractId, { newOwner: bank }, as);
  // @ts-expect-error -- in a transaction too
  step.exercise(Transfer, shop.contractId, { newOwner: bank });
  // @ts-expect-error -- a contract of another template
  await ledger.fetch(Iou, shop.contractId);
  // @ts-expect-error -- the argument of another choice
  await ledger.exercise(Transfer, created.contractId, { owner: bank }, as);
  // @ts-expect-error -- no one submits
  await ledger.create(Iou, value, {});
  // @ts-expect-error -- the second step answers no contract id
  second.contractId;
  // @ts-expect-error -- a decimal is no number
  const sum: number = active[0]?.payload.amount;
  // @ts-expect-error -- an Either is no answer before it was looked at
  (await ledger.create(Iou, value, as)).contractId;
  console.log(first.contractId, sum);
};

export const codeOf = (thrown: unknown): string => {
  if (!(thrown instanceof LedgerFailure)) throw thrown;
  // @ts-expect-error -- there is no such code
  if (thrown.code === "CONTRACT_MISSING") return "";
  switch (thrown.code) {
    case "CONTRACT_NOT_FOUND":
    case "DAML_AUTHORIZATION_ERROR":
      return thrown.code;
    default:
      return "error" in thrown ? thrown.message : "";
  }
};

export const ledger = async (): Promise<Ledger> => orThrow(await openLedger({ packages: [iou] }));
`;

/** Expressions of such a program, and their types as an editor shows them. */
const shown: ReadonlyArray<readonly [expression: string, type: string]> = [
  ["Iou", 'Template<IouPayload, never, "Iou:Iou">'],
  ["Transfer", 'Choice<{ readonly newOwner: PartyId; }, ContractId, "Iou:Iou">'],
  ["opened", "Either<OpenError, Ledger>"],
  ["created", 'Either<LedgerError, Created<"Iou:Iou">>'],
  ["moved", "Exercised<ContractId>"],
  ["active", 'readonly ContractOf<IouPayload, "Iou:Iou">[]'],
  [
    "active[0]!.payload",
    "{ readonly issuer: PartyId; readonly owner: PartyId; readonly amount: Decimal; readonly memo?: string | undefined; }",
  ],
  ["results", 'readonly [StepCreated<"Iou:Shop">, StepExercised<ContractId>]'],
  ["new LedgerFailure({ message: '' }).error", "Explained | LedgerError"],
];

/** A program that says by its errors what the types of expressions are shown as. */
export const shownProgram =
  typedProgram.slice(0, typedProgram.indexOf("export const use")) +
  `
declare const bank: string;
const as = { actAs: bank };
const opened = await openLedger({ packages: [iou] });
const ledger = orThrow(opened);
const created = await ledger.create(Iou, { issuer: bank, owner: bank, amount: "1" }, as);
const moved = orThrow(await ledger.exercise(Transfer, orThrow(created).contractId, { newOwner: bank }, as));
const { results } = orThrow(await ledger.transact([step.create(Shop, { owner: bank }), step.exercise(Transfer, moved.result, { newOwner: bank })], as));
const active = orThrow(await ledger.active(Iou));
${shown.map(([expression], at) => `export const shown${at}: never = ${expression};`).join("\n")}
`;

/** What its types are shown as, in their order. */
export const shownTypes = shown.map(([, type]) => type);
