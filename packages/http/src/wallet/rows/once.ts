import { isJsonObject, type Json, type PartyId } from "@tallystick/core";
import { LedgerFailure, orThrow, type WalletCommitted, type WalletEarlier } from "@tallystick/node";
import type { Submission } from "@tallystick/wallet";
import { isLeft } from "fp-ts/lib/Either.js";
import { freshId, onceId, submitInTurn } from "./submissions.js";
import { refused, type WalletServices } from "./wallet-row.js";

/** Values of a request in the form in which the request writes them. */
type Asked = Readonly<Record<string, Json | undefined>>;

/** An operation that takes effect once for each id of the client. */
interface Once<C extends Asked> {
  /** Prefix of its command ids. */
  readonly operation: string;
  /** The field of the request that holds the id. */
  readonly field: string;
  /** Absent: the operation is done each time. */
  readonly id: string | undefined;
  /** The party after whose earlier operations it is planned. Default: the caller. */
  readonly queue?: PartyId;
  /** All other fields of the request. */
  readonly asked: C;
  /** The same fields of the request that took effect; undefined when it was another operation. */
  readonly recorded: (earlier: WalletEarlier) => C | undefined;
  /** Throws errors. */
  readonly plan: (commandId: string) => Submission;
}

/** The most characters of a value in an error text. */
const maxShown = 100;

const shown = (value: Json | undefined): string => {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}...` : text;
};

interface Difference {
  readonly path: string;
  readonly asked: Json | undefined;
  readonly recorded: Json | undefined;
}

/** The first field, in the order of the request, that differs between two requests. */
const firstDifference = (
  asked: Json | undefined,
  recorded: Json | undefined,
  path: string,
): Difference | undefined => {
  if (!isJsonObject(asked) || !isJsonObject(recorded)) {
    const isEqual = JSON.stringify(asked) === JSON.stringify(recorded);
    return isEqual ? undefined : { path, asked, recorded };
  }
  for (const name of new Set([...Object.keys(asked), ...Object.keys(recorded)])) {
    const inside = path === "" ? name : `${path}.${name}`;
    const found = firstDifference(asked[name], recorded[name], inside);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The outcome of the first request with the id. Throws 409 when this one asks something else. */
const repeatOf = <C extends Asked>(
  { field, id, asked, recorded }: Once<C>,
  earlier: WalletEarlier,
): WalletCommitted => {
  const was = recorded(earlier);
  if (was === undefined) throw refused(409, `Invalid ${field}: another operation has used it`);
  const found = firstDifference(withoutAbsent(asked), withoutAbsent(was), "");
  if (found === undefined) return earlier;
  throw refused(
    409,
    `Invalid ${found.path}: found ${shown(found.asked)}, expected ${shown(found.recorded)} as in the first request with ${field} ${shown(id)}`,
  );
};

const withoutAbsent = (values: Asked): { readonly [name: string]: Json } =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/**
 * Plans and submits an operation that takes effect once for each id of the client. An equal repeat
 * gets the first answer; one with another content is 409 and names the first field that differs.
 */
export const once = async <C extends Asked>(
  { wallet, party, httpConfig }: Pick<WalletServices, "wallet" | "party" | "httpConfig">,
  asked: Once<C>,
): Promise<WalletCommitted> => {
  const { operation, id, queue, plan } = asked;
  const commandId =
    id === undefined ? freshId(httpConfig, operation) : onceId(operation, party, id);
  if (id === undefined && queue === undefined) return orThrow(await wallet.submit(plan(commandId)));
  const before = id === undefined ? undefined : orThrow(await wallet.outcome(commandId));
  if (before !== undefined) return repeatOf(asked, before);
  const outcome = await submitInTurn(wallet, queue ?? party, () => plan(commandId));
  if (!isLeft(outcome)) return outcome.right;
  const { left: error } = outcome;
  const known =
    error.code === "DUPLICATE_COMMAND" ? orThrow(await wallet.outcome(commandId)) : undefined;
  if (known === undefined) throw new LedgerFailure(error);
  return repeatOf(asked, known);
};
