import {
  contractIdParts,
  type CreateNode,
  type ExerciseNode,
  invalidArgument,
  invalidField,
  isContractId,
  isPartyIdString,
  type LedgerError,
  ledgerError,
  missingField,
  stakeholdersOf,
  type ContractId,
  textSentence,
  contractIdSentence,
} from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CheckpointWatch } from "../fold/checkpoint-watch.js";
import { createAt, transactionIn } from "./creating-transaction.js";
import {
  archivedEvent,
  type Audience,
  audienceOf,
  createdEvent,
  type EventPlace,
} from "../projection/project-event.js";
import { catchUpAlone, prunedUpTo } from "./query-error.js";
import { resolveEventFormat } from "../format/resolved-format.js";
import type { ContractPlace } from "../sqlite/view-reader.js";
import type { Reading } from "./reading.js";
import type { ContractEventsQuery, ContractQuery, QueryContext } from "../interface/views.js";
import type { ContractEvents, CreatedEvent } from "@tallystick/wire";
import { TableDamage } from "@tallystick/tables";

/** A contract, active or archived. */
interface FoundContract {
  readonly node: CreateNode;
  readonly at: EventPlace;
  /** Offset of the transaction that archived it. */
  readonly archivedAt: number | undefined;
}

const idError = (contractId: ContractId): LedgerError | undefined => {
  if (contractId === "") return missingField("contract_id");
  return isContractId(contractId)
    ? undefined
    : invalidField("contract_id", contractIdSentence(contractId));
};

/** Whether a contract was archived before the offset up to which the journal was pruned. */
const isGone = ({ archivedAt }: ContractPlace, context: QueryContext): boolean =>
  archivedAt > 0 && archivedAt <= prunedUpTo(context);

const findContract = (
  reader: Reading,
  contractId: ContractId,
  context: QueryContext,
): Either<LedgerError, FoundContract | undefined> => {
  const place = contractIdParts(contractId);
  const placed = place && reader.contractAt(place.offset, place.nodeId);
  for (const each of [...reader.importedContracts(contractId), placed]) {
    if (each === undefined || isGone(each, context)) continue;
    const found = contractIn(reader, each, context);
    // an id contains a place; the contract there may have another id
    if (isLeft(found) || found.right.node.contractId === contractId) return found;
  }
  return right(undefined);
};

const contractIn = (
  reader: Reading,
  contract: ContractPlace,
  context: QueryContext,
): Either<LedgerError, FoundContract> => {
  const offset = contract.createdAt;
  const transaction = transactionIn(reader.entry(offset), context);
  if (isLeft(transaction)) return transaction;
  const node = createAt(transaction.right, contract);
  if (node === undefined)
    throw new TableDamage(`event ${offset} has no create node ${contract.nodeId}`);
  const { effectiveAt, reads } = transaction.right;
  const at = { offset, effectiveAt, reads };
  const archivedAt = contract.archivedAt === 0 ? undefined : contract.archivedAt;
  return right({ node, at, archivedAt });
};

// a contract archived in its own transaction is in no ACS_DELTA stream (ledger-api 11)
const isInAcsDelta = ({ at, archivedAt }: FoundContract): boolean => archivedAt !== at.offset;

const archivalAt = (
  reader: Reading,
  contractId: ContractId,
  offset: number,
  context: QueryContext,
): Either<LedgerError, { readonly node: ExerciseNode; readonly at: EventPlace }> => {
  const transaction = transactionIn(reader.entry(offset), context);
  if (isLeft(transaction)) return transaction;
  const { nodes, effectiveAt, reads } = transaction.right;
  for (const node of nodes) {
    if (node.kind === "exercise" && node.consuming && node.contractId === contractId)
      return right({ node, at: { offset, effectiveAt, reads } });
  }
  throw new TableDamage(`event ${offset} does not archive contract ${contractId}`);
};

const eventsFor = (
  reader: Reading,
  found: FoundContract,
  audience: Audience,
  context: QueryContext,
): Either<LedgerError, ContractEvents> => {
  const { synchronizerId, catalog } = context;
  const { node, at, archivedAt } = found;
  const created = {
    createdEvent: createdEvent(node, at, audience, isInAcsDelta(found), catalog),
    synchronizerId,
  };
  if (archivedAt === undefined) return right({ created, archived: null });
  const archival = archivalAt(reader, node.contractId, archivedAt, context);
  return isLeft(archival)
    ? archival
    : right({
        created,
        archived: {
          archivedEvent: archivedEvent(archival.right.node, archival.right.at, audience),
          synchronizerId,
        },
      });
};

/** The events of a contract; see `Queries.contractEvents`. */
export const queryContractEvents = async (
  reader: Reading,
  watch: CheckpointWatch,
  context: QueryContext,
  { contractId, eventFormat }: ContractEventsQuery,
): Promise<Either<LedgerError, ContractEvents>> => {
  const error = idError(contractId);
  if (error !== undefined) return left(error);
  const format = resolveEventFormat(eventFormat, context.catalog);
  if (isLeft(format)) return format;
  const behind = await catchUpAlone(watch, context, context.ledgerEnd());
  if (behind !== undefined) return left(behind);
  return reader.consistently(() => {
    const found = findContract(reader, contractId, context);
    if (isLeft(found)) return found;
    const audience =
      found.right === undefined
        ? undefined
        : audienceOf(
            format.right.interestIn(found.right.node.templateId),
            stakeholdersOf(found.right.node),
          );
    return found.right === undefined || audience === undefined
      ? left(
          ledgerError("CONTRACT_EVENTS_NOT_FOUND", "Contract events not found, or not visible.", {
            resources: [["CONTRACT_ID", contractId]],
          }),
        )
      : eventsFor(reader, found.right, audience, context);
  });
};

const payloadAudience = (
  node: CreateNode,
  queryingParties: ReadonlyArray<string>,
): Audience | undefined => {
  const stakeholders = stakeholdersOf(node);
  const parties =
    queryingParties.length === 0
      ? stakeholders
      : stakeholders.filter((party) => queryingParties.includes(party));
  return parties.length === 0
    ? undefined
    : { parties, createdEventBlob: true, viewedInterfaces: [], matchedInterfaces: [] };
};

export const queryContract = async (
  reader: Reading,
  watch: CheckpointWatch,
  context: QueryContext,
  { contractId, queryingParties }: ContractQuery,
): Promise<Either<LedgerError, CreatedEvent>> => {
  const wrongParty = queryingParties.find((party) => !isPartyIdString(party));
  const error =
    idError(contractId) ??
    (wrongParty === undefined
      ? undefined
      : invalidArgument(`"${wrongParty.slice(0, 100)}" is not a party id`, "querying_parties", {
          sentence: textSentence("Party", wrongParty),
        }));
  if (error !== undefined) return left(error);
  const behind = await catchUpAlone(watch, context, context.ledgerEnd());
  if (behind !== undefined) return left(behind);
  const found = reader.consistently(() => findContract(reader, contractId, context));
  if (isLeft(found)) return found;
  const audience =
    found.right === undefined ? undefined : payloadAudience(found.right.node, queryingParties);
  return found.right === undefined || audience === undefined
    ? left(
        ledgerError("CONTRACT_PAYLOAD_NOT_FOUND", "Contract payload not found, or not visible.", {
          resources: [["CONTRACT_ID", contractId]],
        }),
      )
    : right(
        createdEvent(
          found.right.node,
          found.right.at,
          audience,
          isInAcsDelta(found.right),
          context.catalog,
        ),
      );
};
