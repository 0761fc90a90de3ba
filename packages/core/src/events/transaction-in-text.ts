import { JsonText } from "../values/json-text.js";
import type { Json } from "../values/json.js";
import { createdContractId, updateIdOf } from "./ledger-ids.js";
import { StoredValueError } from "./string-table.js";
import type { TransactionCommitted } from "./submission-event.js";
import type { CreateNode, ExerciseNode, TransactionNode } from "./transaction-node.js";

/** What answers show of a committed transaction, with its Daml values as JSON text. */
export interface TransactionInText
  extends Pick<
    TransactionCommitted,
    "recordTime" | "commandId" | "workflowId" | "effectiveAt" | "updateId" | "actAs"
  > {
  readonly traceParent: string | undefined;
  readonly traceState: string | undefined;
  /** Creates have no key. */
  readonly nodes: ReadonlyArray<TransactionNode<JsonText<Json>>>;
  readonly reads: ReadonlyArray<number> | undefined;
}

/** Thrown here for a text that is read with objects instead. */
const unusual = new StoredValueError("is not in the usual form");

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Digits of the largest exact number. */
const maxDigits = 16;

const isDigit = (code: number): boolean => code >= zero && code <= nine;

const none: ReadonlyArray<never> = [];

/** How nodes begin. */
const anyNode = '{"kind":"';
const createBegin = '{"kind":"create",';

/** Reads the text of a transaction from its beginning to its end. */
class TransactionScan {
  readonly #text: string;
  readonly #offset: number;
  #at = 0;
  #seed = "";
  /** With their quotes. */
  #table: ReadonlyArray<string> = none;
  /** The end of the table. */
  #bodyAt = 0;
  #createdIds: ReadonlyArray<string | undefined> | undefined;

  constructor(text: string, offset: number) {
    this.#text = text;
    this.#offset = offset;
  }

  transaction(): TransactionInText {
    this.#expect('{"v":1,"recordTime":');
    const recordTime = this.#number();
    this.#expect(',"userId":"');
    this.#skipTo(',"commandId":"');
    const commandId = this.#rest();
    this.#skipTo(',"deduplicationPeriod":{');
    this.#skipTo("}");
    const workflowId = this.#has(',"workflowId":"') ? this.#rest() : "";
    if (this.#has(',"requestedDeduplicationPeriod":{')) this.#skipTo("}");
    if (this.#has(',"minLedgerTime":{')) this.#skipTo("}");
    const traceParent = this.#has(',"traceParent":"') ? this.#rest() : undefined;
    const traceState = this.#has(',"traceState":"') ? this.#rest() : undefined;
    const effectiveAt = this.#has(',"effectiveAt":') ? this.#number() : recordTime;
    this.#expect(',"seed":"');
    this.#seed = this.#rest();
    const updateId = this.#has(',"updateId":"')
      ? this.#rest()
      : updateIdOf(this.#seed, this.#offset);
    this.#expect(',"strings":');
    this.#table = this.#strings();
    this.#bodyAt = this.#at;
    this.#expect(',"actAs":');
    const actAs = this.#texts();
    const nodes = this.#nodes();
    const reads = this.#has(',"reads":') ? this.#numbers() : undefined;
    this.#expect("}");
    if (this.#at !== this.#text.length) throw unusual;
    return {
      recordTime,
      commandId,
      workflowId,
      traceParent,
      traceState,
      effectiveAt,
      updateId,
      actAs,
      nodes,
      reads,
    };
  }

  #has(part: string): boolean {
    if (!this.#text.startsWith(part, this.#at)) return false;
    this.#at += part.length;
    return true;
  }

  #expect(part: string): void {
    if (!this.#has(part)) throw unusual;
  }

  // no text has a quote in it: each begins or ends a text
  #skipTo(part: string): void {
    const found = this.#text.indexOf(part, this.#at);
    if (found < 0) throw unusual;
    this.#at = found + part.length;
  }

  /** A text whose first quote was read. */
  #rest(): string {
    const from = this.#at;
    this.#skipTo('"');
    return this.#text.slice(from, this.#at - 1);
  }

  /** An integer as we write it: another number, such as 1e3, is read with objects. */
  #number(): number {
    const text = this.#text;
    const isNegative = text.charCodeAt(this.#at) === minus;
    const from = isNegative ? this.#at + 1 : this.#at;
    let at = from;
    let value = 0;
    let code = text.charCodeAt(at);
    for (; isDigit(code); code = text.charCodeAt(++at)) value = value * 10 + code - zero;
    const isEnd = code === comma || code === closeList || code === closeObject;
    if (at === from || at > from + maxDigits || !isEnd) throw unusual;
    this.#at = at;
    return isNegative ? -value : value;
  }

  #numbers(): ReadonlyArray<number> {
    this.#expect("[");
    const numbers: Array<number> = [];
    while (!this.#has("]")) {
      if (numbers.length > 0) this.#expect(",");
      numbers.push(this.#number());
    }
    return numbers;
  }

  #strings(): ReadonlyArray<string> {
    const table: Array<string> = [];
    this.#expect("[");
    while (!this.#has("]")) {
      if (table.length > 0) this.#expect(",");
      const from = this.#at;
      this.#expect('"');
      this.#skipTo('"');
      table.push(this.#text.slice(from, this.#at));
    }
    return table;
  }

  #quotedOf(reference: number): string {
    const quoted = reference < 0 ? `"${this.#createdId(reference)}"` : this.#table[reference];
    if (quoted === undefined) throw unusual;
    return quoted;
  }

  #textOf(reference: number): string {
    return reference < 0 ? this.#createdId(reference) : this.#quotedOf(reference).slice(1, -1);
  }

