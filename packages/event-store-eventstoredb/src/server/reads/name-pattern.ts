import { createContext, Script } from "node:vm";

/** Longest pattern in characters. */
export const MAX_PATTERN_LENGTH = 1_000;

/** Tests names against a pattern; undefined: it takes too long. */
export type NameTest = (name: string) => boolean | undefined;

/** CPU time and elapsed time, in milliseconds. */
interface PatternClocks {
  readonly cpuMs: () => number;
  readonly wallMs: () => number;
}

/**
 * CPU time a pattern may take for one name: some never end on some names. On a busy machine the
 * elapsed time may be longer.
 */
export const PATTERN_CPU_MS = 500;

/** Limit of the elapsed time, on any machine. */
const PATTERN_WALL_MS = 10_000;

const processClocks: PatternClocks = {
  cpuMs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  wallMs: () => performance.now(),
};

/** Options that a pattern begins with, `(?i)`, and those that mean the same in both languages. */
const INLINE_OPTIONS = /^\(\?([a-z]+)\)/;
const COMMON_OPTIONS = /^[ims]+$/;

/** Anchors of .NET in JavaScript's form. */
const anchored = (pattern: string): string =>
  pattern.replaceAll(/\\([\s\S])/g, (escape, letter: string) => {
    if (letter === "A") return "(?<![\\s\\S])";
    if (letter === "z") return "(?![\\s\\S])";
    return letter === "Z" ? "(?=\\n?(?![\\s\\S]))" : escape;
  });

const compiled = (pattern: string, flags: string): RegExp | undefined => {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
};

/**
 * A pattern as clients write it, for .NET: options at its beginning, and escapes of characters that
 * need none, as quoting functions of other languages write them.
 *
 * @returns undefined when it is not a regular expression
 */
export const expressionOf = (text: string): RegExp | undefined => {
  const [start = "", options = ""] = INLINE_OPTIONS.exec(text) ?? [];
  if (options !== "" && !COMMON_OPTIONS.test(options)) return undefined;
  const flags = [...new Set(options)].join("");
  const pattern = anchored(text.slice(start.length));
  // without "u" an escape such as `\-` is the character itself
  return compiled(pattern, `u${flags}`) ?? compiled(pattern, flags);
};

/** Tests names against a pattern, each for at most `PATTERN_CPU_MS` of CPU time. */
export const nameTest = (
  { source, flags }: RegExp,
  { cpuMs, wallMs }: PatternClocks = processClocks,
): NameTest => {
  const sandbox: { name: string; matched: unknown } = { name: "", matched: false };
  const context = createContext(sandbox);
  const expression = `new RegExp(${JSON.stringify(source)}, ${JSON.stringify(flags)})`;
  const script = new Script(`matched = ${expression}.test(name)`);
  return (name) => {
    const startedMs = wallMs();
    sandbox.name = name;
    sandbox.matched = false;
    for (let timeoutMs = PATTERN_CPU_MS; ; timeoutMs *= 2) {
      const usedMs = cpuMs();
      try {
        script.runInContext(context, { timeout: timeoutMs });
        return sandbox.matched === true;
      } catch {
        if (cpuMs() - usedMs >= PATTERN_CPU_MS || wallMs() - startedMs >= PATTERN_WALL_MS)
          return undefined;
      }
    }
  };
};
