import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { messageOf } from "@tallystick/background";
import type { ClientAuth, TlsConfig } from "@tallystick/http";
import { usageError } from "./command-error.js";

/** Files in PEM, as paths from the working directory. */
export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
  /** Those who issue certificates to clients; absent: clients need none. */
  readonly clientCa?: string;
  readonly clientAuth?: ClientAuth;
}

/** What the configuration file says of them. */
interface TlsInFile {
  readonly tlsCertificate?: string;
  readonly tlsKey?: string;
  readonly tlsClientCa?: string;
  readonly tlsClientAuth?: ClientAuth;
}

/** The files that are given, else those of the configuration file, which are in its folder. */
export const tlsFilesOf = (
  given: Partial<TlsFiles>,
  { tlsCertificate, tlsKey, tlsClientCa, tlsClientAuth }: TlsInFile,
  folder: string,
): TlsFiles | undefined => {
  const inFolder = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : resolve(folder, path);
  const certificate = given.certificate ?? inFolder(tlsCertificate);
  const key = given.key ?? inFolder(tlsKey);
  const clientCa = given.clientCa ?? inFolder(tlsClientCa);
  const clientAuth = given.clientAuth ?? tlsClientAuth;
  if (clientAuth !== undefined && clientCa === undefined)
    throw usageError("--tls-client-auth needs --tls-client-ca");
  if (certificate === undefined && key === undefined) {
    if (clientCa === undefined) return undefined;
    throw usageError("--tls-client-ca needs --tls-certificate and --tls-key");
  }
  if (certificate === undefined || key === undefined)
    throw usageError("--tls-certificate and --tls-key must be given together");
  return {
    certificate,
    key,
    ...(clientCa === undefined ? {} : { clientCa }),
    ...(clientAuth === undefined ? {} : { clientAuth }),
  };
};

/** A certificate and its key. Each file is named by its flag when it is missing or no PEM. */
const readPair = async (files: Pick<TlsFiles, "certificate" | "key">) => {
  const certificate = await pemOf("--tls-certificate", files.certificate, "CERTIFICATE");
  const key = await pemOf("--tls-key", files.key, "PRIVATE KEY");
  checkReadable("--tls-certificate", files.certificate, () => new X509Certificate(certificate));
  checkReadable("--tls-key", files.key, () => createPrivateKey(key));
  return { certificate, key };
};

const readIssuers = async (flag: string, file: string): Promise<string> => {
  const issuers = await pemOf(flag, file, "CERTIFICATE");
  for (const [each] of issuers.matchAll(certificates))
    checkReadable(flag, file, () => new X509Certificate(each));
  return issuers;
};

/**
 * The certificate, its key and those who issue to clients. Each file is named by its flag when it
 * is missing or no PEM.
 */
export const readTls = async (files: TlsFiles | undefined): Promise<TlsConfig | undefined> => {
  if (files === undefined) return undefined;
  const { clientCa, clientAuth } = files;
  const own = await readPair(files);
  if (clientCa === undefined) return own;
  return { ...own, clientCa: await readIssuers("--tls-client-ca", clientCa), clientAuth };
};

/** Flags of a command that asks a node with TLS. */
export interface ClientTlsFlags {
  readonly "tls-ca"?: string | undefined;
  readonly "tls-certificate"?: string | undefined;
  readonly "tls-key"?: string | undefined;
}

/** What a client trusts, and presents: options of a connection with TLS. */
export interface ClientTls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/**
 * What a command trusts and presents, by flags, else by the environment; undefined for neither.
 *
 * @throws {CommandError} a file is missing or no PEM, or a certificate has no key
 */
export const readClientTls = async (
  flags: ClientTlsFlags,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ClientTls | undefined> => {
  // an empty variable is how shells leave one out
  const ca = flags["tls-ca"] ?? (env["TALLYSTICK_TLS_CA"] || undefined);
  const certificate =
    flags["tls-certificate"] ?? (env["TALLYSTICK_CLIENT_CERTIFICATE"] || undefined);
  const key = flags["tls-key"] ?? (env["TALLYSTICK_CLIENT_KEY"] || undefined);
  const trusted = ca === undefined ? {} : { ca: await readIssuers("--tls-ca", ca) };
  if (certificate === undefined && key === undefined) return ca === undefined ? undefined : trusted;
  if (certificate === undefined || key === undefined)
    throw usageError("--tls-certificate and --tls-key must be given together");
  const own = await readPair({ certificate, key });
  return { ...trusted, cert: own.certificate, key: own.key };
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
