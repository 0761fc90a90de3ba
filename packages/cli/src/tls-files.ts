import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { TlsConfig } from "@tallystick/http";
import { messageOf, usageError } from "./command-error.js";

/** Files in PEM, as paths from the working directory. */
export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
  /** Those who issue certificates to clients; absent: clients need none. */
  readonly clientCa?: string;
}

/** What the configuration file says of them. */
interface TlsInFile {
  readonly tlsCertificate?: string;
  readonly tlsKey?: string;
  readonly tlsClientCa?: string;
}

/** The files that are given, else those of the configuration file, which are in its folder. */
export const tlsFilesOf = (
  given: Partial<TlsFiles>,
  { tlsCertificate, tlsKey, tlsClientCa }: TlsInFile,
  folder: string,
): TlsFiles | undefined => {
  const inFolder = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : resolve(folder, path);
  const certificate = given.certificate ?? inFolder(tlsCertificate);
  const key = given.key ?? inFolder(tlsKey);
  const clientCa = given.clientCa ?? inFolder(tlsClientCa);
  if (certificate === undefined && key === undefined) {
    if (clientCa === undefined) return undefined;
    throw usageError("--tls-client-ca needs --tls-certificate and --tls-key");
  }
  if (certificate === undefined || key === undefined)
    throw usageError("--tls-certificate and --tls-key must be given together");
  return { certificate, key, ...(clientCa === undefined ? {} : { clientCa }) };
};

/**
 * The certificate, its key and those who issue to clients. Each file is named by its flag when it
 * is missing or no PEM.
 */
export const readTls = async (files: TlsFiles | undefined): Promise<TlsConfig | undefined> => {
  if (files === undefined) return undefined;
  const certificate = await pemOf("--tls-certificate", files.certificate, "CERTIFICATE");
  const key = await pemOf("--tls-key", files.key, "PRIVATE KEY");
  checkReadable("--tls-certificate", files.certificate, () => new X509Certificate(certificate));
  checkReadable("--tls-key", files.key, () => createPrivateKey(key));
  if (files.clientCa === undefined) return { certificate, key };
  const clientCa = await pemOf("--tls-client-ca", files.clientCa, "CERTIFICATE");
  for (const [each] of clientCa.matchAll(certificates))
    checkReadable("--tls-client-ca", files.clientCa, () => new X509Certificate(each));
  return { certificate, key, clientCa };
};

const certificates = /^-----BEGIN [A-Z0-9 ]*CERTIFICATE-----[^-]*-----END [A-Z0-9 ]+-----/gm;

/** The text of a PEM file that has a block of this kind. */
const pemOf = async (flag: string, file: string, kind: string): Promise<string> => {
  const content = await readFile(file, "utf8").catch((thrown: unknown) => {
    throw usageError(`${flag}: ${messageOf(thrown)}`);
  });
  const kinds = [...content.matchAll(/^-----BEGIN ([A-Z0-9 ]+)-----/gm)].map(([, each]) => each);
  if (kinds.some((each) => each?.endsWith(kind))) return content;
  const found = kinds.length === 0 ? "no PEM" : `PEM of ${kinds.join(", ")}`;
  throw usageError(`${flag}: ${file} is ${found}; expected a file with -----BEGIN ${kind}-----`);
};

const checkReadable = (flag: string, file: string, read: () => unknown): void => {
  try {
    read();
  } catch (thrown) {
    throw usageError(`${flag}: ${file} cannot be read as PEM: ${messageOf(thrown)}`);
  }
};
