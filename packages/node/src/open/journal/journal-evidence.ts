import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { viewsEnd } from "@tallystick/views";
import type { Projection } from "../../ledger/ledger.js";
import type { ReadSnapshot } from "../../snapshot/snapshot-file.js";
import { viewsFileName, viewsPrefix } from "../../journal/views-file.js";

/** Evidence in the data folder of the journal's earlier end. */
interface JournalEvidence {
  /** The greatest offset that the journal once had. */
  readonly offset: number;
  readonly source: string;
}

interface EvidenceQuestion {
  readonly data: string;
  /** The journal's stream: a folder may contain views of several. */
  readonly stream: string;
  /** Hash of the journal's first event; undefined for an empty journal. */
  readonly journalId: string | undefined;
  readonly snapshot: ReadSnapshot | undefined;
  /** Views of others; they do not name their journal. */
  readonly projections: ReadonlyArray<Pick<Projection, "name" | "file" | "checkpoint">>;
  /** Offset of the journal's last event. */
  readonly end: number;
}

/**
 * The end of the journal's views; of any journal's when this one is empty, as then its first event
 * is unknown.
 */
const viewsEvidence = async ({
  data,
  stream,
  journalId,
  projections,
}: EvidenceQuestion): Promise<JournalEvidence | undefined> => {
  if (journalId !== undefined) {
    const source = viewsFileName(stream, journalId);
    const found = viewsEnd(join(data, source), journalId);
    return found === undefined ? undefined : { offset: found.offset, source };
  }
  const source = (await readdir(data)).find(
    (name) => name.startsWith(viewsPrefix(stream)) && name.endsWith(".db"),
  );
  return source === undefined ? projectedEvidence(projections) : { offset: 1, source };
};

/** The evidence of other views when the journal is empty: they were folded from events. */
const projectedEvidence = (
  projections: EvidenceQuestion["projections"],
): JournalEvidence | undefined => {
  const ahead = projections.find((projection) => projection.checkpoint() > 0);
  return ahead && { offset: ahead.checkpoint(), source: ahead.file ?? ahead.name };
};

/**
 * The evidence in the data folder that the journal was longer than it is; undefined when there
 * is none.
 */
export const evidenceOfLoss = async (
  question: EvidenceQuestion,
): Promise<JournalEvidence | undefined> => {
  const { snapshot, journalId, end } = question;
  const isOwn = journalId === undefined || snapshot?.journalId === journalId;
  const offset = isOwn ? (snapshot?.state.offset ?? 0) : 0;
  if (offset > end) return { offset, source: "the snapshot" };
  const views = await viewsEvidence(question);
  return views !== undefined && views.offset > end ? views : undefined;
};
