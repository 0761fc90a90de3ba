import { changeIdOf, type LedgerError } from "@tallystick/core";
import { type Either, isLeft, map, right } from "fp-ts/lib/Either.js";
import type { NamedPeriod, Operation, Step } from "../plan/plan.js";
import { worldBeginMs } from "../world/process-life.js";
import type { Attempt, Call, SubmissionAnswer } from "./attempts.js";
import type { OpenNode } from "./open-process.js";
import { callNode } from "./call-node.js";
import { changeParticipant } from "./change-participant.js";
import { activeContracts, balanceOf, historyOf } from "./queries.js";
import { Outsider } from "./outsider.js";
import { submitTo } from "./submit-to.js";
import type { SimNode } from "./sim-node.js";
import type { SimWorld } from "./sim-world.js";
import { provenTo } from "./sim-log.js";
import {
  type Cast,
  partyAt,
  pickOf,
  plainSaid,
  type Said,
  simUser,
  submissionOf,
} from "./submissions.js";
import { walletSaid } from "./wallet-submissions.js";

/** Delay before a user tries again; milliseconds. */
const againMs = 300;

interface Named {
  readonly said: Said;
  readonly commandId: string;
}

/** True when it is not known whether a submission took effect. */
export const isUnknown = (answer: Either<LedgerError, unknown> | undefined): boolean =>
  answer === undefined || (isLeft(answer) && answer.left.code === "REQUEST_TIME_OUT");

/** The users of a world: each does its steps and records the responses. */
export class SimUsers {
  readonly #world: SimWorld;
  readonly #nodes: ReadonlyArray<SimNode>;
  readonly #parties: ReadonlyArray<string>;
  readonly #said = new Map<number, Named>();
  readonly #outsider: Outsider;
  #attempts = 0;
  #busy = 0;

  constructor(world: SimWorld, nodes: ReadonlyArray<SimNode>, parties: ReadonlyArray<string>) {
    this.#world = world;
    this.#nodes = nodes;
    this.#parties = parties;
    this.#outsider = new Outsider(world.random.fork("outsider"));
  }

  /** True when nobody waits for anything. */
  get isQuiet(): boolean {
    return this.#busy === 0;
  }

