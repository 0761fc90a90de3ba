import { type DarReport, inspectDar, type PackageReport } from "@tallystick/daml-lf";
import type { Surroundings } from "../commands/command.js";
import type { FlagsOf } from "../commands/command-rows.js";
import { orThrow } from "../command-error.js";
import { plainText, tableLines } from "../client/table-text.js";
import { darError, darInFile } from "./dar-file.js";

type Content = PackageReport["content"];
type Choice = Content["templates"][number]["choices"][number];
type Lines = ReadonlyArray<string>;

const indented = (lines: Lines, by = 2): Lines => lines.map((line) => `${" ".repeat(by)}${line}`);

/** A heading with what is below it; nothing where there is nothing. */
const section = (title: string, lines: Lines): Lines =>
  lines.length === 0 ? [] : ["", title, ...indented(lines)];

const typed = ({ name, type }: { readonly name: string; readonly type: string }): string =>
  `${name}: ${type}`;

const choiceLine = ({ name, consuming, argument, result }: Choice): string => {
  const fields = typeof argument === "string" ? argument : argument.map(typed).join(", ");
  return `${consuming ? "choice" : "nonconsuming choice"} ${name}(${fields}): ${result}`;
};

const templateLines = (template: Content["templates"][number]): Lines => [
  template.name,
  ...indented([
    ...template.payload.map(typed),
    ...(template.key === undefined ? [] : [`key: ${template.key}`]),
    ...template.implements.map((name) => `implements ${name}`),
    ...template.choices.map(choiceLine),
  ]),
];

const interfaceLines = (of: Content["interfaces"][number]): Lines => [
  of.name,
  ...indented([
    `view: ${of.view}`,
    ...of.requires.map((name) => `requires ${name}`),
    ...of.methods.map((method) => `method ${typed(method)}`),
    ...of.choices.map(choiceLine),
  ]),
];

const typeLine = ({ name, form, parameters, fields }: Content["types"][number]): string => {
  const head = [name, ...parameters].join(" ");
  const names = fields.map((field) => (form === "enum" ? field.name : typed(field)));
  return `${form} ${head} = ${names.join(form === "record" ? ", " : " | ")}`;
};

const contentLines = ({ templates, interfaces, types, exceptions, values }: Content): Lines => [
  ...section("Templates", templates.flatMap(templateLines)),
  ...section("Interfaces", interfaces.flatMap(interfaceLines)),
  ...section("Types", types.map(typeLine)),
  ...section("Exceptions", exceptions),
  ...section(
    "Values",
    values.map((value) => `${value.form} ${typed(value)}`),
  ),
];

const runsText = ({ code: { expressions, errors } }: PackageReport, isRefused: boolean): string => {
  if (isRefused) return "no";
  return errors.length === 0 ? "yes" : `all but ${errors.length} of ${expressions} expressions`;
};

/** One line for each package; one for all stable ones, which every participant has. */
const packageTable = ({ packages, refused }: DarReport, isWhole: boolean): Lines => {
  const stable = packages.filter(({ kind }) => kind === "stable").length;
  const table = tableLines({
    json: undefined,
    columns: ["PACKAGE", "VERSION", "LF", "KIND", "RUNS", "ID"],
    rows: packages
      .filter(({ kind }) => isWhole || kind !== "stable")
      .map((each) => [
        each.name,
        each.version,
        each.languageVersion,
        each.kind,
        runsText(each, refused !== undefined),
        each.packageId,
      ]),
  });
  return isWhole || stable === 0 ? table : [...table, `and ${stable} stable packages`];
};

const reportLines = (report: DarReport, isWhole: boolean): Lines => {
  const { packages, refused } = report;
  return [
    ...packageTable(report, isWhole),
    ...(refused === undefined
      ? []
      : [
          "",
          `A node rejects this DAR: ${refused.code}: ${Object.values(refused.context).join(" ")}`,
        ]),
    ...packages
      .filter(({ kind }) => isWhole || kind === "main")
      .flatMap((each) => [
        "",
        `${each.name} ${each.version}`,
        ...indented(
          each.code.errors.map(({ where, reason }) => `does not run: ${where}: ${reason}`),
        ),
        ...indented(contentLines(each.content)),
      ]),
  ];
};

/** Runs `tallystick dar inspect`: lists what is in a DAR. */
export const inspect = async (
  file: string,
  { all = false, json = false }: FlagsOf<"dar inspect">,
  { out }: Pick<Surroundings, "out">,
): Promise<void> => {
  const dar = await darInFile(file);
  const report = orThrow(await inspectDar(dar), (error) => darError(file, error));
  if (json) {
    const packages = report.packages.map(({ content, ...head }) =>
      all || head.kind === "main" ? { ...head, ...content } : head,
    );
    out(JSON.stringify({ ...report, packages }, null, 2));
    return;
  }
  for (const line of reportLines(report, all)) out(plainText(line.trimEnd()));
};
