import { type LedgerError, ledgerError } from "@tallystick/core";
import { type Either, left } from "fp-ts/lib/Either.js";
import type { Administration } from "./administration.js";

/** The part of the administration that is about package archives. */
export type ArchiveAdministration = Pick<
  Administration,
  "uploadDar" | "validateDar" | "packageArchive"
>;

const seam = async (): Promise<Either<LedgerError, never>> =>
  left(ledgerError("LEDGER_API_INTERNAL_ERROR", "seam: comes with the archives of packages"));

/** The archives of a participant's packages (ledger-api 2.13). */
export const archiveAdministration = (): ArchiveAdministration => ({
  uploadDar: seam,
  validateDar: seam,
  packageArchive: async (packageId) =>
    left(
      ledgerError("PACKAGE_NOT_FOUND", `This node has no archive of the package ${packageId}.`, {
        resources: [["PACKAGE", packageId]],
      }),
    ),
});
