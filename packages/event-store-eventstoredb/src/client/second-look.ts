import type { StoreError } from "@tallystick/event-store";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { StoreContext } from "./store-context.js";

/** Looks before whatever was seen last is believed. */
const MAX_LOOKS = 5;

/** True for what would end a ledger: no one tries again after it. */
const isGrave = (error: StoreError): boolean =>
  error.kind === "damaged" || error.kind === "invalid";

const textOf = (error: StoreError): string => JSON.stringify(error);

/**
 * Believes that events are damaged, or that the server refuses to give them, only when two looks in
 * a row over different connections say the same. A network without TLS may double or lose bytes in
 * a way that looks like damage.
 *
 * @param damageIn what is wrong with what was found
 */
export const secondLook = async <A>(
  { connection }: Pick<StoreContext, "connection">,
  look: () => Promise<Either<StoreError, A>>,
  damageIn: (found: A) => StoreError | undefined,
): Promise<Either<StoreError, A>> => {
  let before: string | undefined;
  for (let looks = 1; ; looks += 1) {
    const { generation } = connection;
    const found = await look();
    const error = isLeft(found) ? found.left : damageIn(found.right);
    if (error === undefined || !isGrave(error)) return found;
    const text = textOf(error);
    if (text === before || looks === MAX_LOOKS) return found;
    before = text;
    connection.renew(generation);
  }
};
