import type { Turns } from "@tallystick/background";
import type { PartyId, UserId } from "@tallystick/core";
import { isJsonObject } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { LedgerFailure } from "@tallystick/node";
import { ThrownAnswer } from "../answers/thrown-answer.js";
import { rightsOf } from "../auth/rights.js";
import type { ServedEndpoint } from "../endpoints/endpoint.js";
import { readJsonInTurns } from "../json/json-text.js";
import { type AboutCall, DappError, ledgerErrorOf } from "./dapp-error.js";

/** The reads that a page may make as its party; every other path is rejected. */
const reads: ReadonlySet<string> = new Set([
  "GET /v2/version",
  "GET /v2/state/ledger-end",
  "GET /v2/state/connected-synchronizers",
  "GET /v2/state/latest-pruned-offsets",
  "POST /v2/state/active-contracts",
  "POST /v2/updates/get-updates-page",
  "POST /v2/updates/update-by-offset",
  "POST /v2/updates/update-by-id",
  "POST /v2/updates/transaction-by-offset",
  "POST /v2/updates/transaction-by-id",
  "POST /v2/events/events-by-contract-id",
  "POST /v2/contracts/contract-by-id",
]);

/** The longest answer that is passed on; characters. */
const maxAnswer = 4 * 1024 * 1024;

interface DappRead {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Reads the ledger with the rights of one party only. */
export const dappRead = async (
  { endpoints, turns }: { endpoints: ReadonlyArray<ServedEndpoint>; turns: Turns },
  { method, path, query, body }: DappRead,
  { userId, party }: { readonly userId: UserId; readonly party: PartyId },
  about: AboutCall,
): Promise<unknown> => {
  const name = `${method} ${path}`;
  const endpoint = reads.has(name)
    ? endpoints.find((each) => `${each.method} ${each.path}` === name)
    : undefined;
  if (endpoint === undefined)
    throw new DappError("unsupported", `${name.slice(0, 200)} is not among the reads of ledgerApi`);
  const rights = rightsOf([{ kind: "CanReadAs", party }]);
  const caller = { userId, rights, identityProviderId: "" };
  const answer = await served(endpoint, { parameters: {}, query, body, caller }, about);
  if (answer.body.length > maxAnswer) {
    throw new DappError(
      "limit",
      `The response has more than ${maxAnswer} characters; request less`,
    );
  }
  const bytes = Buffer.from(answer.body);
  const read = await readJsonInTurns(bytes, turns, userId);
  const value = isLeft(read) ? bytes.toString() : read.right;
  if (answer.status < 400) return value;
  const cause =
    isJsonObject(value) && typeof value.cause === "string" ? value.cause : bytes.toString();
  const whole = isJsonObject(value) ? value : { status: answer.status, cause };
  throw new DappError("ledger", cause.slice(0, 1_000), whole);
};

const served = async (
  endpoint: ServedEndpoint,
  raw: Parameters<ServedEndpoint["serve"]>[0],
  about: AboutCall,
) => {
  try {
    return await endpoint.serve(raw);
  } catch (thrown) {
    if (thrown instanceof ThrownAnswer) return thrown.answer;
    if (!(thrown instanceof LedgerFailure) || !("code" in thrown.error)) throw thrown;
    throw ledgerErrorOf("ledger", thrown.error, about);
  }
};
