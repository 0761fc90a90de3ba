export { TableDamage } from "./table-damage.js";
export { type BlockTotals, checkSeed } from "./pages/block-rows.js";
export { BlockReader } from "./pages/block-reader.js";
export { BlockWriter } from "./pages/block-writer.js";
export { makeCacheFile } from "./pages/cache-file.js";
export {
  type CheckedFileError,
  checkTableFile,
  type FileEnd,
  tableFileEnd,
} from "./pages/check-file.js";
export {
  type Checkpoint,
  checkpointReader,
  checkpointWriter,
  emptyCheckpoint,
} from "./pages/checkpoint.js";
export { isDamage, textOfThrown } from "./pages/file-errors.js";
export { firstWhere } from "./pages/first-where.js";
export { partOf } from "./pages/leaf.js";
export { LeafTable } from "./pages/leaf-table.js";
export { ListReader, type ListShape } from "./pages/list.js";
export { Names } from "./pages/names.js";
export { type KeyRange, SortedMaps } from "./pages/sorted-maps.js";
export {
  type FileKind,
  markDamaged,
  openEmptyTableFile,
  openTableFile,
  type TableFile,
  maxIdleLogBytes,
} from "./pages/table-file.js";
export { ByteReader, ByteWriter } from "./runs/byte-writer.js";
export { hashKey } from "./runs/key-hash.js";
export { LayerTable, type LayerSize, LayerView } from "./runs/layer-table.js";
export type { RunIndex } from "./runs/run-file.js";
export type { RunJob, RunJobResult, RunPlace } from "./runs/run-job.js";
export { makeRunNow, type RunMaker, runMaker } from "./runs/run-maker.js";
export { type LeveledRun, RunTable, type TableContext } from "./runs/run-table.js";
export { type ScratchOptions, ScratchTable } from "./runs/scratch-table.js";
export { flushFile, writeRun } from "./runs/run-writer.js";
export { openRun, Run } from "./runs/run.js";
export { SharedTexts } from "./runs/shared-texts.js";
export { readSummed, writeSummed } from "./runs/summed-file.js";
export { keyBytes, type TableForm, writeEntry } from "./runs/table-form.js";
export { maxUnits, TextMemory } from "./runs/text-memory.js";
