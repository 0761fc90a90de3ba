import { isRight } from "fp-ts/lib/Either.js";
import { answerOf } from "../../data/client.js";
import { usePartyQuery } from "../../data/queries.js";
import { useSettled } from "../../data/use-settled.js";
import { hasKeyFingerprint, partyParts, readParty } from "../../parties/party-id.js";
import { typedName } from "../../parties/service-name.js";
import { messages } from "./messages.js";

const mostNames = 20;
const settleMs = 250;

/** A name of the name service and who has it. */
interface NamedParty {
  readonly party: string;
  readonly label: string;
}

/** Who is meant by what was typed. */
export interface Receiver {
  /** Undefined while it is no one. */
  readonly party: string | undefined;
  /** The name of the name service by which it was found. */
  readonly name: string | undefined;
  /** Names that begin with what was typed. */
  readonly names: ReadonlyArray<NamedParty>;
  /** Why it is no one: no name begins like that, or the id has no fingerprint of a key. */
  readonly problem: string | undefined;
  /** What to do next, while names begin like that. */
  readonly advice: string | undefined;
}

const noNames: ReadonlyArray<NamedParty> = [];

const useNames = (name: string | undefined) =>
  usePartyQuery(
    "names",
    { prefix: name },
    async (api) => {
      const query = { name_prefix: name ?? "", page_size: mostNames };
      const path = "/v0/scan-proxy/ans-entries";
      const { entries } = await answerOf(api.wallet.GET(path, { params: { query } }));
      return entries.map(({ user, name: label }) => ({ party: user, label }));
    },
    { enabled: name !== undefined },
  );

const nobody: Receiver = {
  party: undefined,
  name: undefined,
  names: noNames,
  problem: undefined,
  advice: undefined,
};

const receiverNamed = (name: string, names: ReadonlyArray<NamedParty>): Receiver => {
  const exact = names.find(({ label }) => label === name);
  if (exact !== undefined) return { ...nobody, party: exact.party, name: exact.label, names };
  const [first] = names;
  return first === undefined
    ? {
        ...nobody,
        problem: messages.receiver.noName({ name }),
      }
    : { ...nobody, names, advice: messages.receiver.chooseName({ label: first.label }) };
};

/** Finds who is meant by a party id, or by a name of the name service. */
export const useReceiver = (text: string): Receiver => {
  const read = readParty(text);
  const name = isRight(read) ? undefined : typedName(text);
  const settled = useSettled(name, settleMs);
  const found = useNames(name === settled ? name : undefined);
  if (isRight(read)) {
    // every party of a network has a key, and its id the fingerprint of the key
    return hasKeyFingerprint(read.right)
      ? { ...nobody, party: read.right }
      : {
          ...nobody,
          problem: messages.receiver.noKey({ found: partyParts(read.right).fingerprint }),
        };
  }
  return name === undefined || found.data === undefined
    ? { ...nobody, ...(name === undefined ? {} : { advice: messages.receiver.searching }) }
    : receiverNamed(name, found.data);
};
