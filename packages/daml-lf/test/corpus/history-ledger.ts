import { createHash } from "node:crypto";
import {
  type Command,
  type CompiledCatalog,
  type Contract,
  contractOfNode,
  emptyMap,
  interpret,
  withoutPause,
  type Json,
  keyIdOfContract,
  keysWithout,
  ledgerCatalog,
  type LedgerError,
  ledgerError,
  microsFromText,
  newTrace,
  Profile,
  type PackageRegistered,
  type PersistentMap,
  setIn,
  getIn,
  type TraceStep,
  withHolder,
} from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { archiveModel } from "../../src/archive.js";
import type { Dar } from "../../src/dar.js";
import { DamlTypes, referenceOf } from "../../src/templates/daml-types.js";
import { decodePackage } from "../../src/decode/decode-package.js";
import { UploadedPackages } from "../../src/templates/uploaded-packages.js";
import type { Pieces } from "../../src/values/meter.js";
import type { LfPackage } from "../../src/syntax/package.js";
import type { Type } from "../../src/syntax/type.js";
import { shownError, comparableError } from "./history-error.js";
import { type Naming, shownKey, shownTransaction } from "./history-tree.js";
import { jsonOf, Mismatch, type Recorded } from "./history-values.js";

/** A command as the recorded histories write it. */
interface RecordedCommand {
  readonly c: "create" | "exercise" | "exerciseByKey" | "createAndExercise";
  readonly template: string;
  readonly contract?: string;
  readonly choice?: string;
  readonly key?: Recorded;
  readonly arg: Recorded;
  readonly choiceArg?: Recorded;
}

/** A submission of a history. */
export interface RecordedSubmission {
  readonly op: "submit" | "active";
  readonly actAs: ReadonlyArray<string>;
  readonly readAs?: ReadonlyArray<string>;
  readonly disclosed?: ReadonlyArray<string>;
  readonly time: string;
  readonly commands: ReadonlyArray<RecordedCommand>;
  readonly preference?: ReadonlyArray<string>;
  readonly legacy?: boolean;
}

/** A history: submissions to a ledger that is empty at first, each with what was answered. */
export interface History {
  readonly name: string;
  readonly dars: ReadonlyArray<string>;
  readonly steps: ReadonlyArray<{
    readonly submit: RecordedSubmission;
    readonly answer: Readonly<Record<string, unknown>>;
  }>;
}

/** The packages of some DARs, compiled. */
export interface CompiledDars {
  readonly catalog: CompiledCatalog;
  /** The same as code that counts what its definitions take. */
  readonly profiled: CompiledCatalog;
  readonly types: DamlTypes;
  readonly packages: ReadonlyMap<string, LfPackage>;
}

/** Compiles the packages of DARs as a node does that they are uploaded to. */
export const compiledDars = (dars: ReadonlyArray<Dar>, pieces?: Pieces): CompiledDars => {
  const uploaded = new UploadedPackages(pieces);
  const packages = new Map<string, LfPackage>();
  let registered: PersistentMap<PackageRegistered> = emptyMap(1);
  for (const archive of dars.flatMap((dar) => dar.packages)) {
    if (packages.has(archive.packageId)) continue;
    const { packageId, name, version } = archive;
    const decoded = decodePackage(archive);
    if (isLeft(decoded)) throw new Error(decoded.left.cause);
    packages.set(packageId, decoded.right);
    registered = setIn(registered, packageId, {
      type: "PackageRegistered",
      recordTime: 0,
      packageId,
      name,
      version,
      model: archiveModel(archive),
      isVetted: true,
    });
    uploaded.add([archive]);
  }
  const none = { packages: [], templates: [], interfaces: [], packageCode: [] };
  return {
    catalog: ledgerCatalog(none, uploaded)(registered),
    profiled: ledgerCatalog(none, uploaded.profiled())(registered),
    types: new DamlTypes((id) => packages.get(id), pieces),
    packages,
  };
};

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Interprets the commands of a submission. */
type Run = (
  catalog: CompiledCatalog,
  steps: Array<TraceStep>,
  profile: Profile | undefined,
) => ReturnType<typeof interpret> extends Generator<unknown, infer Done> ? Done : never;

