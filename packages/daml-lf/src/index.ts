export { type Archive, archiveModel, readArchive } from "./archive.js";
export { type Dar, readDar } from "./dar.js";
export { type DarLimits, defaultDarLimits } from "./dar-limits.js";
export type { ChoiceInfo, InterfaceInfo, ModuleInfo, TemplateInfo } from "./package-contents.js";
