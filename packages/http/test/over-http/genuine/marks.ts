import { generateKeyPairSync, sign } from "node:crypto";
import type { Ledger } from "@tallystick/node";
import { developmentUser } from "../../../src/index.js";
import { at } from "../../fixtures/ping-server.js";
import type { CallOptions, Reply, RunningServer } from "../../fixtures/running-server.js";
import type { RecordedAnswer } from "./recorded-answers.js";

/** What the marks of a question stand for on the running server, by name. */
export type Marks = Map<string, string>;

const mark = /<([A-Z]+)>/g;

/** The marks of the running server that are known before the first question. */
export const firstMarks = async (running: RunningServer, ledger: Ledger): Promise<Marks> => {
  const json = async (path: string): Promise<unknown> => (await running.call("GET", path)).json;
  const id = String(at(await json("/v2/parties/participant-id"), "participantId"));
  const connected = await json("/v2/state/connected-synchronizers");
  return new Map([
    ["FP", id.split("::")[1] ?? ""],
    ["SYNCHRONIZER", String(at(connected, "connectedSynchronizers", 0, "synchronizerId"))],
    ["PINGPKG", String(at(ledger.vetting().packages, 0, "packageId"))],
    ["KEY", keys.publicKey.export({ format: "der", type: "spki" }).toString("base64")],
  ]);
};

/** A text of a question with its marks filled; those that are not known stay. */
export const filled = (text: string, marks: Marks): string =>
  text
    .replaceAll("<SYNC>::<FP>", "<SYNCHRONIZER>")
    .replaceAll("Ext::<FP>", "Ext::<FPEXT>")
    .replace(mark, (whole, name: string) => marks.get(name) ?? whole);

/** Texts with marks in place of what changes from run to run, as in the recorded answers. */
export const marked = (text: string, marks: Marks): string =>
  text
    .replaceAll(marks.get("PINGPKG") ?? "", "<PINGPKG>")
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<UUID>")
    .replace(/::1220[0-9a-f]{64}/g, "::<FP>")
    .replace(/\b1220[0-9a-f]{8}\.\.\./g, "<SHORT>")
    .replace(/\b1220[0-9a-f]{64}\b/g, "<UPDATEID>")
    .replace(/\b00[0-9a-f]{130,}\b/g, "<CID>")
    .replace(/\b(?!0{64})[0-9a-f]{64}\b/g, "<HEX64>")
    .replace(/(?:synchronizer-1|global-domain)::<SHORT>/g, "<SYNC>")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<TIME>")
    .replace(/\((\d+),[0-9a-f]{8}\)/g, "($1,<TRACE>)")
    .replace(/\(\d+\)/g, "(<OFFSET>)");

const keys = generateKeyPairSync("ed25519");

const signed = (base64: unknown): string =>
  sign(null, Buffer.from(String(base64), "base64"), keys.privateKey).toString("base64");

const createdContract = (json: unknown): string =>
  String(at(json, "transaction", "events", 0, "CreatedEvent", "contractId"));

const consent = (json: unknown): ReadonlyArray<readonly [string, string]> => [
  ["PREPARED", String(at(json, "preparedTransaction"))],
  ["CONSENT", signed(at(json, "preparedTransactionHash"))],
];

/** Marks that the answer to a question gives to those that follow, by its name. */
const learnt: Readonly<Record<string, (json: unknown) => Iterable<readonly [string, string]>>> = {
  "submit-and-wait-for-transaction default": (json) => [["OTHER", createdContract(json)]],
  "submit-and-wait-for-transaction ACS_DELTA verbose": (json) => [
    ["ARCHIVED", createdContract(json)],
    ["UPDATE", String(at(json, "transaction", "updateId"))],
    ["OFFSET", String(at(json, "transaction", "offset"))],
  ],
  "create with blob": (json) => [["LIVE", createdContract(json)]],
  "generate-topology ok": (json) => [
    ["ONBOARDING", String(at(json, "topologyTransactions", 0))],
    ["SIGNATURE", signed(at(json, "multiHash"))],
    ["KEYFP", String(at(json, "publicKeyFingerprint"))],
    ["FPEXT", String(at(json, "partyId")).split("::")[1] ?? ""],
  ],
  "prepare ok": consent,
};

/** Who asked made calls between its questions: the rights of the external party, a transaction. */
const madeBetween = async (
  name: string,
  recorded: ReadonlyArray<RecordedAnswer>,
  running: RunningServer,
  marks: Marks,
): Promise<void> => {
  if (name === "allocate-ext again") {
    const value = { party: `Ext::${marks.get("FPEXT")}` };
    const rights = [{ kind: { CanActAs: { value } } }, { kind: { CanExecuteAs: { value } } }];
    const body = { userId: developmentUser, identityProviderId: "", rights };
    await running.call("POST", `/v2/users/${developmentUser}/rights`, { body });
  }
  const prepare = recorded.find((each) => each.name === "prepare ok");
  if (name === "executeAndWait replay" && prepare !== undefined) {
    const raw = filled(prepare.body ?? "", marks).replace(/"commandId":"/, "$&again-");
    const { json } = await running.call(prepare.method, prepare.path, { raw });
    for (const [key, value] of consent(json)) marks.set(key, value);
  }
};

/** Takes from the answer to a question what later ones need. */
export const learnFrom = async (
  { name }: RecordedAnswer,
  { json, status }: Reply,
  recorded: ReadonlyArray<RecordedAnswer>,
  running: RunningServer,
  marks: Marks,
): Promise<void> => {
  if (status === 200) for (const [key, value] of learnt[name]?.(json) ?? []) marks.set(key, value);
  await madeBetween(name, recorded, running, marks);
};

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
  { body, headers, auth }: RecordedAnswer,
  marks: Marks,
  usual: string,
  token: string | undefined,
): CallOptions => ({
  ...(body === undefined || body === null ? {} : { raw: filled(body, marks) }),
  ...(auth === "none" ? { token: null } : token === undefined ? {} : { token }),
  ...(headers === undefined || headers === null ? {} : { headers: withToken(headers, usual) }),
});
