import {
  causeText,
  type DamlType,
  givenValue,
  type Json,
  type PartyId,
  plainValue,
  type Template,
} from "@tallystick/core";
import { step, type Step } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import { microsOfMoment } from "../ledger/test-clock.js";
import type { TestLedger } from "../ledger/test-ledger.js";
import type { By, Draft } from "./drafts.js";
import { withChosen } from "./values-of-model.js";

/** A ledger that commands are tried on, and what was tried. */
export interface Trial {
  readonly t: TestLedger;
  readonly parties: ReadonlyArray<PartyId>;
  /** Templates whose contracts arguments and payloads refer to. */
  readonly templates: ReadonlyArray<Template<unknown>>;
  /** One line for each command. */
  readonly log: Array<string>;
}

/** Tries a command. @returns whether it has changed anything */
export const tryDraft = async (trial: Trial, draft: Draft): Promise<boolean> => {
  const { t, log } = trial;
  if (draft.kind === "pass") {
    t.clock.advance(draft.duration);
    log.push(`${draft.duration} pass`);
    return true;
  }
  const made = await (draft.kind === "create" ? created(trial, draft) : exercised(trial, draft));
  if (made === undefined || made.actAs.length === 0) return false;
  const { actAs, says, one } = made;
  const outcome = await t.ledger.transact([one], { actAs });
  const refused = isLeft(outcome) ? `: ${outcome.left.code}: ${causeText(outcome.left)}` : "";
  log.push(`${actAs.join(", ")}: ${says}${refused}`);
  return !isLeft(outcome);
};

/** A command with what it refers to. */
interface Made {
  readonly actAs: ReadonlyArray<PartyId>;
  readonly says: string;
  readonly one: Step<unknown>;
}

const created = async (
  trial: Trial,
  { template, payload, by }: Extract<Draft, { kind: "create" }>,
): Promise<Made> => {
  const value = await valueOf(trial, template.payload, payload);
  return {
    actAs: submitters(trial, by, () => template.signatories(value.inBody)),
    says: `create ${template.name} ${value.text}`,
    one: step.create(template, value.plain),
  };
};

const exercised = async (
  trial: Trial,
  { choice, on, contract, argument, by }: Extract<Draft, { kind: "exercise" }>,
): Promise<Made | undefined> => {
  const found = [];
  for (const { template, seen } of on) {
    for (const { contractId, payload } of await trial.t.active(template))
      found.push({ contractId, payload: () => seen(inBodyOf(template.payload, payload)) });
  }
  const chosen = found[contract % found.length];
  if (chosen === undefined) return undefined;
  const value = await valueOf(trial, choice.argument, argument);
  return {
    actAs: submitters(trial, by, () => choice.controllers(chosen.payload(), value.inBody)),
    says: `exercise ${choice.name} on ${chosen.contractId} ${value.text}`,
    one: step.exercise(choice, chosen.contractId, value.plain),
  };
};

/** A random value in three forms: as submitted, as functions of a template see it, as shown. */
const valueOf = async (trial: Trial, type: DamlType<unknown>, draft: Json) => {
  const contractIds: Array<string> = [];
  for (const template of trial.templates)
    contractIds.push(...(await trial.t.active(template)).map(({ contractId }) => contractId));
  const { t, parties } = trial;
  const now = microsOfMoment("now", t.clock.now());
  const json = withChosen(draft, { parties, contractIds, now });
  const plain = plainValue(type, json);
  // what no value of the type can be is submitted as it was drawn, for the ledger to reject
  if (isLeft(plain)) return { plain: json, inBody: json, text: JSON.stringify(json) };
  return { plain: plain.right, inBody: inBodyOf(type, plain.right), text: JSON.stringify(json) };
};

const inBodyOf = (type: DamlType<unknown>, plain: unknown): unknown => {
  const json = givenValue(type, plain);
  const decoded = isLeft(json) ? json : type.decode(json.right);
  if (isLeft(decoded)) throw new Error(`${decoded.left.path.join(".")}: ${decoded.left.reason}`);
  return decoded.right;
};

const submitters = (
  { parties }: Trial,
  by: By,
  entitled: () => ReadonlyArray<PartyId>,
): ReadonlyArray<PartyId> => {
  if (by !== "entitled") return parties.filter((_, at) => at === by % parties.length);
  try {
    return [...new Set(entitled())];
  } catch {
    // the ledger calls the same function and says what it throws
    return parties.slice(0, 1);
  }
};
