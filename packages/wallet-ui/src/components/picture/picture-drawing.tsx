import type { PictureBox, PictureLayout, PictureLine } from "@tallystick/core/picture";
import { useId } from "react";
import { Link } from "wouter";
import { visibleText } from "../../texts/visible-text.js";
import { messages } from "./messages.js";
import styles from "./picture.module.css";

const lineHeight = 15;
const firstLine = 18;
const padding = 10;

const BoxShapes = ({ box }: { readonly box: PictureBox }) => {
  const { x, y, width, height, lines, isSeveral } = box;
  const radius = box.of === "action" ? height / 4 : 6;
  const rect = { width, height, rx: radius };
  return (
    <>
      <title>{box.title.split("\n").join(" · ")}</title>
      {isSeveral ? <rect x={x + 4} y={y + 4} {...rect} /> : null}
      <rect x={x} y={y} {...rect} />
      {lines.map(({ text, tone }, at) => (
        <text
          key={`${at}`}
          x={x + padding}
          y={y + firstLine + at * lineHeight}
          className={styles[tone]}
        >
          {visibleText(text)}
        </text>
      ))}
    </>
  );
};

const Box = ({
  box,
  linkTo,
}: {
  readonly box: PictureBox;
  readonly linkTo: ((contractId: string) => string) | undefined;
}) => {
  const { contractId } = box;
  const shapes = <BoxShapes box={box} />;
  return (
    <g className={styles[box.of]}>
      {contractId === undefined || linkTo === undefined ? (
        shapes
      ) : (
        <Link to={linkTo(contractId)} className={styles["link"]}>
          {shapes}
        </Link>
      )}
    </g>
  );
};

const Line = ({ line, head }: { readonly line: PictureLine; readonly head: string }) => (
  <g className={styles[line.of]}>
    <path d={line.path} markerEnd={line.of === "within" ? undefined : `url(#${head})`} />
    {line.label === undefined ? null : (
      <text x={line.label.x} y={line.label.y} textAnchor={line.label.anchor}>
        {line.label.text}
      </text>
    )}
  </g>
);

const kinds = ["consumes", "uses", "makes"] as const;

/** A picture that was laid out; each contract is a link to its page. */
export const PictureDrawing = ({
  layout: { width, height, headings, boxes, lines },
  linkTo,
}: {
  readonly layout: PictureLayout;
  /** The page of a contract; undefined where contracts have none yet. */
  readonly linkTo: ((contractId: string) => string) | undefined;
}) => {
  const id = useId();
  return (
    <div
      className={styles["scroller"]}
      role="region"
      aria-label={messages.picture.region}
      tabIndex={0}
    >
      <svg
        className={styles["picture"]}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={messages.picture.region}
      >
        <defs>
          {kinds.map((kind) => (
            <marker
              key={kind}
              id={`${id}${kind}`}
              className={styles[kind]}
              viewBox="0 0 8 8"
              refX="8"
              refY="4"
              markerWidth="8"
              markerHeight="8"
              orient="auto"
            >
              <path d="M0 0L8 4L0 8Z" className={styles["head"]} />
            </marker>
          ))}
        </defs>
        {headings.map(({ text, x }) => (
          <text key={text} x={x} y={20} className={styles["heading"]}>
            {text}
          </text>
        ))}
        {lines.map((line, at) => (
          <Line key={`${at}`} line={line} head={`${id}${line.of}`} />
        ))}
        {boxes.map((box) => (
          <Box key={box.key} box={box} linkTo={linkTo} />
        ))}
      </svg>
    </div>
  );
};
