import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  contractIdOf,
  contractIdParts,
  contractOfNode,
  type CreateNode,
  decodeLedgerEvent,
  encodeLedgerEvent,
  type LedgerEvent,
  type TransactionCommitted,
} from "@tallystick/core";
import { orThrow, sha256 } from "@tallystick/node";
import type { TestCoin } from "@tallystick/testing";
import { isLeft } from "fp-ts/lib/Either.js";
import { onboard, ping } from "../rules/external-wallet.js";
import type { Forged, Row } from "./tampered-folder.js";

const dar = readFileSync(
  fileURLToPath(new URL("../../../../daml-lf/test/corpus/data/updates-2.3.dar", import.meta.url)),
);
const simple = "#updates-2-3:U:Simple";

/** Throws: a journal lacks what a test needs. */
export const fail = (what: string): never => {
  throw new Error(`there is no ${what}`);
};

/** What the row of a journal says. */
export const eventOf = ({ type, data, revision }: Row): LedgerEvent => {
  const event = decodeLedgerEvent(type, data, revision + 1);
  if (isLeft(event)) throw new Error(event.left.reason);
  const found = event.right;
  if (found.type === "SubmissionPruned" || found.type === "EventUnread") return fail(found.type);
  return found;
};

/** What it says when it is a transaction. */
export const transactionOf = (row: Row): TransactionCommitted => {
  const event = eventOf(row);
  return event.type === "TransactionCommitted" ? event : fail("transaction");
};

/** External parties, users and Daml, beside what each honest journal has. */
export const everything = async (t: TestCoin): Promise<void> => {
  const { ledger } = t;
  await ping(ledger, await onboard(ledger, "ext"), "signed");
  orThrow(await ledger.uploadDar(dar, true));
  const { alice } = await t.parties("alice");
  const submission = { commandId: "daml", actAs: [alice], userId: "me" };
  const createArguments = { sig: alice, obs: [], n: "5", t: "t" };
  const command = { kind: "CreateCommand", templateId: simple, createArguments } as const;
  const created = orThrow(await ledger.submitAndWait({ ...submission, commands: [command] }));
  const [contractId] = created.results;
  if (typeof contractId !== "string") throw new Error("a create answers a contract id");
  const inc = {
    kind: "ExerciseCommand",
    templateId: simple,
    contractId,
    choice: "Inc",
    choiceArgument: {},
  } as const;
  orThrow(await ledger.submitAndWait({ ...submission, commandId: "inc", commands: [inc] }));
  orThrow(
    await ledger.createUser({
      userId: "carol",
      primaryParty: alice,
      rights: [{ kind: "CanActAs", party: alice }],
    }),
  );
};

/**
 * What an attacker writes who changes one transaction and then makes everything fit: contract ids
 * are computed again, here and in all that follows.
 */
export const consistently = (
  rows: ReadonlyArray<Row>,
  at: number,
  change: (event: TransactionCommitted) => TransactionCommitted,
): ReadonlyArray<Forged> => {
  const renamed = new Map<string, string>();
  return rows.map((row, index) => {
    if (index < at || row.type !== "TransactionCommitted") return row;
    const before = transactionOf(row);
    let text = JSON.stringify(index === at ? change(before) : before);
    for (const [from, to] of renamed) text = text.replaceAll(from, to);
    let event: TransactionCommitted = JSON.parse(text);
    for (let node = 0; node < event.nodes.length; node++) {
      const created = event.nodes[node];
      if (created?.kind !== "create") continue;
      const id = idOf(created, event.effectiveAt);
      if (id === created.contractId) continue;
      renamed.set(created.contractId, id);
      event = JSON.parse(JSON.stringify(event).replaceAll(created.contractId, id));
    }
    return { ...row, ...encodeLedgerEvent(event, index + 1) };
  });
};

const idOf = (node: CreateNode, createdAt: number): string => {
  const parts = contractIdParts(node.contractId) ?? fail("contract id");
  const contract = contractOfNode(node, createdAt);
  return contractIdOf(parts.discriminator, parts.offset, contract, sha256);
};
