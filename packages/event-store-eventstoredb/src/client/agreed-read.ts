import type { StoreError } from "@tallystick/event-store";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { StoreContext } from "./store-context.js";

/** The most reads; then the last result is used. */
const MAX_READS = 5;

/** True for errors that end a ledger, as they are not retried. */
const isGrave = (error: StoreError): boolean =>
  error.kind === "damaged" || error.kind === "invalid";

const textOf = (error: StoreError): string => JSON.stringify(error);

/**
 * Reports damage, or that the server denies access, only when two reads in a row over different
 * connections agree. A network without TLS may double or lose bytes in a way that looks like
 * damage.
 *
 * @param damageIn the damage of a result
 * @param cause why the server hides events, if it does: they are not lost then
 */
export const agreedRead = async <A>(
  { connection }: Pick<StoreContext, "connection">,
  look: () => Promise<Either<StoreError, A>>,
  damageIn: (found: A) => StoreError | undefined,
  cause: () => Promise<StoreError | undefined>,
): Promise<Either<StoreError, A>> => {
  let before: string | undefined;
  for (let looks = 1; ; looks += 1) {
    const { generation } = connection;
    const found = await look();
    const error = isLeft(found) ? found.left : damageIn(found.right);
    if (error === undefined || !isGrave(error)) return found;
    const text = textOf(error);
    if (text === before || looks === MAX_READS) {
      const hidden = error.kind === "damaged" ? await cause() : undefined;
      return hidden === undefined ? found : left(hidden);
    }
    before = text;
    connection.renew(generation);
  }
};
