import type { ContractId, PartyId } from "../values/ids.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { getIn, hasIn } from "../collections/persistent-map.js";
import type { CompositeCommand } from "../commands/composite-command.js";
import type { Contract } from "../contracts/contract.js";
import type { LedgerView, OnThrown, TransactionTrace } from "../contracts/transaction.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import { verifyDisclosed } from "../interpretation/disclosed-contracts.js";
import { interpret, type Interpreted } from "../interpretation/interpretation.js";
import type { Pausing } from "../interpretation/pausing.js";
import { checkPrefetchKeys } from "../interpretation/prefetch-keys.js";
import type { CompiledCatalog } from "../packages/catalog.js";
import type { Sha256 } from "../values/sha256.js";
import { setOfParties } from "../values/shared-text.js";
import type { Micros } from "../values/time.js";
import type { LedgerState } from "./ledger-state.js";
import { withDescribedCommand } from "./command-context.js";
import type { SubmissionPlace } from "./submission-events.js";

/** The inputs of deciding a submission besides the state. */
export interface SubmissionContext extends SubmissionPlace {
  /** Without the packages that are not vetted. */
  readonly catalog: CompiledCatalog;
  readonly sha256: Sha256;
  /** Makes the record of what the nodes do not contain, where there shall be one. */
  readonly traced: (() => TransactionTrace) | undefined;
  readonly onThrown?: OnThrown | undefined;
}

/** What a command does, at the ledger time it was interpreted with. */
export interface InterpretedInTime extends Interpreted {
  readonly effectiveAt: Micros;
}

/** How often interpretation is repeated with a later ledger time before giving up. */
const maxLedgerTimePasses = 3;

/**
 * Interprets a command; repeats it with a later ledger time when a contract used was created after
 * that time.
 *
 * @param inputs contracts that may be used though not visible, instead of those the command
 * discloses
 */
export function* interpretInTime(
  state: LedgerState,
  command: CompositeCommand,
  context: SubmissionContext,
  start: Micros,
  inputs?: ReadonlyMap<string, string>,
): Pausing<Either<LedgerError, InterpretedInTime>> {
  const { recordTime, catalog, sha256, seed, offset, traced, onThrown } = context;
  const verified = verifyDisclosed(command.disclosedContracts, sha256);
  if (isLeft(verified)) return verified;
  const disclosed = inputs ?? verified.right;
  const prefetch = checkPrefetchKeys(command, catalog);
  if (prefetch !== undefined) return left(prefetch);
  const view = new StateView(state, catalog, sha256);
  const readers = readersOf(command);
  const preference = command.packageIdSelectionPreference;
  let ledgerTime = start;
  for (let pass = 0; pass < maxLedgerTimePasses; pass++) {
    const plain = { view, readers, disclosed, preference, ledgerTime, seed, offset, onThrown };
    const input = traced === undefined ? plain : { ...plain, trace: traced() };
    const interpreted = yield* interpret(command.commands, command.actAs, input);
    if (isLeft(interpreted)) {
      const { deduplicationWindowMicros } = state.configuration;
      const { left: error } = interpreted;
      return left(withDescribedCommand(error, command, context, deduplicationWindowMicros));
    }
    const { nodes, reads, latestInput, disclosed: used, trace } = interpreted.right;
    if (latestInput <= ledgerTime) {
      const inTime = { nodes, reads, latestInput, disclosed: used, effectiveAt: ledgerTime };
      return right(trace === undefined ? inTime : { ...inTime, trace });
    }
    ledgerTime = latestInput;
    if (ledgerTime > Math.max(recordTime, start)) break;
  }
  return left(
    ledgerError(
      "FAILED_TO_DETERMINE_LEDGER_TIME",
      "A contract used was created after the record time.",
    ),
  );
}

/** Parties whose contracts a command may use. */
const readersOf = ({ actAs, readAs }: CompositeCommand): ReadonlySet<string> =>
  readAs.length === 0 ? setOfParties(actAs) : new Set([...actAs, ...readAs]);

/**
 * The ledger as interpretation sees it; a class, because closures would be made for every command.
 */
class StateView implements LedgerView {
  constructor(
    private readonly state: LedgerState,
    readonly catalog: CompiledCatalog,
    readonly sha256: Sha256,
  ) {}

  contract(contractId: ContractId): Contract | undefined {
    return getIn(this.state.contracts, contractId);
  }

  contractsByKey(keyId: string): string | undefined {
    return getIn(this.state.keys, keyId);
  }

  isKnownParty(party: PartyId): boolean {
    return hasIn(this.state.participant.parties, party);
  }
}
