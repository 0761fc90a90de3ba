import {
  contractIdParts,
  decodeLedgerEvent,
  type Package,
  type PackageError,
  type PastEvent,
  checkArgument,
} from "@tallystick/core";
import { type Either, isLeft, isRight, right } from "fp-ts/lib/Either.js";
import {
  AuditError,
  type AuditedJournal,
  emptyJournal,
  pagesAfter,
  checkJournal,
} from "../log/audited-journal.js";
import { RuleBook } from "../rules/rule.js";
import { RulesWalk } from "../rules/rules-walk.js";
import { againIn, type Story, storyOf } from "../story/story.js";

/** The subject to explain: an offset, an update id, a command id or a contract id. */
export type Explained = number | string;

/** Events of one target that are explained. */
const maxEvents = 100;

/** What happened, and whether there is more of it. */
export interface Explanation {
  readonly stories: ReadonlyArray<Story>;
  /** True when there are only the first stories. */
  readonly hasMore: boolean;
}

/**
 * Tells what happened at every offset that a target names; of a contract, its creation and each
 * exercise on it. Each is decided again on the state of that time, and checked by all rules of an
 * audit.
 *
 * @param packages with the code that decided; the built-in one is added
 * @returns Left when the packages cannot be used
 * @throws {AuditError} when the journal has nothing of that name, or cannot be read
 */
export const explain = async (
  journal: AuditedJournal,
  target: Explained,
  packages: ReadonlyArray<Package>,
): Promise<Either<PackageError, Explanation>> => {
  checkJournal(journal);
  if (typeof target !== "number") checkArgument("target", target, "text");
  checkArgument("packages", packages, "array");
  const begun = RulesWalk.begin({ level: "rules", packages });
  if (isLeft(begun)) return begun;
  const walk = begun.right;
  const stories: Array<Story> = [];
  for await (const page of pagesAfter(journal, 0)) {
    await walk.before(journal, page);
    for (const recorded of page) {
      const offset = recorded.revision + 1;
      const event = decodeLedgerEvent(recorded.type, recorded.data, offset);
      const isMeant = isRight(event) && concerns(event.right, offset, target);
      if (isMeant && stories.length === maxEvents) return right({ stories, hasMore: true });
      const book = isMeant ? new RuleBook("rules") : undefined;
      const story = isMeant ? storyOf(walk.state, event.right, walk.catalog) : undefined;
      walk.takeInto(book, recorded, event);
      if (book !== undefined && story !== undefined)
        stories.push({ ...story, again: againIn(book, story.event) });
      if (offset === target) return right({ stories, hasMore: false });
    }
  }
  if (stories.length > 0) return right({ stories, hasMore: false });
  if (walk.state.offset === 0) throw emptyJournal(journal);
  throw new AuditError(
    "missing",
    `the journal contains nothing named ${target}; a command that is rejected before it reaches the ledger leaves no event`,
  );
};

const concerns = (event: PastEvent, offset: number, target: Explained): boolean => {
  if (typeof target === "number") return offset === target;
  if (event.type === "CommandRejected") return event.commandId === target;
  if (event.type === "SubmissionPruned") return isPrunedOf(event, offset, target);
  if (event.type !== "TransactionCommitted") return false;
  return (
    event.updateId === target ||
    event.commandId === target ||
    event.nodes.some(({ contractId }) => contractId === target)
  );
};

/** Where a contract was created says its id, also after its data was erased. */
const isPrunedOf = (
  { archived = [] }: Extract<PastEvent, { type: "SubmissionPruned" }>,
  offset: number,
  target: string,
): boolean =>
  contractIdParts(target)?.offset === offset ||
  archived.some(({ contractId }) => contractId === target);
