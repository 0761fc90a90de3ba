import { flameBars } from "@tallystick/core/flame";
import type { TraceFrame } from "../../data/trace-query.js";
import { visibleText } from "../../texts/visible-text.js";
import { frameName, placeText } from "./trace-words.js";
import { messages } from "./messages-trace.js";
import styles from "./trace.module.css";

const rowHeight = 24;
const percentOf = (part: number): string => `${(part * 100).toFixed(3)}%`;

/** Below this part of the width a bar has no text. */
const leastNamed = 0.03;

/** The code's own words; the types of SVG do not know the attribute, which is global. */
const ofTheCode = { translate: "no" };

/** What definitions took, as bars: each is below the one that called it. */
export const FlameGraph = ({
  frames,
  by,
  shown,
}: {
  readonly frames: ReadonlyArray<TraceFrame>;
  readonly by: "steps" | "micros";
  /** What a number of steps or microseconds is in words. */
  readonly shown: (total: number) => string;
}) => {
  const bars = flameBars(frames, by);
  const rows = Math.max(0, ...bars.map(({ depth }) => depth)) + 1;
  return (
    <svg
      className={styles["flame"]}
      role="img"
      aria-label={messages.profile.label}
      height={rows * rowHeight}
    >
      {bars.map(({ frame: at, depth, from, width, total }) => {
        const frame = frames[at];
        if (frame === undefined) return null;
        const name = frameName(frame);
        const definition = placeText({ ...frame, definition: name });
        const percent = (width * 100).toFixed(1);
        return (
          <svg
            key={at}
            x={percentOf(from)}
            y={depth * rowHeight}
            width={percentOf(width)}
            height={rowHeight - 1}
          >
            <title>{messages.profile.bar({ definition, total: shown(total), percent })}</title>
            <rect width="100%" height="100%" data-shade={depth % 3} />
            {width < leastNamed ? null : (
              <text x={4} y={16} {...(frame.packageId === "" ? {} : ofTheCode)}>
                {visibleText(name)}
              </text>
            )}
          </svg>
        );
      })}
    </svg>
  );
};
