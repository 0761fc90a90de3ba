import type { WireReadable } from "@tallystick/wire";

/** The 200 of an endpoint: JSON of one type, a text, bytes, or nothing at all. */
export type ResponseKind<R> =
  | { readonly kind: "json"; readonly codec: WireReadable<R> }
  | WrittenKind<R>
  | { readonly kind: "empty" };

interface WrittenKind<R> {
  readonly kind: "text" | "bytes";
  readonly contentType: string;
  /** Never set: the type of the handler's value. */
  readonly gives?: R;
}

/** A response as rows name it: a codec alone for JSON of that type; left out for nothing at all. */
export type RowResponse<R> =
  | WireReadable<R>
  | WrittenKind<R>
  | {
      readonly kind: "empty";
    };

/** A 200 with a text. */
export const textOf = (contentType: string): RowResponse<string> => ({ kind: "text", contentType });

/** A 200 with bytes. */
export const bytesOf = (contentType: string): RowResponse<Uint8Array> => ({
  kind: "bytes",
  contentType,
});

export const responseKind = <R>(response: RowResponse<R> | undefined): ResponseKind<R> => {
  if (response === undefined) return { kind: "empty" };
  return "kind" in response ? response : { kind: "json", codec: response };
};
