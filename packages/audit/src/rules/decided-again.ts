import {
  type CommandRejected,
  type CompiledCatalog,
  type CompiledPackages,
  encodeLedgerEvent,
  getIn,
  type LedgerCatalog,
  type LedgerEvent,
  type LedgerState,
  type PreparedSubmission,
  redecide,
  type TransactionCommitted,
  type TransactionNode,
  valueError,
} from "@tallystick/core";
import { type LoadedPackages, sha256, type SignedEvent } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import { erasedReasons } from "./erased-data.js";
import { withoutCode } from "./package-rule.js";
import type { RuleBook, RuleId } from "./rule.js";

const ruleOf = (event: LedgerEvent): RuleId => {
  switch (event.type) {
    case "TransactionCommitted":
      return "R1";
    case "CommandRejected":
      return "R4";
    default:
      return "R2";
  }
};

/** The data of an event that is decided again. */
interface StoredEvent {
  /** As it is stored. */
  readonly data: string;
  /** What external parties signed. */
  readonly signed: SignedEvent | undefined;
  /** True where it is not known which commands had been forgotten; see `ErasedData`. */
  readonly isUnsettled: boolean;
  /** True of a transaction that a pruning kept among others that it erased; see `ErasedData`. */
  readonly mayHaveReadErased: boolean;
}

/** Whether events differ in nothing but what depends on the commands that were accepted before. */
const isForgotten = (found: LedgerEvent, decided: LedgerEvent | undefined): boolean => {
  if (found.type === "CommandRejected") return true;
  if (found.type !== "TransactionCommitted" || decided?.type !== "TransactionCommitted")
    return false;
  const { deduplicationPeriod } = found;
  // written, as their fields may have another order
  const text = (event: LedgerEvent): string => encodeLedgerEvent(event, 0).data;
  return text(found) === text({ ...decided, deduplicationPeriod });
};

/** Decides every command of a journal again, and compares the events byte by byte. */
export class DecidedAgain {
  readonly #codeVersions: ReadonlyMap<string, string>;
  readonly #softwareVersion: string;
  /** Most events are of the same template as the one before. */
  #lastWithCode = "";
  /** Why events are decided otherwise now, with the first of each. */
  readonly #firstOfReason = new Map<string, string>();

  /**
   * @param packages with the code that decides
   * @param softwareVersion of this program, as `ConfigurationApplied` names it
   * @param uploaded the Daml code of other packages
   * @param catalog of both
   */
  constructor(
    packages: Pick<CompiledPackages, "packageCode">,
    softwareVersion: string,
    private readonly uploaded: Pick<LoadedPackages, "has">,
    private readonly catalog: LedgerCatalog,
  ) {
    this.#codeVersions = new Map(
      packages.packageCode.map(({ packageId, codeVersion }) => [packageId, codeVersion]),
    );
    this.#softwareVersion = softwareVersion;
  }

  /**
   * @param state before the event
   * @param stored the event as it is stored, and what is known beside it
   * @returns whether the event that was decided again is written with the same bytes
   */
  check(
    state: LedgerState,
    event: LedgerEvent,
    { data, signed, isUnsettled, mayHaveReadErased }: StoredEvent,
    book: RuleBook,
  ): boolean {
    const rule = ruleOf(event);
    const missing = event.type === "TransactionCommitted" ? this.#withoutCode(event) : undefined;
    if (missing !== undefined) {
      book.skipped(rule, missing);
      return false;
    }
    const catalog = this.catalog(state.participant.packages);
    const again = decided(state, event, catalog, signed?.prepared?.(catalog));
    const text = isLeft(again) ? undefined : encodeLedgerEvent(again.right, state.offset + 1).data;
    if (text === data) {
      book.checked(rule, []);
      return true;
    }
    if (isUnsettled && isForgotten(event, isLeft(again) ? undefined : again.right)) {
      book.skipped(rule, erasedReasons.accepted);
    } else if (mayHaveReadErased) {
      book.skipped(rule, erasedReasons.read);
    } else if (text !== encodeLedgerEvent(event, state.offset + 1).data) {
      const difference = isLeft(again)
        ? { message: `deciding the command again gives an error: ${again.left.reason}` }
        : differenceOf(event, again.right);
      this.#differs(state, event, difference, book);
    } else {
      book.checked(rule, []);
    }
    return false;
  }

  #differs(
    state: LedgerState,
    event: LedgerEvent,
    difference: { readonly message: string; readonly node?: number },
    book: RuleBook,
  ): void {
    const rule = ruleOf(event);
    const otherCode = this.#otherCode(state, event);
    if (otherCode !== undefined)
      return book.skipped(rule, this.#withFirst(otherCode, state.offset + 1, difference));
    if (event.type === "CommandRejected" && isOfSigned(state, event)) {
      return book.skipped(
        rule,
        "the journal does not contain what the signed transaction was compared with",
      );
    }
    book.checked(rule, [{ offset: state.offset + 1, ...difference }]);
  }

  /** The reason with the first place where it holds, so that it can be looked at. */
  #withFirst(
    reason: string,
    offset: number,
    { message, node }: { readonly message: string; readonly node?: number },
  ): string {
    const place = `offset ${offset}${node === undefined ? "" : `, node ${node}`}`;
    const known = this.#firstOfReason.get(reason) ?? `${reason}; first at ${place}: ${message}`;
    this.#firstOfReason.set(reason, known);
    return known;
  }

  #withoutCode({ nodes }: TransactionCommitted): string | undefined {
    for (const { templateId, packageName } of nodes) {
      if (templateId === this.#lastWithCode) continue;
      const [packageId = ""] = templateId.split(":");
      if (this.#codeVersions.has(packageId) || this.uploaded.has(packageId))
        this.#lastWithCode = templateId;
      else return withoutCode(`${packageName} (${packageId})`);
    }
    return undefined;
  }

  /** Why another decision may be right: the code was another one at that time. */
  #otherCode({ configuration }: LedgerState, event: LedgerEvent): string | undefined {
    const { softwareVersion, packageCode } = configuration;
    if (softwareVersion !== "" && softwareVersion !== this.#softwareVersion)
      return `it was decided by version ${softwareVersion}, but this is ${this.#softwareVersion}`;
    if (event.type !== "TransactionCommitted") return undefined;
    const used = new Set(event.nodes.map(({ templateId }) => templateId.split(":")[0]));
    const other = packageCode.find(
      ({ packageId, codeVersion }) =>
        used.has(packageId) && this.#codeVersions.get(packageId) !== codeVersion,
    );
    return other === undefined
      ? undefined
      : `it was decided by code ${other.codeVersion} of the package ${other.packageId}, but loaded is ${this.#codeVersions.get(other.packageId) ?? "none"}`;
  }
}

