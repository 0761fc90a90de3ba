import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { SignJWT } from "jose";
import { developmentUser } from "../../../src/index.js";
import { type CallOptions, unsafeSecret } from "../../fixtures/running-server.js";

/** A question put to a genuine participant, and its answer, both with marks for what changes. */
export interface RecordedAnswer {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string | null;
  readonly auth: "admin" | "none" | "other";
  readonly headers?: Readonly<Record<string, string>> | null;
  readonly status: number;
  readonly type?: string | null;
  readonly answer: string;
}

const folder = new URL("../../../../test/over-http/genuine/", import.meta.url);

const fileOf = (name: string): string => fileURLToPath(new URL(name, folder));

/** The file of the known differences. */
export const differencesFile = fileOf("differences.json");

/** Marks that are filled from the running server; a question with another one is left out. */
const fillable = /<(?:FP|SYNC|PINGPKG|N)>/g;
const anyMark = /<[A-Za-z0-9]+(?: bytes)?>/;

const isAskable = ({ path, body, auth, name }: RecordedAnswer): boolean =>
  !anyMark.test(`${path}${body ?? ""}`.replace(fillable, "")) &&
  (auth !== "other" || claimsOf(name) !== undefined);

/** What a token of the recorded questions says, beginning with the usual claims. */
const claimsByKind: Readonly<Record<string, object>> = {
  "unknown user": { sub: "nobody" },
  "wrong aud": { aud: "x" },
  expired: { exp: 1 },
  "user u2": { sub: "u2" },
  "deactivated u1": { sub: "u1" },
  participant_admin: { sub: "participant_admin" },
  "scope daml": { scope: "daml_ledger_api" },
  "no sub": { sub: undefined },
  "no aud": { aud: undefined },
  "no exp": { exp: undefined },
  "aud list": { aud: ["x", "https://canton.network.global"] },
};

const claimsOf = (name: string): object | undefined => {
  const kind = Object.keys(claimsByKind).find((each) => name.startsWith(`auth ${each} `));
  return kind === undefined ? undefined : claimsByKind[kind];
};

const secondsOfToken = 3_600;

/** The token of a question that does not carry the usual one. */
export const tokenOf = ({ name }: RecordedAnswer): Promise<string> | undefined => {
  const claims = claimsOf(name);
  if (claims === undefined) return undefined;
  const now = Math.floor(Date.now() / 1_000);
  const usual = {
    sub: developmentUser,
    aud: "https://canton.network.global",
    iss: "unsafe-auth",
    scope: "",
    iat: now,
    exp: now + secondsOfToken,
  };
  const given = Object.entries({ ...usual, ...claims }).filter(([, value]) => value !== undefined);
  return new SignJWT(Object.fromEntries(given))
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(unsafeSecret);
};

/** The recorded answers whose questions can be repeated, in order, with names of their own. */
export const recordedAnswers = (): ReadonlyArray<RecordedAnswer> => {
  const lines = gunzipSync(readFileSync(fileOf("answers.jsonl.gz")))
    .toString("utf8")
    .trim();
  const seen = new Map<string, number>();
  return lines
    .split("\n")
    .map((line): RecordedAnswer => JSON.parse(line))
    .filter(isAskable)
    .map((each) => {
      const name = /^(?:body|http)/.test(each.name) ? `${each.name} ${each.path}` : each.name;
      const turn = (seen.get(name) ?? 0) + 1;
      seen.set(name, turn);
      return { ...each, name: turn === 1 ? name : `${name} #${turn}` };
    });
};

/** What the marks of a question stand for on the running server. */
export interface Marks {
  readonly fingerprint: string;
  readonly synchronizer: string;
  readonly pingPackage: string;
  readonly ledgerEnd: number;
}

/** Of the participant that answered, where the recording has it without a mark. */
const recordedFingerprint = "1220e0299bfb997fedf4b18fa01b0627a516151bf8f1b7df21be202a0752f3a58aff";

/** A text of a question with its marks filled. */
export const filled = (text: string, marks: Marks): string =>
  text
    .replaceAll(recordedFingerprint, marks.fingerprint)
    .replace(/<SYNC>::<FP>/g, marks.synchronizer)
    .replace(/::<FP>/g, `::${marks.fingerprint}`)
    .replace(/%3A%3A<FP>/g, `%3A%3A${marks.fingerprint}`)
    .replace(/<PINGPKG>/g, marks.pingPackage)
    .replace(/"<N>"|<N>/g, String(marks.ledgerEnd));

/** The end of the recorded ledger in requests for a range of its offsets. */
const recordedEnd = /("end(?:Offset)?Inclusive":)139\b/g;

const beyondAnyEnd = 999_999;

const beginOf = (name: string, { ledgerEnd }: Marks): number => {
  if (name === "updates no end") return ledgerEnd;
  if (/end (?:=|before) begin/.test(name)) return 5;
  return /(?:begin|completions) beyond/.test(name) ? beyondAnyEnd : 0;
};

/** Marks of a question that stand for something else in it than in most. */
const marksOf = (name: string, marks: Marks): Marks => {
  if (name.endsWith(" 0")) return { ...marks, ledgerEnd: 0 };
  if (/beyond|after end/.test(name)) return { ...marks, ledgerEnd: beyondAnyEnd };
  return /synchronizerId unknown|unknown sync$/.test(name)
    ? { ...marks, synchronizer: `x::1220${"0".repeat(64)}` }
    : marks;
};

/** The body of a question, with offsets that mean on this ledger what they meant there. */
const filledBody = (name: string, body: string, marks: Marks): string =>
  filled(
    body
      .replace(recordedEnd, `$1${marks.ledgerEnd}`)
      .replace(/"beginExclusive":"<N>"/g, `"beginExclusive":${beginOf(name, marks)}`),
    marksOf(name, marks),
  );

/** Texts with marks in place of what changes from run to run, as in the recorded answers. */
export const marked = (text: string, { pingPackage }: Marks): string =>
  text
    .replaceAll(pingPackage, "<PINGPKG>")
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<UUID>")
    .replace(/::1220(?!0{64})[0-9a-f]{64}/g, "::<FP>")
    .replace(/::12200{64}/g, "::<FP>")
    .replace(/\b1220[0-9a-f]{64}\b/g, "<UPDATEID>")
    .replace(/\b00[0-9a-f]{130,}\b/g, "<CID>")
    .replace(/\b(?!0{64})[0-9a-f]{64}\b/g, "<HEX64>")
    .replace(/\(\d+\)/g, "(<OFFSET>)");

/** A whole token, which ended since: its three parts. */
const recordedToken = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g;

const withToken = (
  headers: Readonly<Record<string, string>>,
  token: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace(recordedToken, token)]),
  );

/**
 * The request of a question.
 *
 * @param usual the token of the administrator
 * @param token what the question carries in its place
 */
export const requestOf = (
  { name, body, headers, auth }: RecordedAnswer,
  marks: Marks,
  usual: string,
  token: string | undefined,
): CallOptions => ({
  ...(body === undefined || body === null ? {} : { raw: filledBody(name, body, marks) }),
  ...(auth === "none" ? { token: null } : token === undefined ? {} : { token }),
  ...(headers === undefined || headers === null ? {} : { headers: withToken(headers, usual) }),
});
