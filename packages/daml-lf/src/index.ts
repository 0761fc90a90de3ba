export { type Archive, archiveModel, readArchive } from "./archive.js";
export { type Dar, listDar, readDar } from "./dar.js";
export { type DarLimits, defaultDarLimits } from "./dar-limits.js";
export { archiveOf, darOfPackages, type PackagePayload } from "./dar-of-packages.js";
export { type DarReport, inspectDar, type PackageReport } from "./inspect/dar-report.js";
export {
  type EvaluatedValue,
  evaluateDar,
  type EvaluationOptions,
  type UnknownName,
} from "./inspect/evaluate-dar.js";
export type { ChoiceInfo, InterfaceInfo, ModuleInfo, TemplateInfo } from "./package-contents.js";
export type { Alternative, FieldExpression, Literal } from "./syntax/expression.js";
export type {
  DataType,
  Implementation,
  LanguageVersion,
  LfChoice,
  LfInterface,
  LfKey,
  LfTemplate,
  TypeSynonym,
} from "./syntax/package.js";
export { type AddedArchive, UploadedPackages } from "./templates/uploaded-packages.js";
export type { ConstructorShape } from "./values/value.js";
export { validateDar } from "./validate-dar.js";
