import { LedgerFailure } from "@tallystick/node";
import { left, right } from "fp-ts/lib/Either.js";
import { required, SchemaType, type WireReadable, wireObject } from "@tallystick/wire";
import { bytesContentType, textContentType } from "../answers/answer.js";
import { anyCaller, type Endpoint, endpoint } from "../endpoints/endpoint.js";
import { bytesOf, textOf } from "../endpoints/response-kind.js";
import { Reply } from "../endpoints/reply.js";
import { logOf, notPublished } from "./log-of.js";

/** `GET /audit/checkpoint`: the published checkpoint as a C2SP note. */
export const auditCheckpoint = endpoint({
  method: "GET",
  path: "/audit/checkpoint",
  summary: "Get the published checkpoint",
  description:
    "The last checkpoint, in the format of https://c2sp.org/tlog-checkpoint; once witnesses have cosigned one, the last cosigned checkpoint. Needs no token.",
  response: textOf(textContentType),
  access: "open",
  rights: anyCaller,
  errors: ["ENDPOINT_NOT_FOUND"],
  handle: async (_request, services) => {
    const note = await logOf(services).published("checkpoint");
    if (note === undefined) throw new LedgerFailure(notPublished("checkpoint yet"));
    return Buffer.from(note).toString();
  },
});

/** `GET /audit/key`: the key by which checkpoints are verified. */
export const auditKey = endpoint({
  method: "GET",
  path: "/audit/key",
  summary: "Get the key that verifies checkpoints",
  description:
    "A verifier key, in the format of https://c2sp.org/signed-note. If you do not trust the node, get the key from another source. Needs no token.",
  response: textOf(textContentType),
  access: "open",
  rights: anyCaller,
  errors: ["ENDPOINT_NOT_FOUND"],
  handle: (_request, services) => {
    const { verifierKey } = logOf(services).status();
    if (verifierKey === undefined) throw new LedgerFailure(notPublished("key yet"));
    return `${verifierKey}\n`;
  },
});

const textThat = (name: string, form: RegExp): SchemaType<string> =>
  new SchemaType<string>(name, { type: "string", pattern: form.source }, (u) =>
    typeof u === "string" && form.test(u)
      ? right(u)
      : left({ path: [], reason: `expected ${name}`, actual: u }),
  );

const level = textThat("a level from 0 to 63, or entries", /^(?:[0-9]|[1-5][0-9]|6[0-3]|entries)$/);
const part = textThat("a part of a tile's number", /^(?:x?[0-9]{3}(?:\.p)?|[1-9][0-9]{0,2})$/);

/** Most parts of the number of a tile, and its width: 10^9 tiles. */
const maxParts = 4;

/** Whole tiles and parts of them never change: whoever has one need not ask again. */
const forever = { "Cache-Control": "public, max-age=31536000, immutable" };

type TilePath = Readonly<Record<string, string>>;

const tileRow = (parts: number): Endpoint => {
  const names = Array.from({ length: parts }, (_, at) => `part-${at + 1}`);
  const parameters: WireReadable<TilePath> = wireObject("TilePath", {
    level: required(level),
    ...Object.fromEntries(names.map((name) => [name, required(part)])),
  });
  return endpoint({
    method: "GET",
    path: `/audit/tile/{level}/${names.map((name) => `{${name}}`).join("/")}`,
    summary: "Get a tile of the log's tree, or the entries of one",
    description:
      "A tile, in the format of https://c2sp.org/tlog-tiles: `/audit/tile/<level>/<N>[.p/<W>]` and `/audit/tile/entries/<N>[.p/<W>]`. Needs no token.",
    parameters,
    response: bytesOf(bytesContentType),
    access: "open",
    rights: anyCaller,
    errors: ["ENDPOINT_NOT_FOUND"],
    handle: async ({ parameters: found }, services) => {
      const path = ["tile", found["level"], ...names.map((name) => found[name])].join("/");
      const bytes = await logOf(services).published(path);
      if (bytes === undefined) throw new LedgerFailure(notPublished(path));
      return new Reply({
        status: 200,
        contentType: bytesContentType,
        body: bytes,
        headers: forever,
      });
    },
  });
};

/** `GET /audit/tile/…`, for numbers of each length. */
export const auditTileRows: ReadonlyArray<Endpoint> = Array.from({ length: maxParts }, (_, at) =>
  tileRow(at + 1),
);
