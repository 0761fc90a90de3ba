import { setImmediate as nextTurn } from "node:timers/promises";
import type { CreateNode, LedgerError, TransactionCommitted } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CheckpointWatch } from "./checkpoint-watch.js";
import { gather, type PageRange } from "./gather.js";
import { activeAtProblem } from "./offset-rules.js";
import { audienceOf, createdEvent, stakeholdersOf } from "./project-event.js";
import { catchUp, eventOf, viewsBroken } from "./query-failure.js";
import { type ResolvedFormat, resolveEventFormat } from "./resolved-format.js";
import { everyParty } from "./schema.js";
import type { ContractGroup, ContractPlace, ViewReader } from "./view-reader.js";
import type { ActiveContractsQuery, QueryContext } from "./views.js";
import type { ActiveContract } from "./wire-events.js";

const contractsPerPage = 256;

const wantedGroups = (
  reader: ViewReader,
  format: ResolvedFormat,
  activeAt: number,
): ReadonlyArray<ContractGroup> => {
  const wanted: Array<ContractGroup> = [];
  const addGroups = (party: number, isWanted: (templateId: string) => boolean): void => {
    for (const group of reader.contractGroups(party, activeAt)) {
      if (isWanted(reader.nameText(group.template))) {
        wanted.push(group);
      }
    }
  };
  if (format.anyParty) {
    addGroups(everyParty, (templateId) => format.interestIn(templateId).anyParty !== undefined);
  }
  for (const party of format.parties) {
    const id = reader.nameId(party);
    if (id !== undefined) {
      addGroups(id, (templateId) => format.interestIn(templateId).byParty.has(party));
    }
  }
  return wanted;
};

// Groups are looked up anew for each page: a contract archived meanwhile has moved to another one, and within one read it is in exactly one.
const contractsPage = (
  reader: ViewReader,
  format: ResolvedFormat,
  activeAt: number,
  after: number,
): ReadonlyArray<ContractPlace> =>
  reader.consistently(() => {
    const sources = wantedGroups(reader, format, activeAt).map(
      (group) => (range: PageRange) => reader.contractsOf(group, activeAt, range),
    );
    const upTo = reader.lastSeqAt(activeAt);
    const range = { after, upTo, limit: contractsPerPage, descending: false };
    return gather(sources, (place) => place.seq, range);
  });

interface CreatingTransaction {
  readonly offset: number;
  readonly firstSeq: number;
  readonly event: TransactionCommitted;
  readonly creates: ReadonlyArray<CreateNode>;
}

const isCreate = (node: TransactionCommitted["nodes"][number]): node is CreateNode =>
  node.kind === "create";

const creatingTransaction = (
  reader: ViewReader,
  offset: number,
): Either<LedgerError, CreatingTransaction> => {
  const row = reader.submission(offset);
  if (row === undefined) {
    return left(viewsBroken(`no event ${offset}`));
  }
  const event = eventOf(row);
  if (isLeft(event)) {
    return event;
  }
  return event.right.type === "TransactionCommitted"
    ? right({
        offset,
        firstSeq: row.firstSeq,
        event: event.right,
        creates: event.right.nodes.filter(isCreate),
      })
    : left(viewsBroken(`event ${offset} creates nothing`));
};

const entryOf = (
  transaction: CreatingTransaction,
  place: ContractPlace,
  format: ResolvedFormat,
  context: QueryContext,
): Either<LedgerError, ActiveContract | undefined> => {
  const node = transaction.creates[place.seq - transaction.firstSeq];
  if (node === undefined) {
    return left(viewsBroken(`event ${place.createdAt} does not create contract ${place.seq}`));
  }
  const audience = audienceOf(format.interestIn(node.templateId), stakeholdersOf(node));
  if (audience === undefined) {
    return right(undefined);
  }
  const { effectiveAt, workflowId } = transaction.event;
  const at = { offset: place.createdAt, effectiveAt };
  return right({
    workflowId,
    contractEntry: {
      JsActiveContract: {
        createdEvent: createdEvent(node, at, audience, true, context.catalog),
        synchronizerId: context.synchronizerId,
        reassignmentCounter: 0,
      },
    },
    streamContinuationToken: "",
  });
};

async function* entries(
  reader: ViewReader,
  context: QueryContext,
  format: ResolvedFormat,
  activeAt: number,
): AsyncGenerator<Either<LedgerError, ActiveContract>, void, undefined> {
  let after = 0;
  let transaction: Either<LedgerError, CreatingTransaction> | undefined;
  for (;;) {
    const page = contractsPage(reader, format, activeAt, after);
    for (const place of page) {
      after = place.seq;
      if (
        transaction === undefined ||
        isLeft(transaction) ||
        transaction.right.offset !== place.createdAt
      ) {
        transaction = creatingTransaction(reader, place.createdAt);
      }
      const entry = isLeft(transaction)
        ? transaction
        : entryOf(transaction.right, place, format, context);
      if (isLeft(entry)) {
        yield entry;
        return;
      }
      if (entry.right !== undefined) {
        yield right(entry.right);
      }
    }
    if (page.length < contractsPerPage) {
      return;
    }
    await nextTurn();
  }
}

/** The active contracts; see `Views.activeContracts`. */
export async function* queryActiveContracts(
  reader: ViewReader,
  watch: CheckpointWatch,
  context: QueryContext,
  query: ActiveContractsQuery,
  signal: AbortSignal,
): AsyncGenerator<Either<LedgerError, ActiveContract>, void, undefined> {
  const problem = activeAtProblem(query.activeAtOffset, context.ledgerEnd());
  if (problem !== undefined) {
    yield left(problem);
    return;
  }
  const format = resolveEventFormat(query.eventFormat, context.catalog);
  if (isLeft(format)) {
    yield format;
    return;
  }
  const caughtUp = await catchUp(watch, context, query.activeAtOffset, signal);
  if (isLeft(caughtUp)) {
    yield caughtUp;
    return;
  }
  if (caughtUp.right) {
    yield* entries(reader, context, format.right, query.activeAtOffset);
  }
}
