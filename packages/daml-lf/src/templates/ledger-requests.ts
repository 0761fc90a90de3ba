import type {
  FetchedContract,
  FetchedPayload,
  KeyAnswer,
  LedgerEffect,
  TypedValue,
} from "@tallystick/core";
import { wrongType } from "../ledger-types/adapted-type.js";
import type { LfEffect } from "../machine/effects.js";
import { keyOf } from "../machine/program.js";
import type { Reference } from "../syntax/type.js";
import { listOf } from "../values/list.js";
import {
  ContractId,
  InterfaceValue,
  LfRecord,
  type LfValue,
  Party,
  Some,
  Timestamp,
  unit,
} from "../values/value.js";
import { storedError } from "./stored-value.js";
import { adopted, type DamlTypes, typeOnLedger } from "./daml-types.js";

/** What an effect of a running update asks of the ledger. Throws an `LfError`. */
export const requestOf = (types: DamlTypes, effect: LfEffect): LedgerEffect => {
  switch (effect.op) {
    case "create": {
      const { template, payload } = effect;
      const typed = { type: typeOnLedger(types.payload(template)), value: payload };
      return { op: "createOf", of: keyOf(template), payload: typed };
    }
    case "exercise":
      return exerciseOf(types, effect.template, effect);
    case "exerciseInterface":
      return exerciseOf(types, effect.interface, effect);
    case "exerciseByKey": {
      const { template, choice, argument } = effect;
      return {
        op: "exerciseByKeyOf",
        of: keyOf(template),
        choice,
        key: keyIn(types, template, effect.key),
        argument: argumentOf(types, template, choice, argument),
      };
    }
    case "fetch":
      return { op: "fetchOf", of: keyOf(effect.template), contractId: effect.contractId.id };
    case "fetchInterface":
      return { op: "fetchOf", of: keyOf(effect.interface), contractId: effect.contractId.id };
    case "fetchByKey": {
      const { template, key } = effect;
      return { op: "fetchByKeyOf", of: keyOf(template), key: keyIn(types, template, key) };
    }
    case "queryByKey": {
      const { template, key, count } = effect;
      return {
        op: "queryByKeyOf",
        of: keyOf(template),
        key: keyIn(types, template, key),
        count: countOf(count),
      };
    }
    case "getTime":
      return { op: "ledgerTime" };
    case "ledgerTimeLess":
      return { op: "isLedgerTimeBefore", time: effect.time.micros };
    case "tryRollback":
      return rollbackOf(types, effect);
    case "tryBegin":
    case "tryCommit":
    case "pause":
      return effect;
  }
};

const rollbackOf = (
  types: DamlTypes,
  { op, thrown }: Extract<LfEffect, { readonly op: "tryRollback" }>,
): LedgerEffect => {
  if (!types.isProfiled || thrown?.failure.kind !== "Thrown") return { op };
  const { of, value } = thrown.failure.exception;
  const type = storedError(value) === undefined ? types.shown(of) : undefined;
  const known = type === undefined ? {} : { value: { type: typeOnLedger(type), value } };
  return { op, thrown: { of: keyOf(of), ...known } };
};

/** Contracts that a query by key finds at most (daml-lf B.9). */
const maxFound = 1_000_000;

const countOf = (count: bigint): number => {
  if (count < 1n) throw wrongType(`a query by key for ${count} contracts`);
  return count > BigInt(maxFound) ? maxFound : Number(count);
};

type Exercising = Extract<LfEffect, { readonly op: "exercise" | "exerciseInterface" }>;

const exerciseOf = (
  types: DamlTypes,
  of: Reference,
  { choice, contractId, argument }: Exercising,
): LedgerEffect => ({
  op: "exerciseOf",
  of: keyOf(of),
  choice,
  contractId: contractId.id,
  argument: argumentOf(types, of, choice, argument),
});

const argumentOf = (
  types: DamlTypes,
  of: Reference,
  choice: string,
  value: LfValue,
): TypedValue => ({ type: typeOnLedger(types.argument(of, choice)), value });

const keyIn = (types: DamlTypes, of: Reference, value: LfValue): TypedValue => ({
  type: typeOnLedger(types.key(of)),
  value,
});

/** The answer of the ledger as a value of the program. Throws an `LfError`. */
export const answerOf = (types: DamlTypes, effect: LfEffect, answer: unknown): LfValue => {
  switch (effect.op) {
    case "create":
      return new ContractId(answerAs<string>(answer));
    case "exercise":
      return resultOf(types, effect.template, effect.choice, answerAs<TypedValue>(answer));
    case "exerciseByKey":
      return resultOf(types, effect.template, effect.choice, answerAs<TypedValue>(answer));
    case "exerciseInterface":
      return resultOf(types, effect.interface, effect.choice, answerAs<TypedValue>(answer));
    case "fetch":
      return types.payloadIn(effect.template, answerAs<TypedValue>(answer));
    case "fetchInterface":
      return interfaceValueOf(types, answerAs<FetchedPayload>(answer));
    case "fetchByKey":
      return pairOf(types, effect.template, answerAs<FetchedContract>(answer));
    case "queryByKey":
      return queried(types, effect.template, answerAs<KeyAnswer>(answer));
    case "getTime":
      return new Timestamp(answerAs<bigint>(answer));
    case "ledgerTimeLess":
      return answer === true;
    default:
      return unit;
  }
};

// border: core answers each effect with what its documentation says
const answerAs = <A>(answer: unknown): A => answer as A;

const resultOf = (types: DamlTypes, of: Reference, choice: string, given: TypedValue): LfValue =>
  adopted(types.result(of, choice), given);

const interfaceValueOf = (types: DamlTypes, fetched: FetchedPayload): InterfaceValue => {
  const template = types.reference(fetched.templateId);
  return types.packageOf(template.packageId) === undefined
    ? otherValue(types, template, fetched)
    : new InterfaceValue(template, types.payloadIn(template, fetched));
};

/** A fetched contract of a template whose package is not there in Daml. */
const otherValue = (
  types: DamlTypes,
  template: Reference,
  fetched: FetchedPayload,
): InterfaceValue => {
  // two of these are equal when their payloads are
  const text = JSON.stringify(fetched.type.encode(fetched.value));
  const payload = new LfRecord({ of: template, labels: ["json"] }, [text]);
  return new InterfaceValue(template, payload, {
    packageName: fetched.packageName,
    implements: (of) => fetched.view(keyOf(of)) !== undefined,
    view: (of) => {
      const view = fetched.view(keyOf(of));
      if (view === undefined) throw wrongType(`${keyOf(template)} does not implement ${keyOf(of)}`);
      return adopted(types.view(of), view);
    },
    payloadAs: (wanted) => types.payloadIn(wanted, fetched),
    signatories: () => partiesOf(fetched.signatories),
    observers: () => partiesOf(fetched.observers),
  });
};

const partiesOf = (parties: ReadonlyArray<string>): LfValue =>
  listOf(parties.map((id) => new Party(id)));

const tuple2 = {
  of: {
    packageId: "5aee9b21b8e9a4c4975b5f4c4198e6e6e8469df49e2010820e792f393db870f4",
    module: "DA.Types",
    name: "Tuple2",
  },
  labels: ["_1", "_2"],
};

const pairOf = (types: DamlTypes, template: Reference, found: FetchedContract): LfRecord =>
  new LfRecord(tuple2, [new ContractId(found.contractId), types.payloadIn(template, found)]);

const queried = (types: DamlTypes, template: Reference, { found }: KeyAnswer): LfValue =>
  new Some(listOf(found.map((each) => pairOf(types, template, each))));
