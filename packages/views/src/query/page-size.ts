import { invalidArgument, type LedgerError } from "@tallystick/core";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/** How large the pages of a request are and may be (ledger-api 12). */
interface PageSizes {
  readonly usual: number;
  readonly most: number;
}

/** Pages of updates (ledger-api 12). */
export const updatesPageSizes: PageSizes = { usual: 100, most: 2000 };

/** Pages of active contracts (ledger-api 12). */
export const activeContractsPageSizes: PageSizes = { usual: 2000, most: 10_000 };

/**
 * A page ends early, with a token, when this much was read; bytes of journal. So a page of large
 * transactions takes no longer than one of many small ones.
 */
export const maxPageBytes = 16 * 1024 * 1024;

/**
 * The size of a page. Left INVALID_ARGUMENT when the requested size is not between 1 and the most
 * (ledger-api 3.4).
 */
export const pageSizeOf = (
  asked: number | undefined,
  { usual, most }: PageSizes,
): Either<LedgerError, number> => {
  if (asked === undefined) return right(usual);
  return Number.isInteger(asked) && asked >= 1 && asked <= most
    ? right(asked)
    : left(
        invalidArgument(
          `found ${asked}, expected a whole number from 1 to ${most}`,
          "maxPageSize",
          {
            sentence:
              asked > most
                ? `Requested page size must not exceed ${most}, but got ${asked}`
                : `Requested page size must be positive, but got ${asked}`,
          },
        ),
      );
};
