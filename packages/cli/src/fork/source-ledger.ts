import {
  type Contract,
  isContractId,
  isFullPartyId,
  type Json,
  timestampFromText,
} from "@tallystick/core";
import { contractOfBlob } from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { connect, hasStatus, type NodeConnection } from "../client/node-connection.js";
import { partiesNamed } from "../client/parties.js";
import { tokenIn } from "../client/token-file.js";
import { CommandError, usageError } from "../command-error.js";
import { offsetIn } from "../offset-flag.js";
import type { Environment } from "../settings.js";
import type { ClientTlsFlags } from "../tls-files.js";

/** Contracts that are read at most. */
const MAX_CONTRACTS = 1_000_000;

/** Contracts of one page, and of one answer of a participant that gives no pages. */
const PAGE = 200;
const MOST_WITHOUT_PAGES = 10_000;

/** The flags that say what is forked. */
export interface ForkedFlags extends ClientTlsFlags {
  readonly from?: string | undefined;
  readonly "token-file"?: string | undefined;
  readonly party?: ReadonlyArray<string> | undefined;
  readonly at?: string | undefined;
}

/** A ledger that is read over its interface, at an offset. */
export interface SourceLedger {
  readonly url: string;
  readonly offset: number;
  /** Full ids, sorted. */
  readonly parties: ReadonlyArray<string>;
  readonly node: NodeConnection;
}

const LedgerEnd = t.type({ offset: t.number }, "a ledger end");

/**
 * Connects to the ledger that is forked.
 *
 * @throws {CommandError} it cannot be read, or a flag is wrong
 */
export const openSource = async (flags: ForkedFlags, env: Environment): Promise<SourceLedger> => {
  const { from: url = "", party: named = [] } = flags;
  if (named.length === 0)
    throw usageError("--party: expected a party whose contracts are read; repeatable");
  const at = offsetIn("at", flags.at);
  const token = await tokenIn(flags["token-file"]);
  const node = await connect({ ...flags, url, token }, env, "--from");
  const end = (await node.ask(LedgerEnd, { method: "GET", path: "/v2/state/ledger-end" })).offset;
  if (at !== undefined && at > end)
    throw new CommandError(`--at ${at}: the ledger at ${url} ends at offset ${end}`);
  const parties = [...new Set(await partiesNamed(node, named))].sort();
  for (const party of parties) await checkParty(node, party);
  return { url: new URL(url).href.replace(/\/$/, ""), offset: at ?? end, parties, node };
};

const Parties = t.type({ partyDetails: t.array(t.type({ party: t.string })) }, "a list of parties");

const checkParty = async (node: NodeConnection, party: string): Promise<void> => {
  if (!isFullPartyId(party)) throw usageError(`--party: "${party.slice(0, 80)}" is no party id`);
  const path = `/v2/parties/${encodeURIComponent(party)}`;
  const { partyDetails } = await node
    .ask(Parties, { method: "GET", path })
    .catch((thrown: unknown) => {
      // who only may read contracts may not ask for parties
      if (hasStatus(thrown, 403)) return { partyDetails: [{ party }] };
      throw thrown;
    });
  if (partyDetails.length === 0)
    throw new CommandError(`--party: the ledger has no party ${party}`);
};

const Created = t.intersection(
  [
    t.type({
      contractId: t.string,
      templateId: t.string,
      packageName: t.string,
      createArgument: t.UnknownRecord,
      signatories: t.array(t.string),
      observers: t.array(t.string),
      createdAt: t.string,
    }),
    t.partial({ contractKey: t.unknown, createdEventBlob: t.string }),
  ],
  "a created event",
);
type Created = t.TypeOf<typeof Created>;

const Entry = t.type({ contractEntry: t.UnknownRecord });
const Page = t.type(
  { activeContracts: t.array(Entry), nextPageToken: t.string },
  "a page of active contracts",
);
const Entries = t.array(Entry, "a list of active contracts");
const Active = t.type({ createdEvent: Created });

/** Why what was answered cannot be imported. */
interface UnreadContract {
  readonly reason: string;
}

/** A contract of the source. */
export type ReadContract = Either<UnreadContract, Contract>;

const unread = (reason: string): ReadContract => left({ reason });

const contractOf = (entry: t.TypeOf<typeof Entry>): ReadContract => {
  const [kind = "nothing"] = Object.keys(entry.contractEntry);
  if (kind !== "JsActiveContract") return unread(`an entry ${kind} is no active contract`);
  const active = Active.decode(entry.contractEntry[kind]);
  return isLeft(active)
    ? unread("an active contract lacks fields")
    : contractOfCreated(active.right.createdEvent);
};

/** A blob of a node like this one has the whole contract; those of others are not read. */
const contractOfCreated = (created: Created): ReadContract => {
  const { contractId, templateId, packageName, createArgument, createdEventBlob = "" } = created;
  const blob = contractOfBlob(createdEventBlob);
  if (!isLeft(blob) && blob.right.contractId === contractId) return blob;
  if (!isContractId(contractId)) return unread(`${contractId.slice(0, 80)} is no contract id`);
  if (created.contractKey !== undefined && created.contractKey !== null)
    return unread(`${contractId}: who maintains its key is not in the answer`);
  const createdAt = timestampFromText(created.createdAt);
  if (isLeft(createdAt)) return unread(`${contractId}: its time is none`);
  const signatories = [...new Set(created.signatories)].sort();
  const observers = new Set(created.observers.filter((party) => !signatories.includes(party)));
  return right({
    contractId,
    templateId,
    packageName,
    // border: it was parsed from JSON
    payload: createArgument as Json,
    signatories,
    observers: [...observers].sort(),
    createdAt: createdAt.right,
  });
};

const formatFor = (parties: ReadonlyArray<string>): object => {
  const value = { includeCreatedEventBlob: true };
  const cumulative = [{ identifierFilter: { WildcardFilter: { value } } }];
  const filtersByParty = Object.fromEntries(parties.map((party) => [party, { cumulative }]));
  return { filtersByParty, verbose: false };
};

/**
 * The active contracts of the parties in pages.
 *
 * @throws {CommandError} they cannot be read, or are too many
 */
export async function* contractsOf({
  node,
  offset,
  parties,
}: SourceLedger): AsyncGenerator<ReadonlyArray<ReadContract>> {
  const wanted = { activeAtOffset: offset, eventFormat: formatFor(parties) };
  const path = "/v2/state/active-contracts-page";
  let seen = 0;
  for (let token = ""; ; ) {
    const body = { ...wanted, maxPageSize: PAGE, ...(token === "" ? {} : { pageToken: token }) };
    const page = await node.ask(Page, { method: "POST", path, body }).catch(async (thrown) => {
      // participants of some versions give no pages
      if (token !== "" || !hasStatus(thrown, 404)) throw thrown;
      return { activeContracts: await withoutPages(node, wanted), nextPageToken: "" };
    });
    seen += page.activeContracts.length;
    if (seen > MAX_CONTRACTS)
      throw new CommandError(`there are more than ${MAX_CONTRACTS} contracts; name fewer parties`);
    yield page.activeContracts.map(contractOf);
    token = page.nextPageToken;
    if (token === "") return;
  }
}

const withoutPages = (node: NodeConnection, body: object) =>
  node.ask(Entries, {
    method: "POST",
    path: `/v2/state/active-contracts?limit=${MOST_WITHOUT_PAGES}`,
    body,
  });
