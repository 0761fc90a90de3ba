import type { DamlType, TypedValue } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { type LedgerType, wrongType } from "../ledger-types/adapted-type.js";
import { ledgerTypeOf } from "../ledger-types/ledger-type.js";
import { keyOf, type Program, programOf, templateOf } from "../machine/program.js";
import type { LfChoice, LfPackage } from "../syntax/package.js";
import type { Reference, Type } from "../syntax/type.js";
import { LfError } from "../values/lf-error.js";
import { type Pieces, transactionPieces } from "../values/meter.js";
import { LfRecord, type LfValue } from "../values/value.js";
import { type Converted, convertValue } from "./convert-value.js";
import { keyType } from "./key-type.js";
import { Runs } from "./runs.js";
import { storedType } from "./stored-type.js";

/** Daml packages as a program, and the types of what their templates store on the ledger. */
export class DamlTypes {
  readonly program: Program;
  readonly runs: Runs;
  readonly #payloads = new Map<string, LedgerType>();
  readonly #keys = new Map<string, LedgerType>();
  readonly #views = new Map<string, LedgerType>();
  readonly #references = new Map<string, Reference>();
  readonly #arguments = new Map<string, Map<string, LedgerType>>();
  readonly #results = new Map<string, Map<string, LedgerType>>();
  /** Payloads as those of other versions of their templates, for as long as each is kept itself. */
  readonly #conversions = new WeakMap<LfRecord, Map<string, Converted>>();

  /**
   * @param packageOf the definitions of a package by its id, the same at each call
   * @param pieces what transactions take in one piece
   * @param isProfiled true: code counts what its definitions take, for runs with a profile
   */
  constructor(
    readonly packageOf: (packageId: string) => LfPackage | undefined,
    pieces: Pieces = transactionPieces,
    readonly isProfiled = false,
  ) {
    this.program = programOf({
      package: packageOf,
      isProfiled,
      convert: (payload, _, to) => this.#converted(payload, to),
    });
    this.runs = new Runs(this.program, pieces);
  }

  /** The reference that an id in package-id form is; the same for each id. */
  reference(id: string): Reference {
    return kept(this.#references, id, () => referenceOf(id));
  }

  /** The type of the payloads of a template. */
  payload(of: Reference): LedgerType {
    return kept(this.#payloads, keyOf(of), () => this.stored({ tag: "constructor", of }));
  }

  /** The type of the keys of a template. Throws a Crash for one without. */
  key(of: Reference): LedgerType {
    return kept(this.#keys, keyOf(of), () => {
      const { key } = templateOf(this.program, of);
      if (key === undefined) throw wrongType(`${keyOf(of)} has no key`);
      return keyType(this.stored(key.type));
    });
  }

  argument(of: Reference, choice: string): LedgerType {
    const types = kept(this.#arguments, keyOf(of), () => new Map<string, LedgerType>());
    return kept(types, choice, () => this.stored(this.#choice(of, choice).argument.type));
  }

  result(of: Reference, choice: string): LedgerType {
    const types = kept(this.#results, keyOf(of), () => new Map<string, LedgerType>());
    return kept(types, choice, () => this.stored(this.#choice(of, choice).resultType));
  }

  /** The type of the views of an interface. */
  view(of: Reference): LedgerType {
    return kept(this.#views, keyOf(of), () => {
      const definition = this.packageOf(of.packageId)?.modules.get(of.module)?.interfaces;
      const view = definition?.get(of.name)?.view;
      if (view === undefined) throw wrongType(`no interface ${keyOf(of)}`);
      return this.stored(view);
    });
  }

  /** The type of a whole value that is stored on the ledger. */
  stored(type: Type): LedgerType {
    return storedType(ledgerTypeOf({ get: this.packageOf }, type));
  }

  /** The type of a record that is only shown; undefined when it has what is no data. */
  shown(of: Reference): LedgerType | undefined {
    try {
      return this.stored({ tag: "constructor", of });
    } catch (thrown) {
      if (thrown instanceof LfError) return undefined;
      throw thrown;
    }
  }

  /** The payload of any template whose definition is here, also when other code made it. */
  payloadIn(of: Reference, given: TypedValue): LfRecord {
    const value = adopted(this.payload(of), given);
    if (value instanceof LfRecord) return value;
    throw wrongType(`expected a payload of ${keyOf(of)}`);
  }

  /** A payload as one of another version of its template (daml-lf B.10). Left: why it is none. */
  converted(to: Reference, payload: LfRecord): Converted {
    const known = this.#conversions.get(payload) ?? new Map<string, Converted>();
    if (known.size === 0) this.#conversions.set(payload, known);
    return kept(known, keyOf(to), () =>
      convertValue(this.packageOf, { tag: "constructor", of: to }, payload),
    );
  }

  #choice(of: Reference, name: string): LfChoice {
    const module = this.packageOf(of.packageId)?.modules.get(of.module);
    const owner = module?.templates.get(of.name) ?? module?.interfaces.get(of.name);
    const choice = owner?.choices.get(name);
    if (choice === undefined) throw wrongType(`no choice ${name} of ${keyOf(of)}`);
    return choice;
  }

  #converted(payload: LfRecord, to: Reference): LfRecord {
    const converted = this.converted(to, payload);
    if (!isLeft(converted) && converted.right instanceof LfRecord) return converted.right;
    const reason = isLeft(converted) ? converted.left.reason : "it is no record";
    throw new LfError({
      kind: "TranslationFailed",
      reason: `The contract does not fit ${keyOf(to)}: ${reason}`,
    });
  }
}

const kept = <A>(map: Map<string, A>, key: string, make: () => A): A => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
};

/** A type over values of Daml, as a template of the ledger has it. */
export const typeOnLedger = (type: LedgerType): DamlType<unknown> => type;

/** A value that the ledger gives to functions of Daml. */
export const damlValue = (value: unknown): LfValue =>
  // border: the ledger gives them only values that they or their types made
  value as LfValue;

/** A value of other code as one of a type of this; what has another type goes by way of JSON. */
export const adopted = (type: LedgerType, given: TypedValue): LfValue => {
  if (given.type === type) return damlValue(given.value);
  const read = type.decode(given.type.encode(given.value));
  if (isLeft(read)) throw wrongType(`a value of other code does not fit: ${read.left.reason}`);
  return read.right;
};

/** The reference that an id in package-id form is. */
export const referenceOf = (id: string): Reference => {
  const [packageId = "", module = "", name = ""] = id.split(":");
  return { packageId, module, name };
};
