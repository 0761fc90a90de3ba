import { AssertionError } from "node:assert";
import {
  canonicalJson,
  causeText,
  checkArgument,
  type DamlType,
  type PartyId,
} from "@tallystick/core";
import type { DryRunOutcome } from "@tallystick/node";
import { written } from "./written.js";

/** A template, as far as its contracts are compared. */
interface NamedTemplate {
  readonly name: string;
  readonly payload: DamlType<unknown>;
}

/** The effects of a command. */
export interface Effects {
  /** Every contract that it creates: template and payload, in any order. Default: not compared. */
  readonly creates?: ReadonlyArray<readonly [template: NamedTemplate, payload: unknown]>;
  /** The template of every contract that it archives, in any order. Default: not compared. */
  readonly archives?: ReadonlyArray<NamedTemplate>;
  /** Everyone who sees a part of it, in any order. Default: not compared. */
  readonly seenBy?: ReadonlyArray<PartyId>;
}

const nameOf = (templateId: string): string => templateId.slice(templateId.indexOf(":") + 1);

/** What it would do, in the form in which it is compared. */
const effectsOf = ({ transaction, nodes }: DryRunOutcome) => {
  const [creates, archives]: [Array<string>, Array<string>] = [[], []];
  for (const event of transaction?.events ?? []) {
    if ("CreatedEvent" in event) {
      const { templateId, createArgument } = event.CreatedEvent;
      creates.push(`${nameOf(templateId)} ${canonicalJson(createArgument)}`);
    } else if ("ExercisedEvent" in event && event.ExercisedEvent.consuming) {
      archives.push(nameOf(event.ExercisedEvent.templateId));
    }
  }
  return {
    creates: creates.sort(),
    archives: archives.sort(),
    seenBy: [...new Set(nodes.flatMap(({ witnesses }) => witnesses))].sort(),
  };
};

const wantedOf = ({ creates, archives, seenBy }: Effects) => ({
  creates: creates
    ?.map(([{ name, payload: type }, payload], at) => {
      const value = written(type, payload, `creates[${at}]`);
      return `${name} ${canonicalJson(value)}`;
    })
    .sort(),
  archives: archives?.map(({ name }) => name).sort(),
  seenBy: seenBy?.toSorted(),
});

const kinds = ["creates", "archives", "seenBy"] as const;

const lines = (texts: ReadonlyArray<string>): string =>
  texts.length === 0 ? "none" : texts.join("\n");

/**
 * Expects the effects that a command would have.
 *
 * @param outcome of `t.tryOut` or `ledger.dryRun`
 * @param effects what is compared
 * @returns the outcome
 * @throws {AssertionError} with the effects that it would have, or why it would be rejected
 */
export const expectEffects = (outcome: DryRunOutcome, effects: Effects): DryRunOutcome => {
  checkArgument("outcome", outcome, "object", { verdict: "text" });
  checkArgument("effects", effects, "object");
  const { error } = outcome;
  if (error !== undefined) {
    const message = `expected effects, but it would be rejected: ${error.code}: ${causeText(error)}`;
    throw new AssertionError({ message, expected: "effects", actual: error.code });
  }
  const [expected, actual] = [wantedOf(effects), effectsOf(outcome)];
  for (const kind of kinds) {
    const wanted = expected[kind];
    if (wanted === undefined || lines(wanted) === lines(actual[kind])) continue;
    const message = `${kind}: expected\n${lines(wanted)}\nfound\n${lines(actual[kind])}`;
    throw new AssertionError({ message, expected: wanted, actual: actual[kind] });
  }
  return outcome;
};
