import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type ProofError, proofError } from "./proof-error.js";
import { isKeyName, type VerifierKey, verifierKeyOf } from "./note-keys.js";
import type { VerifiedSignature } from "./signed-note.js";

/** Whose signatures make a checkpoint credible (C2SP tlog-policy). */
export interface WitnessPolicy {
  readonly logs: ReadonlyArray<VerifierKey>;
  /** Witnesses by the names that the policy gives them. */
  readonly witnesses: ReadonlyMap<string, VerifierKey>;
  readonly groups: ReadonlyMap<string, WitnessGroup>;
  /** A witness or a group; undefined when the log's signature is enough. */
  readonly quorum: string | undefined;
}

/** Some witnesses or groups, of which at least `least` must have cosigned. */
interface WitnessGroup {
  readonly least: number;
  readonly members: ReadonlyArray<string>;
}

/** Most characters of a policy that is read. */
const maxPolicy = 100_000;

interface PolicyParts {
  readonly logs: Array<VerifierKey>;
  readonly witnesses: Map<string, VerifierKey>;
  readonly groups: Map<string, WitnessGroup>;
  readonly quorums: Array<string>;
}

/** The policy that trusts the log alone. */
export const logAlone = (key: VerifierKey): WitnessPolicy => ({
  logs: [key],
  witnesses: new Map(),
  groups: new Map(),
  quorum: undefined,
});

const isNewName = (name: string, { witnesses, groups }: PolicyParts): boolean =>
  isKeyName(name) && name !== "none" && !witnesses.has(name) && !groups.has(name);

const isKnownName = (name: string, { witnesses, groups }: PolicyParts): boolean =>
  witnesses.has(name) || groups.has(name);

type Line = (words: ReadonlyArray<string>, parts: PolicyParts) => Either<ProofError, void>;

const done = right(undefined);

const lines: Readonly<Record<string, Line>> = {
  log: ([text = ""], parts) => {
    const key = verifierKeyOf(text);
    if (isLeft(key)) return key;
    parts.logs.push(key.right);
    return done;
  },
  witness: ([name = "", text = ""], parts) => {
    if (!isNewName(name, parts)) return proofError(`expected a new name, found "${name}"`);
    const key = verifierKeyOf(text);
    if (isLeft(key)) return key;
    parts.witnesses.set(name, key.right);
    return done;
  },
  group: ([name = "", count = "", ...members], parts) => {
    if (!isNewName(name, parts)) return proofError(`expected a new name, found "${name}"`);
    const unknown = members.find((member) => !isKnownName(member, parts));
    if (unknown !== undefined) return proofError(`"${unknown}" is no witness or group so far`);
    const least = { any: 1, all: members.length }[count] ?? Number(count);
    if (!Number.isSafeInteger(least) || least < 1 || least > members.length)
      return proofError(`expected any, all or a number up to ${members.length}, found "${count}"`);
    parts.groups.set(name, { least, members });
    return done;
  },
  quorum: ([name = ""], parts) => {
    if (name !== "none" && !isKnownName(name, parts))
      return proofError(`"${name}" is no witness or group so far`);
    parts.quorums.push(name);
    return done;
  },
};

/** Reads a policy: lines `log`, `witness`, `group` and one `quorum`; `#` begins a comment. */
export const witnessPolicyOf = (text: string): Either<ProofError, WitnessPolicy> => {
  if (text.length > maxPolicy)
    return proofError(`expected a policy of at most ${maxPolicy} characters`);
  const parts: PolicyParts = { logs: [], witnesses: new Map(), groups: new Map(), quorums: [] };
  for (const [index, line] of text.split("\n").entries()) {
    const [kind = "", ...words] = line.replace(/#.*/, "").split(/\s+/).filter(Boolean);
    if (kind === "") continue;
    const read = Object.hasOwn(lines, kind)
      ? lines[kind]?.(words, parts)
      : proofError(`expected log, witness, group or quorum, found "${kind}"`);
    if (read !== undefined && isLeft(read))
      return proofError(`policy, line ${index + 1}: ${read.left.message}`);
  }
  const { logs, witnesses, groups, quorums } = parts;
  const [quorum = ""] = quorums;
  if (quorums.length !== 1)
    return proofError(`policy: expected one quorum, found ${quorums.length}`);
  if (logs.length === 0) return proofError("policy: expected the key of at least one log");
  return right({ logs, witnesses, groups, quorum: quorum === "none" ? undefined : quorum });
};

/** True when the witnesses whose signatures were verified make up the quorum. */
export const isQuorum = (
  { witnesses, groups, quorum }: WitnessPolicy,
  verified: ReadonlyArray<VerifiedSignature>,
): boolean => {
  const holds = (name: string): boolean => {
    const witness = witnesses.get(name);
    if (witness !== undefined)
      return verified.some(({ key, time }) => key.id === witness.id && time !== undefined);
    const group = groups.get(name);
    return group !== undefined && group.members.filter(holds).length >= group.least;
  };
  return quorum === undefined || holds(quorum);
};
