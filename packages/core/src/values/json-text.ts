/** A value of type `A` written as JSON: to be passed on without being read. */
export class JsonText<A> {
  declare readonly of?: A;

  constructor(readonly json: string) {}
}

/** V8 gives a text of 128 KiB or more memory of its own, which takes half as long again. */
const joinedLength = 64 * 1024;

/**
 * Joins texts by commas, to texts of about 64 Ki characters, which stay in their order; a longer
 * one stays whole.
 */
export const joinedTexts = (texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const joined: Array<string> = [];
  let from = 0;
  let length = 0;
  for (const [at, text] of texts.entries()) {
    length += text.length;
    if (length < joinedLength && at < texts.length - 1) continue;
    joined.push(texts.slice(from, at + 1).join(","));
    from = at + 1;
    length = 0;
  }
  return joined;
};
