import type { SignedRequest } from "../custody/wanted.js";
import type { Session } from "../session/session.js";
import { ApiError, apiErrorOf, noAnswer } from "./api-error.js";
import { type PreparedCommand, type SignedCommand, wantSignature } from "./signing-requests.js";
import { messages } from "./messages.js";

/** What was signed and sent, and whose end is not known yet, by command id. */
type Unsettled = Map<string, SignedCommand>;

const parsed = (text: string): unknown => {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The path as the node has it, wherever it is mounted. */
const pathOf = (url: string): string => {
  const { pathname } = new URL(url);
  return pathname.slice(Math.max(0, pathname.indexOf("/v0/")));
};

const requestOf = async (request: Request): Promise<SignedRequest> => ({
  method: request.method,
  path: pathOf(request.url),
  body: parsed(await request.text()),
});

const preparedIn = async (answer: Response): Promise<PreparedCommand> =>
  // border: the node's 202 has this form
  (await answer.json()) as PreparedCommand;

const executionOf = (party: string, { prepared, signature }: SignedCommand): string =>
  JSON.stringify({
    preparedTransaction: prepared.prepared_transaction,
    hashingSchemeVersion: prepared.hashing_scheme_version,
    submissionId: "",
    deduplicationPeriod: { Empty: {} },
    partySignatures: { signatures: [{ party, signatures: [signature] }] },
  });

/** Answers that say that a command with the same id took effect before. */
const isDone = ({ code }: ApiError): boolean => code === "DUPLICATE_COMMAND";

/**
 * Has the node execute what was signed. Throws ApiError; where that does not say what happened, the
 * same bytes are sent again the next time.
 */
const execute = async (
  url: string,
  headers: Headers,
  party: string,
  signed: SignedCommand,
  unsettled: Unsettled,
): Promise<void> => {
  const id = signed.prepared.command_id;
  unsettled.set(id, signed);
  let answer: Response;
  try {
    answer = await fetch(url, { method: "POST", headers, body: executionOf(party, signed) });
  } catch {
    throw noAnswer("");
  }
  if (answer.ok) {
    unsettled.delete(id);
    return;
  }
  const error = await apiErrorOf(answer, "");
  if (error.isUnknown) throw error;
  unsettled.delete(id);
  if (!isDone(error)) throw error;
};

/** Does one after the other; one that fails holds up no other. */
const oneByOne = () => {
  let last: Promise<void> = Promise.resolve();
  return (run: () => Promise<void>): Promise<void> => {
    const ended = last.then(run);
    last = ended.catch(() => undefined);
    return ended;
  };
};

/**
 * A `fetch` for a party that signs outside of the node: what the node has prepared is signed by the
 * person in front of the page, executed, and the request has its own answer then.
 *
 * @param base where the node is mounted, with its origin
 */
export const signingFetch = (
  base: string,
  session: Session,
  party: string,
): ((request: Request) => Promise<Response>) => {
  const unsettled: Unsettled = new Map();
  const inTurn = oneByOne();
  const withToken = async (request: Request): Promise<Request> => {
    const token = await session.token();
    const again = request.clone();
    if (token !== undefined) again.headers.set("Authorization", `Bearer ${token}`);
    return again;
  };
  const signedBy = async (request: Request, prepared: PreparedCommand): Promise<SignedCommand> =>
    unsettled.get(prepared.command_id) ??
    wantSignature({
      party,
      request: await requestOf(request.clone()),
      prepared,
      prepareAgain: async () => {
        const answer = await fetch(await withToken(request));
        if (!answer.ok) throw await apiErrorOf(answer, "");
        return answer.status === 202 ? preparedIn(answer) : undefined;
      },
    });
  /** The answer of the row, once what it prepared was executed. */
  const ownAnswer = async (request: Request, commandId: string): Promise<Response> => {
    const { method, headers } = await withToken(request);
    const url = new URL(request.url);
    url.searchParams.set("executed", commandId);
    const body = method === "POST" ? { body: await request.clone().arrayBuffer() } : {};
    const answer = await fetch(new Request(url, { method, headers, ...body }));
    if (answer.status !== 202) return answer;
    const cause = messages.signing.executed;
    throw new ApiError(409, "", cause, "", undefined);
  };
  return async (request) => {
    const kept = request.clone();
    const answer = await fetch(request);
    if (answer.status !== 202) return answer;
    const signed = await signedBy(kept, await preparedIn(answer));
    const url = `${base}/v2/interactive-submission/executeAndWait`;
    await inTurn(async () => {
      const { headers } = await withToken(kept);
      headers.set("content-type", "application/json");
      await execute(url, headers, party, signed, unsettled);
    });
    return ownAnswer(kept, signed.prepared.command_id);
  };
};