  #textAt(name: string): string {
    this.#expect(name);
    return this.#textOf(this.#number());
  }

  #texts(): ReadonlyArray<string> {
    this.#expect("[");
    const texts: Array<string> = [];
    while (!this.#has("]")) {
      if (texts.length > 0) this.#expect(",");
      texts.push(this.#textOf(this.#number()));
    }
    return texts;
  }

  /** A Daml value: numbers stand for texts, and all texts are names. */
  #value(): JsonText<Json> {
    const text = this.#text;
    let written = "";
    let from = this.#at;
    let at = from;
    let depth = 0;
    do {
      const code = text.charCodeAt(at);
      if (code === quote) {
        this.#at = at + 1;
        this.#skipTo('"');
        at = this.#at;
      } else if (isDigit(code) || code === minus) {
        this.#at = at;
        const quoted = this.#quotedOf(this.#number());
        written += from === at ? quoted : text.slice(from, at) + quoted;
        from = at = this.#at;
      } else if (code === openObject || code === openList) {
        depth++;
        at++;
      } else if (code === closeObject || code === closeList) {
        depth--;
        at++;
      } else if (depth === 0) {
        at = this.#word(at);
      } else if (at < text.length) {
        at++;
      } else {
        throw unusual;
      }
    } while (depth > 0);
    this.#at = at;
    return new JsonText(from === at ? written : written + text.slice(from, at));
  }

  /** The end of a value that is none of its parts. */
  #word(at: number): number {
    this.#at = at;
    if (!(this.#has("null") || this.#has("true") || this.#has("false"))) throw unusual;
    return this.#at;
  }

  #valueAt(name: string): JsonText<Json> {
    this.#expect(name);
    return this.#value();
  }

  #textsAt(name: string): ReadonlyArray<string> {
    return this.#has(name) ? this.#texts() : none;
  }

  #nodes(): TransactionInText["nodes"] {
    const from = this.#at;
    this.#skipTo(',"nodes":[');
    if (this.#text.slice(from, this.#at).includes(',"external":')) throw unusual;
    const nodes: Array<TransactionNode<JsonText<Json>>> = [];
    while (!this.#has("]")) {
      if (nodes.length > 0) this.#expect(",");
      nodes.push(
        this.#has(createBegin) ? this.#create(nodes.length) : this.#exercise(nodes.length),
      );
    }
    return nodes;
  }

  #ownId(nodeId: number): string {
    if (this.#has('"hash":"'))
      return createdContractId(this.#seed, nodeId, this.#offset, this.#rest());
    this.#expect('"contractId":"');
    return this.#rest();
  }

  /** The id of the contract that a node creates, maybe a later one. */
  #createdId(reference: number): string {
    this.#createdIds ??= this.#allCreatedIds();
    const id = this.#createdIds[-1 - reference];
    if (id === undefined) throw unusual;
    return id;
  }

  // a Daml value has no text but names, so that none has the kind of a node in it
  #allCreatedIds(): ReadonlyArray<string | undefined> {
    const ids: Array<string | undefined> = [];
    const before = this.#at;
    let node = this.#text.indexOf(anyNode, this.#bodyAt);
    for (; node >= 0; node = this.#text.indexOf(anyNode, node + 1)) {
      this.#at = node;
      ids.push(this.#has(createBegin) ? this.#ownId(ids.length) : undefined);
    }
    this.#at = before;
    return ids;
  }

  #create(nodeId: number): CreateNode<JsonText<Json>> {
    const contractId = this.#ownId(nodeId);
    const templateId = this.#textAt(',"templateId":');
    const packageName = this.#textAt(',"packageName":');
    const payload = this.#valueAt(',"payload":');
    this.#expect(',"signatories":');
    const signatories = this.#texts();
    const observers = this.#textsAt(',"observers":');
    // one with a key is read with objects
    this.#expect("}");
    return {
      kind: "create",
      nodeId,
      contractId,
      templateId,
      packageName,
      payload,
      signatories,
      observers,
    };
  }

  #exercise(nodeId: number): ExerciseNode<JsonText<Json>> {
    const contractId = this.#textAt('{"kind":"exercise","contractId":');
    const templateId = this.#textAt(',"templateId":');
    const packageName = this.#textAt(',"packageName":');
    const interfaceId = this.#has(',"interfaceId":')
      ? { interfaceId: this.#textOf(this.#number()) }
      : undefined;
    const choice = this.#textAt(',"choice":');
    const argument = this.#valueAt(',"argument":');
    this.#expect(',"actingParties":');
    const actingParties = this.#texts();
    const consuming = this.#has(',"consuming":true');
    const result = this.#valueAt(',"result":');
    const lastDescendantNodeId = this.#has(',"lastDescendantNodeId":') ? this.#number() : nodeId;
    this.#expect(',"signatories":');
    const signatories = this.#texts();
    const observers = this.#textsAt(',"observers":');
    const choiceObservers = this.#has(',"choiceObservers":')
      ? { choiceObservers: this.#texts() }
      : undefined;
    this.#expect("}");
    return {
      kind: "exercise",
      nodeId,
      contractId,
      templateId,
      packageName,
      ...interfaceId,
      choice,
      argument,
      actingParties,
      consuming,
      result,
      lastDescendantNodeId,
      signatories,
      observers,
      ...choiceObservers,
    };
  }
}

/**
 * What answers show of a transaction, cut out of its text in the journal: its Daml values are texts
 * too, and no text of it needs an escape in JSON. Undefined for what is read with objects: a pruned
 * transaction, one with an escape in a text, with a key of a contract, or of an external party.
 *
 * @param data the text of an event that `decodeLedgerEvent` has read before, as every view does: it
 * is not checked again
 * @param offset of the event in its journal
 */
export const transactionInText = (data: string, offset: number): TransactionInText | undefined => {
  if (data.includes("\\")) return undefined;
  try {
    return new TransactionScan(data, offset).transaction();
  } catch (thrown) {
    if (thrown !== unusual) throw thrown;
    return undefined;
  }
};