/** A forged event may ask for what no command can: then deciding it throws. */
const decided = (
  state: LedgerState,
  event: LedgerEvent,
  catalog: CompiledCatalog,
  prepared: PreparedSubmission | undefined,
): ReturnType<typeof redecide> => {
  try {
    return redecide(state, event, { catalog, sha256, prepared });
  } catch (thrown) {
    return valueError(thrown instanceof Error ? thrown.message : String(thrown));
  }
};

/** Rejections of an external party's transaction that compare it with what was signed. */
const isOfSigned = (
  { participant: { parties } }: LedgerState,
  { actAs, error: { code } }: CommandRejected,
): boolean =>
  (code.startsWith("LOCAL_VERDICT") || code === "DUPLICATE_CONFIRMATION_REQUEST_UUID") &&
  actAs.some((party) => getIn(parties, party)?.external !== undefined);

/** The first field that differs; of a transaction that of the node that was made otherwise. */
const differenceOf = (
  found: LedgerEvent,
  decided: LedgerEvent,
): { readonly message: string; readonly node?: number } => {
  if (found.type === "TransactionCommitted" && decided.type === "TransactionCommitted") {
    const node = firstDifference(found.nodes, decided.nodes);
    if (node !== undefined) {
      return {
        node,
        message: `deciding the command again gives a different node${fieldOf(found.nodes[node], decided.nodes[node])}`,
      };
    }
  }
  return {
    message: `deciding the command again gives a different event${fieldOf(found, decided)}`,
  };
};

const firstDifference = (
  found: ReadonlyArray<TransactionNode>,
  decided: ReadonlyArray<TransactionNode>,
): number | undefined => {
  let first: number | undefined;
  for (let at = 0; at < Math.max(found.length, decided.length); at++) {
    const [one, other] = [found[at], decided[at]];
    if (JSON.stringify(one) === JSON.stringify(other)) continue;
    first ??= at;
    // results of choices around it differ by the id of what was made otherwise
    if (isMadeOtherwise(one, other)) return at;
  }
  return first;
};

const isMadeOtherwise = (
  one: TransactionNode | undefined,
  other: TransactionNode | undefined,
): boolean =>
  one?.kind === "create" &&
  other?.kind === "create" &&
  JSON.stringify({ ...one, contractId: "" }) !== JSON.stringify({ ...other, contractId: "" });

/** Characters of a value that a message shows. */
const shownCharacters = 200;

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
};

const fieldsOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);

const fieldOf = (found: unknown, decided: unknown): string => {
  const [a, b] = [fieldsOf(found), fieldsOf(decided)];
  const differing = [...new Set([...a.keys(), ...b.keys()])].filter(
    (each) => JSON.stringify(a.get(each)) !== JSON.stringify(b.get(each)),
  );
  // it follows from the others
  const name = differing.find((each) => each !== "contractId") ?? differing[0];
  return name === undefined
    ? ""
    : `: ${name} is ${shown(a.get(name))}, expected ${shown(b.get(name))}`;
};