  begin(step: Step): void {
    this.#busy += 1;
    this.#perform(step).then(
      () => {
        this.#busy -= 1;
      },
      (thrown: unknown) => {
        this.#busy -= 1;
        const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
        this.#world.violated(`step ${step.id} (${step.operation.kind}) threw: ${text}`);
      },
    );
  }

  async #perform(step: Step): Promise<void> {
    const { operation } = step;
    switch (operation.kind) {
      case "read":
      case "read-past":
        return this.#read(step, operation.kind === "read" ? undefined : operation.pick);
      case "history":
        return this.#history(step);
      case "balance":
        return this.#balance(step);
      case "user":
      case "grant":
      case "party":
      case "upload":
      case "vet":
      case "provider":
      case "drop-provider":
      case "member":
      case "move":
        return changeParticipant(this.#world, this.#node(step.node, 0), operation, this.#parties);
      case "sign":
        return this.#sign(step, operation);
      case "prove":
        return this.#prove(step, operation.pick);
      case "prune":
        return this.#prune(step, operation.back);
      case "again": {
        const named = this.#said.get(operation.of);
        if (named === undefined) return undefined;
        this.#said.set(step.id, named);
        return this.#submitAll(step, named);
      }
      case "burst": {
        const issues = Array.from({ length: operation.count }, (_, at) =>
          this.#submitNew(
            { ...step, operation: { kind: "issue", to: operation.to, units: 5 + at } },
            at,
          ),
        );
        await Promise.all(issues);
        return undefined;
      }
      default:
        return this.#submitNew(step, 0);
    }
  }

  async #submitNew(step: Step, at: number): Promise<void> {
    const said = this.#saidOf(step);
    if (said === undefined) return;
    const named = { said, commandId: `step-${step.id}-${at}` };
    this.#said.set(step.id, named);
    await this.#submitAll(step, named);
  }

  #saidOf({ node, user, operation, id }: Step): Said | undefined {
    const cast: Cast = {
      parties: this.#parties,
      user,
      wallMs: worldBeginMs + Math.floor(this.#world.time.nowMs),
    };
    const wallet = this.#node(node, 0)?.open?.wallet;
    return wallet === undefined
      ? plainSaid(operation, cast, this.#world.naive())
      : walletSaid(operation, cast, this.#world.naive(), wallet, id);
  }

  /** Submits until the outcome is known, or the user gives up. */
  async #submitAll(step: Step, named: Named): Promise<void> {
    for (let tries = 0; tries <= step.retries; tries++) {
      const answer = await this.submit(step.node + tries, named, step.period, step.id % 2 === 0);
      if (answer !== "down" && !isUnknown(answer)) return;
      await this.#pause();
    }
  }

  /** Submits once to a node. */
  async submit(
    node: number,
    { said, commandId }: Named,
    period: NamedPeriod,
    waits: boolean,
  ): Promise<Either<LedgerError, SubmissionAnswer> | "down" | undefined> {
    const target = this.#node(node, 0);
    const submissionId = `attempt-${this.#attempts++}`;
    const isBack = period.kind === "offset";
    const periodOffset = isBack ? Math.max(0, this.#world.naive().end() - period.back) : undefined;
    const submission = submissionOf(said, { commandId, submissionId }, period, periodOffset);
    const call = await this.#call(target, `submit ${commandId} ${submissionId}`, ({ ledger }) =>
      submitTo(ledger, submission, waits),
    );
    if (call === undefined) return "down";
    const changeId = changeIdOf({ userId: simUser, commandId, actAs: [said.actAs] });
    const attempt: Attempt = { ...call, submissionId, changeId, period, periodOffset, waits };
    this.#world.answers.attempts.push(attempt);
    return call.answer;
  }

  async #read(step: Step, pick: number | undefined): Promise<void> {
    const party = partyAt({ parties: this.#parties }, step.user);
    await this.readActive(this.#node(step.node, 0), party, pick);
  }

  /** Reads the active contracts of a party, now or at an earlier offset. */
  async readActive(
    node: SimNode | undefined,
    party: string,
    pick?: number,
  ): Promise<Call<ReadonlyArray<string>> | undefined> {
    const end = node?.open?.ledger.ledgerEnd() ?? 0;
    const offset = pick === undefined ? end : pick % (end + 1);
    const call = await this.#call(node, `read ${party} at ${offset}`, (open) =>
      activeContracts(open, party, offset),
    );
    if (call !== undefined) this.#world.answers.contracts.push({ ...call, party, offset, end });
    return call;
  }

  async #history(step: Step): Promise<void> {
    const party = partyAt({ parties: this.#parties }, step.user);
    await this.readHistory(this.#node(step.node, 0), party);
  }

  async readHistory(node: SimNode | undefined, party: string): Promise<Call<unknown> | undefined> {
    const end = node?.open?.ledger.ledgerEnd() ?? 0;
    const call = await this.#call(node, `history ${party} to ${end}`, (open) =>
      historyOf(open, party, end),
    );
    if (call !== undefined) this.#world.answers.histories.push({ ...call, party, end });
    return call;
  }

  async #balance(step: Step): Promise<void> {
    const party = partyAt({ parties: this.#parties }, step.user);
    await this.readBalance(this.#node(step.node, 0), party);
  }

  async readBalance(node: SimNode | undefined, party: string): Promise<void> {
    let offset = 0;
    const call = await this.#call(node, `balance ${party}`, async (open) => {
      const read = balanceOf(open, party) ?? right({ units: 0n, offset: 0 });
      if (isLeft(read)) return read;
      offset = read.right.offset;
      return right(read.right.units);
    });
    if (call !== undefined) this.#world.answers.balances.push({ ...call, party, offset });
  }

  #call<A>(
    node: SimNode | undefined,
    what: string,
    run: (open: OpenNode) => Promise<Either<LedgerError, A>>,
  ): Promise<Call<A> | undefined> {
    return callNode(this.#world, node, what, run);
  }

  /** An external party has a transaction prepared by one node, and executes it on another. */
  async #sign(step: Step, operation: Extract<Operation, { kind: "sign" }>): Promise<void> {
    const target = this.#node(step.node, 0);
    const commandId = `signed-${step.id}`;
    const prepared = await this.#call(target, `prepare ${commandId}`, (open) =>
      this.#outsider.prepare(open, commandId, operation, this.#world.naive()),
    );
    const answer = prepared?.answer;
    if (answer === undefined || isLeft(answer)) return;
    for (let tries = 0; tries <= step.retries; tries++) {
      const submissionId = `attempt-${this.#attempts++}`;
      const node = this.#node(step.node, tries);
      const call = await this.#call(node, `execute ${commandId} ${submissionId}`, (open) =>
        this.#outsider.execute(open, answer.right, submissionId),
      );
      if (call !== undefined) {
        const changeId = changeIdOf({ userId: simUser, commandId, actAs: [answer.right.party] });
        const period = { kind: "none" } as const;
        const more = { submissionId, changeId, period, periodOffset: undefined, waits: true };
        this.#world.answers.attempts.push({ ...call, ...more });
        if (call.answer !== undefined && !isLeft(call.answer)) this.#world.met.add("signed");
        if (!isUnknown(call.answer)) return;
      }
      await this.#pause();
    }
  }

  async #prove(step: Step, pick: number): Promise<void> {
    const node = this.#node(step.node, 0);
    const log = node?.open?.log;
    const made = pickOf(this.#world.naive().ofType("TransactionCommitted"), pick);
    if (node === undefined || log === undefined || made === undefined) return;
    const { updateId, actAs } = made.event;
    const proven = provenTo(this.#world, node.index, log, { updateId, parties: actAs });
    await Promise.race([proven, node.ended()]);
  }

  async #prune(step: Step, back: number): Promise<void> {
    const offset = this.#world.naive().end() - back;
    const target = this.#node(step.node, 0);
    const call = await this.#call(target, `prune ${offset}`, ({ ledger }) =>
      ledger.prune(offset).then(map(() => offset)),
    );
    if (call?.answer === undefined || isLeft(call.answer)) return;
    this.#world.met.add("pruned");
    this.#world.prunedUpTo = Math.max(this.#world.prunedUpTo, offset);
  }

  #node(index: number, more: number): SimNode | undefined {
    return this.#nodes[(index + more) % this.#nodes.length];
  }

  #pause(): Promise<void> {
    return new Promise((resume) => this.#world.time.after(againMs, resume));
  }
}
