import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { SignJWT } from "jose";
import { developmentUser } from "../../../src/index.js";
import { unsafeSecret } from "../../fixtures/running-server.js";

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

/** A recording: with tokens from the branch of releases, without a login from the main branch. */
export type Recording = "answers" | "without-login";

/** The file of the known differences of a recording. */
export const differencesFile = (recording: Recording): string =>
  fileOf(recording === "answers" ? "differences.json" : "differences-without-login.json");

/** Bytes of archives and what they answer; a question with them is left out. */
const archive = /^<\d+ bytes>$/;

const isAskable = ({ body, auth, name }: RecordedAnswer): boolean =>
  !archive.test(body ?? "") && (auth !== "other" || claimsOf(name) !== undefined);

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
export const recordedAnswers = (recording: Recording): ReadonlyArray<RecordedAnswer> => {
  const lines = gunzipSync(readFileSync(fileOf(`${recording}.jsonl.gz`)))
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
