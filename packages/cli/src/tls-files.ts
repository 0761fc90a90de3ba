import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { TlsConfig } from "@tallystick/http";
import { messageOf, usageError } from "./command-error.js";

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

/** The files that are given, else those of the configuration file, which are in its folder. */
export const tlsFilesOf = (
  given: Partial<TlsFiles>,
  { tlsCertificate, tlsKey }: TlsInFile,
  folder: string,
): TlsFiles | undefined => {
  const inFolder = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : resolve(folder, path);
  const certificate = given.certificate ?? inFolder(tlsCertificate);
  const key = given.key ?? inFolder(tlsKey);
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined || key === undefined)
    throw usageError("--tls-certificate and --tls-key must be given together");
  return { certificate, key };
};

/** The certificate and its key. */
export const readTls = async (files: TlsFiles | undefined): Promise<TlsConfig | undefined> => {
  if (files === undefined) return undefined;
  try {
    const [certificate, key] = await Promise.all([
      readFile(files.certificate, "utf8"),
      readFile(files.key, "utf8"),
    ]);
    return { certificate, key };
  } catch (thrown) {
    throw usageError(`the certificate cannot be read: ${messageOf(thrown)}`);
  }
};
