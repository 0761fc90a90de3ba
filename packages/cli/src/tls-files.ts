import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { TlsConfig } from "@tallystick/http";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/** Files in PEM, as paths from the working directory. */
export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
}

/** What the configuration file says of them. */
interface TlsInFile {
  readonly tlsCertificate?: string;
  readonly tlsKey?: string;
}

/**
 * The files that are given, else those of the configuration file, which are beside it. Left: one
 * without the other.
 */
export const tlsFilesOf = (
  given: Partial<TlsFiles>,
  { tlsCertificate, tlsKey }: TlsInFile,
  folder: string,
): Either<string, TlsFiles | undefined> => {
  const beside = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : resolve(folder, path);
  const certificate = given.certificate ?? beside(tlsCertificate);
  const key = given.key ?? beside(tlsKey);
  if (certificate !== undefined && key !== undefined) return right({ certificate, key });
  return certificate === undefined && key === undefined
    ? right(undefined)
    : left("--tls-certificate and --tls-key must be given together");
};

/** The certificate and its key. Left: they cannot be read. */
export const readTls = async (
  files: TlsFiles | undefined,
): Promise<Either<string, TlsConfig | undefined>> => {
  if (files === undefined) return right(undefined);
  try {
    const [certificate, key] = await Promise.all([
      readFile(files.certificate, "utf8"),
      readFile(files.key, "utf8"),
    ]);
    return right({ certificate, key });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return left(`the certificate cannot be read: ${reason}`);
  }
};
