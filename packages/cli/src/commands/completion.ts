import { usageError } from "../command-error.js";
import type { CommandRow, FlagRow } from "./command-row.js";
import { commandRows, commonFlags } from "./command-rows.js";
import { firstWords, secondWords } from "./read-command.js";

const rows: ReadonlyArray<readonly [string, CommandRow]> = Object.entries(commandRows);

const flagsOf = (row: CommandRow): ReadonlyArray<readonly [string, FlagRow]> =>
  Object.entries({ ...row.flags, ...commonFlags });

const flagWords = (row: CommandRow): string =>
  flagsOf(row)
    .map(([name]) => `--${name}`)
    .join(" ");

/** Flags that take a value, as the words `command --flag`, with the values that can be listed. */
const valueFlags = rows.flatMap(([name, row]) =>
  flagsOf(row)
    .filter(([, { type }]) => type === "string")
    .map(([flag, { values = [] }]) => [`"${name} --${flag}"`, values.join(" ")] as const),
);

const valueCases = [
  ...valueFlags.flatMap(([words, values]) =>
    values === "" ? [] : [`    ${words}) found="${values}" ;;`],
  ),
  `    ${valueFlags.flatMap(([words, values]) => (values === "" ? [words] : [])).join("|")}) ;;`,
];

/** What may follow the words of a command, or the first word of several. */
const followers = (words: string): string => {
  const row = rows.find(([name]) => name === words)?.[1];
  const own = row === undefined ? [] : [...(row.values ?? []), flagWords(row)];
  return [...secondWords(words), ...own].join(" ");
};

const commandCases = [...new Set([...firstWords, ...rows.map(([name]) => name)])].map(
  (words) => `    "${words}") found="${followers(words)}" ;;`,
);

/**
 * What `bash` and `zsh` share. `$command` are the words of a command, `$previous` is the word
 * before the cursor, and `$found` becomes what may follow; nothing for files.
 */
const cases = `  case "$command $previous" in
${valueCases.join("\n")}
    *) case "$command" in
    "") found="${firstWords.join(" ")}" ;;
${commandCases.join("\n")}
    esac ;;
  esac`;

/** A pattern of the commands that are two words. */
const twoWords = rows
  .filter(([name]) => name.includes(" "))
  .map(([name]) => `"${name}"`)
  .join("|");

const bash = `_tallystick() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" found=""
  if ((COMP_CWORD > 1)); then command="\${COMP_WORDS[1]}"; fi
  if ((COMP_CWORD > 2)); then case "$command \${COMP_WORDS[2]}" in ${twoWords}) command="$command \${COMP_WORDS[2]}" ;; esac; fi
${cases}
  COMPREPLY=($(compgen -W "$found" -- "$current"))
}
complete -o default -F _tallystick tallystick`;

const zsh = `#compdef tallystick
_tallystick() {
  local previous="\${words[CURRENT-1]}" command="" found=""
  if ((CURRENT > 2)); then command="\${words[2]}"; fi
  if ((CURRENT > 3)); then case "$command \${words[3]}" in ${twoWords}) command="$command \${words[3]}" ;; esac; fi
${cases}
  if [[ -n "$found" ]]; then compadd -- \${(s: :)found}; else _files; fi
}
compdef _tallystick tallystick`;

const quoted = (text: string): string =>
  `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

const fishFlag = (condition: string, name: string, row: FlagRow): string => {
  const short = row.short === undefined ? "" : ` -s ${row.short}`;
  const values = row.values === undefined ? "" : ` -f -a ${quoted(row.values.join(" "))}`;
  const value = row.type === "string" ? ` -r${values}` : "";
  return `complete -c tallystick -n ${quoted(condition)} -l ${name}${short}${value} -d ${quoted(row.text)}`;
};

const fishCommand = ([name, row]: readonly [string, CommandRow]): ReadonlyArray<string> => {
  const [first = "", second] = name.split(" ");
  const seen = `__fish_seen_subcommand_from ${first}`;
  const before =
    second === undefined
      ? "__fish_use_subcommand"
      : `${seen}; and not __fish_seen_subcommand_from ${secondWords(first).join(" ")}`;
  const after = second === undefined ? seen : `${seen}; and __fish_seen_subcommand_from ${second}`;
  const words = row.values?.join(" ");
  return [
    `complete -c tallystick -f -n ${quoted(before)} -a ${second ?? first} -d ${quoted(row.text)}`,
    ...(words === undefined
      ? []
      : [`complete -c tallystick -f -n ${quoted(after)} -a ${quoted(words)}`]),
    ...flagsOf(row).map(([flag, each]) => fishFlag(after, flag, each)),
  ];
};

const fish = (): string =>
  [
    ...firstWords.map((word) => `complete -c tallystick -f -n '__fish_use_subcommand' -a ${word}`),
    ...rows.flatMap(fishCommand),
  ].join("\n");

const shells = { bash: () => bash, zsh: () => zsh, fish };

const isShell = (text: string): text is keyof typeof shells => Object.hasOwn(shells, text);

/**
 * The script by which a shell completes commands, flags and their values, made from the table of
 * commands.
 *
 * @throws {CommandError} it is another shell
 */
export const completionScript = (shell: string): string => {
  if (isShell(shell)) return shells[shell]();
  throw usageError(`completion: expected ${Object.keys(shells).join(", ")}, found another shell`);
};
