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

/** The second words of each first one that has any. */
const groups = firstWords
  .map((word) => [word, secondWords(word).join(" ")] as const)
  .filter(([, words]) => words !== "");

/** A `case` over the words before the cursor: `command --flag` gives the values of the flag. */
const valueCases = rows.flatMap(([name, row]) =>
  flagsOf(row)
    .filter(([, { type }]) => type === "string")
    .map(([flag, { values = [] }]) => `    "${name} --${flag}") found="${values.join(" ")}" ;;`),
);

const commandCases = rows.map(
  ([name, row]) => `    "${name}") found="${[...(row.values ?? []), flagWords(row)].join(" ")}" ;;`,
);

/**
 * What `bash` and `zsh` share. `$command` are the words of a command, `$previous` is the word
 * before the cursor, and `$found` becomes what may follow; nothing for files.
 */
const cases = `  case "$command $previous" in
${valueCases.join("\n")}
    *) case "$command" in
    "") found="${firstWords.join(" ")}" ;;
${groups.map(([word, words]) => `    "${word}") found="${words}" ;;`).join("\n")}
${commandCases.join("\n")}
    esac ;;
  esac`;

/** A pattern of the first words that need a second one. */
const groupPattern = groups.map(([word]) => word).join("|");

const bash = `_tallystick() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" found=""
  if ((COMP_CWORD > 1)); then command="\${COMP_WORDS[1]}"; fi
  case "$command" in ${groupPattern}) if ((COMP_CWORD > 2)); then command="$command \${COMP_WORDS[2]}"; fi ;; esac
${cases}
  COMPREPLY=($(compgen -W "$found" -- "$current"))
}
complete -o default -F _tallystick tallystick`;

const zsh = `#compdef tallystick
_tallystick() {
  local previous="\${words[CURRENT-1]}" command="" found=""
  if ((CURRENT > 2)); then command="\${words[2]}"; fi
  case "$command" in ${groupPattern}) if ((CURRENT > 3)); then command="$command \${words[3]}"; fi ;; esac
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
    ...groups.map(([word]) => `complete -c tallystick -f -n '__fish_use_subcommand' -a ${word}`),
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
