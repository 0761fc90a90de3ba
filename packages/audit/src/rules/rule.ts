/** The levels of an audit, each with those before it. */
export const auditLevels = ["chain", "structure", "rules"] as const;

/** One of them. */
export type AuditLevel = (typeof auditLevels)[number];

/** What an audit checks of each event, by the level at which it does. */
export const rules = {
  J1: { level: "structure", text: "offsets have no gap, and no event has metadata" },
  J3: { level: "structure", text: "event ids are UUIDs and unique" },
  J4: {
    level: "structure",
    text: "the stored text of an event is the canonical encoding of its content",
  },
  J5: { level: "structure", text: "the ledger is initialized by the first event and by no other" },
  T1: { level: "structure", text: "record times never decrease" },
  T2: { level: "structure", text: "the ledger time is close to the record time" },
  T3: { level: "structure", text: "a contract is not used before its ledger time" },
  X1: { level: "structure", text: "nodes are numbered and nested; parties are sorted and unique" },
  X2: { level: "structure", text: "a contract id commits to what was created, and where" },
  X3: {
    level: "structure",
    text: "an exercised contract is active at that node and of the named template",
  },
  X4: { level: "structure", text: "each node has the authority it needs" },
  X5: { level: "structure", text: "an exercised contract is visible to a submitter, or disclosed" },
  X6: { level: "structure", text: "a key has one contract, and its maintainers sign" },
  X7: { level: "structure", text: "update ids have their form; parties and packages are known" },
  X8: { level: "structure", text: "external parties signed what they do" },
  G1: {
    level: "structure",
    text: "the configuration of a decision is in the journal, and its limits are kept",
  },
  R1: {
    level: "rules",
    text: "deciding the command of a transaction again gives the same transaction",
  },
  R2: {
    level: "rules",
    text: "deciding changes of the participant and the journal again gives the same events",
  },
  R3: { level: "rules", text: "commands are compared with the earlier ones of their change id" },
  R4: { level: "rules", text: "a rejected command is rejected for the same reason" },
  R5: { level: "rules", text: "packages match their ids, and are vetted when they are used" },
  C1: {
    level: "rules",
    text: "the supply of coins changes by exactly what choices report as minted and burned",
  },
  C2: { level: "rules", text: "minted rewards are what their coupons yield" },
  C3: { level: "rules", text: "a round issues no more than it may, and its coupons yield no more" },
  C4: { level: "rules", text: "balances change by what the results of choices say" },
  C5: {
    level: "rules",
    text: "only authorized parties open a lock, and the coin keeps its owner and amount",
  },
  C6: { level: "rules", text: "no coin is created or archived outside a choice" },
  C7: { level: "rules", text: "coins of one network do not become coins of another" },
} as const satisfies Readonly<
  Record<string, { readonly level: AuditLevel; readonly text: string }>
>;

/** The id of a rule. */
export type RuleId = keyof typeof rules;

/** A rule that an event breaks. */
export interface RuleFinding {
  readonly rule: RuleId;
  readonly offset: number;
  /** The node of the transaction, where it is one. */
  readonly node?: number;
  /** What was found, and what is expected. */
  readonly message: string;
}

/** The outcome of one rule. */
export interface RuleResult {
  /** How often it was checked. */
  readonly checked: number;
  readonly violated: number;
  /** How often it could not be checked. */
  readonly skipped: number;
  /** Why it could not, each reason once. */
  readonly reasons: ReadonlyArray<string>;
}

/** Findings of a rule that are kept: more say nothing new. */
export const keptFindings = 100;

export const keptReasons = 20;

interface Count {
  checked: number;
  violated: number;
  skipped: number;
  readonly reasons: Set<string>;
}

/** Collects what becomes of the rules. */
export class RuleBook {
  readonly #counts = new Map<RuleId, Count>();
  readonly #findings: Array<RuleFinding> = [];

  /** The rules of a level and those before it. */
  constructor(level: AuditLevel) {
    const depth = auditLevels.indexOf(level);
    for (const [rule, { level: of }] of Object.entries(rules)) {
      if (auditLevels.indexOf(of) <= depth && isRule(rule))
        this.#counts.set(rule, { checked: 0, violated: 0, skipped: 0, reasons: new Set() });
    }
  }

  /** A rule was checked at an offset, and these are its violations. */
  checked(rule: RuleId, violations: ReadonlyArray<Omit<RuleFinding, "rule">>): void {
    const count = this.#counts.get(rule);
    if (count === undefined) return;
    count.checked += 1;
    // an iterator takes longer than all the rest
    if (violations.length === 0) return;
    for (const violation of violations) {
      count.violated += 1;
      if (count.violated <= keptFindings) this.#findings.push({ rule, ...violation });
    }
  }

  /** A rule could not be checked. */
  skipped(rule: RuleId, reason: string): void {
    const count = this.#counts.get(rule);
    if (count === undefined) return;
    count.skipped += 1;
    if (count.reasons.size < keptReasons) count.reasons.add(reason);
  }

  /** The violations, in the order in which they were found. */
  findings(): ReadonlyArray<RuleFinding> {
    return this.#findings;
  }

  /** The outcome of each rule. */
  results(): ReadonlyMap<RuleId, RuleResult> {
    return new Map(
      [...this.#counts].map(([rule, { reasons, ...counts }]) => [
        rule,
        { ...counts, reasons: [...reasons] },
      ]),
    );
  }
}

const isRule = (name: string): name is RuleId => Object.hasOwn(rules, name);
