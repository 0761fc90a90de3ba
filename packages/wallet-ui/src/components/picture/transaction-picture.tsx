import {
  type DrawnTransaction,
  foldPicture,
  layoutPicture,
  type Picture,
  pictureOf,
  pictureSums,
  pictureSvg,
  type PictureWords,
  seenByParty,
  witnessesIn,
} from "@tallystick/core/picture";
import { useMemo, useState } from "react";
import { saveFile } from "../../data/save-file.js";
import { Button } from "../base/button.js";
import { EmptyState } from "../feedback/empty-state.js";
import { ChoiceField } from "../forms/choice-field.js";
import { messages } from "./messages.js";
import { PictureDrawing } from "./picture-drawing.js";
import { PictureTable } from "./picture-table.js";
import { usePictureWords } from "./use-picture-words.js";
import styles from "./picture.module.css";

const sumNotes = (picture: Picture, { amount }: PictureWords): ReadonlyArray<string> => {
  const unknown = new Set(picture.contracts.flatMap((it) => (it.isKnown ? [] : [it.key])));
  if (picture.edges.some(({ kind, contract }) => kind === "consumes" && unknown.has(contract)))
    return [messages.picture.unsure];
  return pictureSums(picture).map(({ admin, id, consumed, made }) => {
    const change = made - consumed;
    if (change === 0n) return messages.picture.sum({ amount: amount({ admin, id, units: made }) });
    return change > 0n
      ? messages.picture.minted({ amount: amount({ admin, id, units: change }) })
      : messages.picture.burned({ amount: amount({ admin, id, units: -change }) });
  });
};

const notesOf = (picture: Picture, words: PictureWords, hidden: number): ReadonlyArray<string> => [
  ...(picture.isFolded ? [messages.picture.folded({ nodes: picture.nodeCount })] : []),
  ...(hidden > 0 ? [messages.picture.hidden({ count: hidden })] : []),
  ...sumNotes(picture, words),
];

/** Tables with more rows are folded as pictures are. */
const mostRows = 400;

const EyesField = ({
  drawn,
  words,
  eyes,
  onChange,
}: {
  readonly drawn: DrawnTransaction;
  readonly words: PictureWords;
  readonly eyes: string;
  readonly onChange: (eyes: string) => void;
}) => (
  <ChoiceField
    label={messages.picture.eyes}
    value={eyes}
    choices={[
      ["", messages.picture.everyone],
      ...witnessesIn(drawn).map((party) => [party, words.party(party)] as const),
    ]}
    onChange={onChange}
  />
);

/**
 * A transaction as a picture, and the same as a table: what it consumes and makes, who does it, and
 * what each party sees of it.
 */
export const TransactionPicture = ({
  drawn,
  name,
  linkTo,
}: {
  readonly drawn: DrawnTransaction;
  /** The heading and the name of the file when it is saved. */
  readonly name: string;
  /** The page of a contract; undefined where contracts have none yet. */
  readonly linkTo?: ((contractId: string) => string) | undefined;
}) => {
  const [eyes, setEyes] = useState("");
  const [hasTable, setTable] = useState(false);
  const words = usePictureWords(drawn);
  const { whole, picture, layout, notes } = useMemo(() => {
    const seen = eyes === "" ? drawn : seenByParty(drawn, eyes);
    const all = pictureOf(seen);
    const folded = foldPicture(all);
    return {
      whole: all.edges.length > mostRows ? folded : all,
      picture: folded,
      layout: layoutPicture(folded, words),
      notes: notesOf(folded, words, drawn.nodes.length - seen.nodes.length),
    };
  }, [drawn, eyes, words]);
  if (drawn.nodes.length === 0) {
    return (
      <EmptyState icon="lock" title={messages.picture.nothing}>
        {messages.picture.nothingHint}
      </EmptyState>
    );
  }
  const save = (): void =>
    saveFile(`${name}.svg`, pictureSvg(layout, { title: name, notes }), "image/svg+xml");
  return (
    <>
      <div className={styles["controls"]}>
        {witnessesIn(drawn).length > 1 ? (
          <EyesField drawn={drawn} words={words} eyes={eyes} onChange={setEyes} />
        ) : null}
        <Button icon="down" onClick={save}>
          {messages.picture.save}
        </Button>
      </div>
      {picture.actions.length === 0 ? null : <PictureDrawing layout={layout} linkTo={linkTo} />}
      <ul className={styles["notes"]}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <details
        className={styles["details"]}
        onToggle={({ currentTarget }) => setTable(currentTarget.open)}
      >
        <summary>{messages.picture.asTable}</summary>
        {hasTable ? <PictureTable picture={whole} words={words} linkTo={linkTo} /> : null}
      </details>
    </>
  );
};
