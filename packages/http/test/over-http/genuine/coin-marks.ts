import type { Json } from "@tallystick/core";
import { at } from "../../fixtures/ping-server.js";

/** A question about the coin to a genuine participant; parties, contracts and times are marks. */
export interface CoinQuestion {
  readonly name: string;
  readonly path: string;
  readonly body: Json;
  readonly status: number;
  readonly answer: Json;
}

/** A contract of the running ledger. */
interface MarkedContract {
  readonly contractId: string;
  readonly blob: string;
}

/** A transaction of the running ledger. */
interface MarkedUpdate {
  readonly updateId: string;
  readonly offset: number;
}

const unknownContract = `00${"ab".repeat(32)}ca01${"00".repeat(6)}${"cd".repeat(32)}`;
const malformedContract = `00${"ab".repeat(32)}ca${"cd".repeat(33)}`;
/** A time that is waited for. */
const shortMicros = 8_000_000;
const commandPrefix = "c-";

/** Contracts disclosed without their ids: what a tap needs. */
const tapContracts = ["#AmuletRules@rules.1", "#OpenMiningRound@bootstrap.3"];

const childrenOf = (value: Json): ReadonlyArray<Json> =>
  value !== null && typeof value === "object" ? Object.values(value) : [];

/** The first text under a name, however deep. */
const firstText = (value: Json, name: string): string | undefined => {
  const own = at(value, name);
  if (typeof own === "string") return own;
  for (const inner of childrenOf(value)) {
    const found = firstText(inner, name);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** What the marks of the recorded questions stand for on a running ledger. */
export class CoinMarks {
  readonly #contracts = new Map<string, MarkedContract>();
  readonly #updates = new Map<string, MarkedUpdate>();
  /** What was last asked for. */
  #asked: MarkedUpdate | undefined;
  readonly #shown = new Map<string, string>();
  /** The time that allocations for the trade must name. */
  #tradedAt = "";

  /** The time, for deadlines that pass soon. */
  now = 0;
  /** Offset of the last event, for questions about the end. */
  ledgerEnd = 0;

  constructor(
    private readonly parties: ReadonlyMap<string, string>,
    private readonly synchronizerId: string,
    private readonly startMicros: number,
  ) {
    for (const [hint, party] of parties) this.#shown.set(party, hint);
    this.#shown.set(unknownContract, "#none");
    this.#shown.set(malformedContract, "#unknown");
  }

  /** Takes the contracts of a transaction, which is answered as a tree for every party. */
  learn(name: string, tree: unknown): void {
    const transaction = at(tree, "update", "Transaction", "value");
    this.#updates.set(name, {
      updateId: String(at(transaction, "updateId")),
      offset: Number(at(transaction, "offset")),
    });
    const counts = new Map<string, number>();
    for (const event of Object(at(transaction, "events"))) {
      const created = at(event, "CreatedEvent");
      if (created === undefined) continue;
      const template = String(at(created, "templateId")).split(":").at(-1) ?? "";
      const count = (counts.get(template) ?? 0) + 1;
      counts.set(template, count);
      const contractId = String(at(created, "contractId"));
      const mark = `#${template}@${name}.${count}`;
      this.#contracts.set(mark, { contractId, blob: String(at(created, "createdEventBlob")) });
      this.#shown.set(contractId, mark);
      if (template === "OTCTrade")
        this.#tradedAt = String(at(created, "createArgument", "createdAt"));
    }
  }

  /** The body of a question with its marks filled. */
  filled({ name, body, answer }: CoinQuestion): Json {
    const about = firstText(answer, "commandId") ?? "";
    const update = this.#updates.get(about.slice(commandPrefix.length)) ??
      this.#updates.get(name.replace(/:tree$/, "")) ??
      this.#asked ?? { updateId: "", offset: 0 };
    this.#asked = update;
    const isBeyond = at(answer, "code") === "OFFSET_AFTER_LEDGER_END";
    const isSwapped = name === "disclosed-swapped-blob";
    const blobOf = (disclosed: Json, index: number): string => {
      const named = at(disclosed, "contractId");
      const mark = typeof named === "string" ? named : (tapContracts[index] ?? "");
      const whose = isSwapped ? tapContracts[1 - index] : mark;
      return this.#contracts.get(whose ?? mark)?.blob ?? "";
    };
    const fill = (value: Json, key: string, index: number, around: Json): Json => {
      if (typeof value === "string") {
        if (value === "<blob>") return blobOf(around, index);
        if (value === "<hash>") return update.updateId;
        if (value === "<offset>" && key === "offset") return update.offset;
        if (value === "<offset>") return this.ledgerEnd + (isBeyond ? 100_000 : 0);
        return this.#text(value);
      }
      if (key === "beginExclusive" && value !== 0) return this.#beforeTrade();
      if (Array.isArray(value)) return value.map((each, at) => fill(each, key, at, value));
      if (value === null || typeof value !== "object") return value;
      const fields = Object.entries(value).map(([name, each]) => [
        key === "filtersByParty" ? this.#text(name) : name,
        fill(each, name, index, value),
      ]);
      return Object.fromEntries(fields);
    };
    return fill(body, "", 0, null);
  }

  /** Where the list begins that is about the trade alone. */
  #beforeTrade(): number {
    return (this.#updates.get("otc-propose")?.offset ?? 1) - 1;
  }

  #text(text: string): string {
    const contract = this.#contracts.get(text);
    if (contract !== undefined) return contract.contractId;
    const seconds = /^t0([+-]\d+)s$/.exec(text)?.[1];
    if (seconds !== undefined)
      return new Date(this.startMicros / 1_000 + Number(seconds) * 1_000).toISOString();
    switch (text) {
      case "#none":
        return unknownContract;
      case "#unknown":
        return malformedContract;
      case "short":
      case "soon":
        return new Date((this.now + shortMicros) / 1_000).toISOString();
      case "<time>":
        return this.#tradedAt;
      case "<sync>":
        return this.synchronizerId;
      case "nobody::<fingerprint>":
        return `nobody::1220${"0".repeat(64)}`;
      default:
        return this.parties.get(text) ?? text;
    }
  }

  /** An answer with marks, as in the recorded ones. */
  marked(text: string): string {
    return text
      .replace(/00[0-9a-f]{64}(?:[0-9a-f]{4,})?/g, (id) => this.#shown.get(id) ?? id)
      .replace(/[\w-]+::1220[0-9a-f]{64}/g, (id) => this.#shown.get(id) ?? id)
      .replaceAll(this.synchronizerId, "<sync>")
      .replace(/::1220[0-9a-f]{64}/g, "::<fingerprint>")
      .replace(/\b1220[0-9a-f]{64}\b/g, "<hash>")
      .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uuid>");
  }
}