/** Programs that count take the steps that they take otherwise, and the frames have all of them. */
const expectSameSteps = (run: Run, { catalog, profiled }: CompiledDars): void => {
  const [counting, plain] = [profiled, catalog].map((each) => {
    const profile = new Profile(() => 0);
    run(each, [], profile);
    profile.end();
    return profile;
  });
  const counted = counting?.frames().reduce((sum, frame) => sum + frame.steps, 0);
  if (counted !== plain?.spent())
    throw new Error(`the frames have ${counted} steps of ${plain?.spent()}`);
};

/** A ledger that answers the submissions of one history. */
export class HistoryLedger {
  readonly #dars: CompiledDars;
  readonly #contracts = new Map<string, Contract>();
  readonly #names = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  #keys: PersistentMap<string> = emptyMap(1);
  #offset = 0;

  /**
   * @param salt decides which ids contracts have, and so how these compare with each other
   * @param isProfiled true: programs count what their definitions take, and it is checked that they
   * take what they take otherwise
   */
  constructor(
    dars: CompiledDars,
    private readonly salt: number,
    private readonly isProfiled = false,
  ) {
    this.#dars = dars;
  }

  /** What a submission is answered, in the form of the recorded answers. */
  answer(submission: RecordedSubmission): unknown {
    if (submission.op === "active") return { active: this.#active() };
    const naming = this.#naming();
    const done = this.#submit(submission, naming);
    return isLeft(done)
      ? {
          refused: shownError(
            done.left,
            (id) => naming.contract(id),
            (templateId, key) => shownKey(naming, templateId, key),
          ),
        }
      : { transaction: done.right };
  }

  #active(): ReadonlyArray<unknown> {
    return sortedByName(
      [...this.#contracts.values()].map(({ contractId, packageName, templateId, ...of }) => ({
        contract: this.#names.get(contractId),
        template: `${packageName}:${templateId.slice(templateId.indexOf(":") + 1)}`,
        signatories: of.signatories,
        stakeholders: [...of.signatories, ...of.observers].sort(),
      })),
    );
  }

  #naming(): Naming {
    return {
      types: this.#dars.types,
      contract: (id) => this.#names.get(id) ?? id,
      definition: (id) => {
        const [packageId = "", module, name] = id.split(":");
        return `${this.#dars.packages.get(packageId)?.name}:${module}:${name}`;
      },
    };
  }

  #submit(submission: RecordedSubmission, naming: Naming): Either<LedgerError, unknown> {
    const { actAs, readAs = [], disclosed = [], preference = [], time } = submission;
    this.#offset++;
    const commands = this.#commands(submission);
    if (isLeft(commands)) return commands;
    const micros = microsFromText(time);
    if (isLeft(micros)) throw new Error(time);
    const ledgerTime = Number(micros.right);
    const steps: Array<TraceStep> = [];
    const input = {
      view: {
        sha256,
        contract: (id: string) => this.#contracts.get(id),
        contractsByKey: (keyId: string) => getIn(this.#keys, keyId),
        isKnownParty: () => true,
      },
      readers: new Set([...actAs, ...readAs]),
      disclosed: new Map(disclosed.map((name) => [this.#ids.get(name) ?? name, "digest"])),
      preference,
      ledgerTime,
      seed: sha256(`${this.salt} ${this.#offset}`).slice(0, 56),
      offset: this.#offset,
      onThrown: (_: string, thrown: unknown) => {
        throw thrown;
      },
      protocolVersion: submission.legacy === true ? 34 : 35,
    } as const;
    const run: Run = (catalog, onStep, profile) => {
      const view = { ...input.view, catalog };
      const trace = { ...newTrace(), steps: onStep, ...(profile === undefined ? {} : { profile }) };
      return withoutPause(interpret(commands.right, [...actAs].sort(), { ...input, view, trace }));
    };
    if (this.isProfiled) expectSameSteps(run, this.#dars);
    const done = this.isProfiled
      ? run(this.#dars.profiled, steps, new Profile(() => 0))
      : run(this.#dars.catalog, steps, undefined);
    if (isLeft(done)) return done;
    for (const step of steps) if (step.kind === "create") this.#name(step.node.contractId);
    const shown = shownTransaction(naming, steps);
    for (const node of done.right.nodes) {
      if (node.kind === "create") this.#created(contractOfNode(node, ledgerTime));
      else if (node.consuming) this.#archived(node.contractId);
    }
    return right(shown);
  }

  #name(contractId: string): void {
    const name = `#${this.#ids.size}`;
    this.#names.set(contractId, name);
    this.#ids.set(name, contractId);
  }

  #created(contract: Contract): void {
    this.#contracts.set(contract.contractId, contract);
    const keyId = keyIdOfContract(contract);
    if (keyId === undefined) return;
    const holders = withHolder(getIn(this.#keys, keyId), contract.contractId);
    this.#keys = setIn(this.#keys, keyId, holders);
  }

  #archived(contractId: string): void {
    const contract = this.#contracts.get(contractId);
    this.#contracts.delete(contractId);
    const keyId = contract === undefined ? undefined : keyIdOfContract(contract);
    if (keyId !== undefined) this.#keys = keysWithout(this.#keys, keyId, contractId, undefined);
  }

  /** The commands with their values as JSON. */
  #commands({
    commands,
    preference = [],
  }: RecordedSubmission): Either<LedgerError, ReadonlyArray<Command>> {
    try {
      return right(commands.map((each) => this.#command(each, preference)));
    } catch (thrown) {
      if (!(thrown instanceof Mismatch)) throw thrown;
      return left(
        ledgerError(
          thrown.kind === "Lookup"
            ? "TEMPLATES_OR_INTERFACES_NOT_FOUND"
            : "COMMAND_PREPROCESSING_FAILED",
          thrown.message,
        ),
      );
    }
  }

  #command(command: RecordedCommand, preference: ReadonlyArray<string>): Command {
    const { template: templateId, choice = "", contract = "" } = command;
    const values = this.#values(command, preference);
    switch (command.c) {
      case "create":
        return { kind: "CreateCommand", templateId, createArguments: values.payload() };
      case "exercise": {
        const contractId = this.#ids.get(contract) ?? contract;
        const choiceArgument = values.argument(command.arg);
        return { kind: "ExerciseCommand", templateId, contractId, choice, choiceArgument };
      }
      case "exerciseByKey": {
        const [contractKey, choiceArgument] = [values.key(), values.argument(command.arg)];
        return { kind: "ExerciseByKeyCommand", templateId, contractKey, choice, choiceArgument };
      }
      case "createAndExercise":
        return {
          kind: "CreateAndExerciseCommand",
          templateId,
          createArguments: values.payload(),
          choice,
          choiceArgument: values.argument(command.choiceArg),
        };
    }
  }

  /** The values of a command by the types of its template. */
  #values(
    { template: templateId, choice = "", arg, key }: RecordedCommand,
    preference: ReadonlyArray<string>,
  ) {
    const { catalog, packages } = this.#dars;
    const resolved = catalog.resolve(templateId, preference);
    const target = isLeft(resolved) ? undefined : resolved.right;
    const of =
      target && referenceOf(target.kind === "template" ? target.templateId : target.interfaceId);
    const module = of && packages.get(of.packageId)?.modules.get(of.module);
    const template = of && module?.templates.get(of.name);
    const owner = template ?? (of && module?.interfaces.get(of.name));
    const reading = {
      packageOf: (packageId: string) => packages.get(packageId),
      contractId: (name: string) => this.#ids.get(name) ?? name,
    };
    const json = (type: Type | undefined, value: Recorded | undefined): Json =>
      type === undefined || value === undefined ? {} : jsonOf(reading, type, value);
    return {
      // what a node of ours says first of a create of an interface is about the form of its JSON
      payload: (): Json => {
        if (owner !== undefined && template === undefined)
          throw new Mismatch(`no template ${templateId}`, "Lookup");
        return json(template && of && { tag: "constructor", of }, arg);
      },
      argument: (value: Recorded | undefined): Json =>
        json(owner?.choices.get(choice)?.argument.type, value),
      key: (): Json => json(template?.key?.type, key),
    };
  }
}

/** A recorded answer as far as it is compared. */
export const comparableAnswer = (answer: History["steps"][number]["answer"]): unknown => {
  // border: the answers are of this form
  const { refused, active } = answer as {
    refused?: { error: Readonly<Record<string, unknown>> };
    active?: ReadonlyArray<Readonly<Record<string, unknown>>>;
  };
  if (refused !== undefined) return { refused: comparableError(refused.error) };
  if (active === undefined) return answer;
  return { active: sortedByName(active.map(({ arg: _arg, ...rest }) => rest)) };
};

/** Contracts by their numbers. */
const sortedByName = <A extends Readonly<Record<string, unknown>>>(
  contracts: ReadonlyArray<A>,
): ReadonlyArray<A> => {
  const numberOf = ({ contract }: A): number => Number(String(contract).slice(1));
  return contracts.toSorted((a, b) => numberOf(a) - numberOf(b));
};
