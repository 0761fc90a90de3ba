import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { WebSocket } from "ws";
import {
  eventFormatOf,
  type LedgerSource,
  SourceError,
  type StoredPackage,
  updateFormatOf,
} from "./ledger-source.js";

/** A ledger with the JSON Ledger API. */
export interface RemoteLedger {
  /** `http://host:port`, or with https. */
  readonly url: string;
  /** The token to send; asked for again with each connection. */
  readonly token: () => Promise<string>;
  /** What the node's console calls the store: 1 to 40 of `a-z0-9-`. */
  readonly name: string;
}

/** Characters of frames that wait to be stored; the connection rests while there are more. */
const MAX_WAITING = 8 << 20;
const MAX_FRAME_BYTES = 64 << 20;
const timeoutMs = 60_000;
const reportTimeoutMs = 4_000;

const LedgerEnd = t.type({ offset: t.number });
const Pruned = t.type({ participantPrunedUpToInclusive: t.union([t.number, t.undefined, t.null]) });
const Participant = t.type({ participantId: t.string });
const Vetted = t.type({
  vettedPackages: t.readonlyArray(
    t.type({
      packages: t.readonlyArray(
        t.type({ packageId: t.string, packageName: t.string, packageVersion: t.string }),
      ),
    }),
  ),
  nextPageToken: t.union([t.string, t.undefined, t.null]),
});
const Failure = t.type({ code: t.string, cause: t.string });

/** What a repeated attempt may change: everything but what was asked. */
const passing = (status: number): boolean => status !== 400 && status !== 404;

const send = async (
  { url, token }: RemoteLedger,
  path: string,
  body: object | undefined,
  timeout: number,
) =>
  fetch(`${url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${await token()}`, "content-type": "application/json" },
    signal: AbortSignal.timeout(timeout),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const ask = async <A>(
  ledger: RemoteLedger,
  answer: t.Decoder<unknown, A>,
  path: string,
  body?: object,
): Promise<A> => {
  const { url } = ledger;
  const response = await send(ledger, path, body, timeoutMs).catch((thrown: unknown) => {
    throw new SourceError(`${url} does not answer: ${String(thrown)}`, true);
  });
  const text = await response.text();
  const asked = `${url}${path} answered ${response.status}`;
  if (!response.ok)
    throw new SourceError(`${asked}: ${text.slice(0, 500)}`, passing(response.status));
  const read = answer.decode(JSON.parse(text));
  if (isLeft(read))
    throw new SourceError(`${asked}, but something else: ${text.slice(0, 200)}`, false);
  return read.right;
};

/**
 * The frames of a stream of the JSON Ledger API. Ends with the stream, or the signal.
 *
 * @throws {SourceError} what the ledger answered instead, or that the connection is lost
 */
async function* frames(ledger: RemoteLedger, path: string, request: object, signal?: AbortSignal) {
  const url = `${ledger.url.replace(/^http/, "ws")}${path}`;
  const protocols = ["daml.ws.auth", `jwt.token.${await ledger.token()}`];
  const socket = new WebSocket(url, protocols, { maxPayload: MAX_FRAME_BYTES });
  const waiting: Array<string> = [];
  let waitingLength = 0;
  let end: SourceError | "closed" | undefined;
  let wake = (): void => {};
  const finish = (how: SourceError | "closed"): void => {
    end ??= how;
    wake();
  };
  socket.on("open", () => socket.send(JSON.stringify(request)));
  socket.on("message", (data: Buffer) => {
    const text = data.toString();
    waiting.push(text);
    waitingLength += text.length;
    if (waitingLength >= MAX_WAITING) socket.pause();
    wake();
  });
  socket.on("unexpected-response", (_, response) => {
    const status = response.statusCode ?? 0;
    finish(new SourceError(`${url} answered ${status}`, passing(status)));
    socket.terminate();
  });
  socket.on("error", ({ message }) => finish(new SourceError(`${url}: ${message}`, true)));
  socket.on("close", (code, reason) =>
    finish(
      code === 1000
        ? "closed"
        : new SourceError(`${url} closed: ${code} ${reason.toString()}`, true),
    ),
  );
  const abort = (): void => finish("closed");
  signal?.addEventListener("abort", abort);
  try {
    while (signal?.aborted !== true) {
      const text = waiting.shift();
      if (text !== undefined) {
        waitingLength -= text.length;
        if (waiting.length === 0) socket.resume();
        yield { value: checkedFrame(url, text), length: text.length };
      } else if (end !== undefined) {
        if (end === "closed") return;
        throw end;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    signal?.removeEventListener("abort", abort);
    socket.terminate();
  }
}

const checkedFrame = (url: string, text: string): unknown => {
  const value: unknown = JSON.parse(text);
  const failure = Failure.decode(value);
  if (isLeft(failure)) return value;
  const { code, cause } = failure.right;
  // tokens end, and a ledger may be busy; a request that is wrong stays wrong
  const isWrong =
    /^(INVALID_|MISSING_FIELD|PARTICIPANT_PRUNED|OFFSET_|TEMPLATES_OR|PACKAGE_NAMES)/.test(code);
  throw new SourceError(`${url}: ${code}: ${cause}`, !isWrong);
};

const vettedPackages = async (ledger: RemoteLedger): Promise<ReadonlyArray<StoredPackage>> => {
  const found: Array<StoredPackage> = [];
  for (let pageToken = ""; ; ) {
    const page = await ask(ledger, Vetted, "/v2/package-vetting/list", { pageToken });
    for (const { packageId, packageName, packageVersion } of page.vettedPackages.flatMap(
      ({ packages }) => packages,
    ))
      found.push({ packageId, name: packageName, version: packageVersion });
    pageToken = page.nextPageToken ?? "";
    if (pageToken === "" || page.vettedPackages.length === 0) return found;
  }
};

/** Answers after which a ledger is told nothing until its next stream: it has no such console. */
const refusals: ReadonlySet<number> = new Set([400, 403, 404, 405]);

/** A ledger that is read over its published interface: ours, or a genuine participant. */
export const remoteSource = (ledger: RemoteLedger): LedgerSource => {
  let isTold = true;
  return {
    participantId: async () =>
      (await ask(ledger, Participant, "/v2/parties/participant-id")).participantId,
    ledgerEnd: async () => (await ask(ledger, LedgerEnd, "/v2/state/ledger-end")).offset,
    prunedUpTo: async () =>
      (await ask(ledger, Pruned, "/v2/state/latest-pruned-offsets"))
        .participantPrunedUpToInclusive ?? 0,
    packages: () => vettedPackages(ledger),
    activeContracts: (scope, activeAtOffset) =>
      frames(ledger, "/v2/state/active-contracts", {
        activeAtOffset,
        eventFormat: eventFormatOf(scope),
      }),
    updates: (scope, { after, end, signal }) => {
      const range = { beginExclusive: after, ...(end === undefined ? {} : { endInclusive: end }) };
      isTold = true;
      return frames(
        ledger,
        "/v2/updates",
        { ...range, updateFormat: updateFormatOf(scope) },
        signal,
      );
    },
    report: async (position) => {
      if (!isTold) return;
      const told = { name: ledger.name, ...position };
      const response = await send(ledger, "/v2/followers", told, reportTimeoutMs);
      isTold = !refusals.has(response.status);
      // an answer that nobody reads would keep its connection
      await response.body?.cancel();
    },
  };
};
