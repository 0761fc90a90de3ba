import type { TraceFrame, TraceMoment } from "../../data/trace-query.js";
import { entityOf } from "./update-words.js";
import { messages } from "./messages-trace.js";

/** What happened at a moment, in a line. */
export const momentTitle = (moment: TraceMoment): string => {
  const { kind, templateId, interfaceId } = moment;
  const choice = moment.choice ?? "";
  const entity = entityOf(interfaceId ?? templateId ?? "");
  switch (kind) {
    case "exercise":
      return messages.moment.exercise({ choice, entity });
    case "end":
      return messages.moment.end({ choice });
    case "create":
      return messages.moment.create({ entity });
    case "fetch":
      return messages.moment.fetch({ entity });
    case "lookup":
      return messages.moment.lookup({ entity });
    case "guard":
      return moment.result === true
        ? messages.moment.holds({ entity })
        : messages.moment.fails({ entity });
    case "try":
      return messages.moment.try;
    case "commit":
      return messages.moment.commit;
    case "rollback":
      return messages.moment.rollback({ exception: entityOf(moment.exception?.typeId ?? "") });
    case "failure":
      return messages.moment.failure({ code: moment.error?.code ?? "" });
  }
};

/** A definition with its line. */
export const placeText = ({
  definition,
  line,
}: {
  readonly definition: string;
  readonly line?: number | null;
}): string => (typeof line !== "number" ? definition : messages.place.line({ definition, line }));

/** The definition of a frame; the frame around all of them belongs to no package. */
export const frameName = ({
  packageId,
  definition,
}: Pick<TraceFrame, "packageId" | "definition">): string =>
  packageId === "" ? messages.profile.whole : definition;

/** Moments that are drawn together. */
const drawnTogether = 200;

/** The moments that are drawn with one of them: their first and the one after their last. */
export const drawnAround = (
  at: number,
  count: number,
): { readonly from: number; readonly to: number } => {
  const from = Math.floor(at / drawnTogether) * drawnTogether;
  return { from, to: Math.min(count, from + drawnTogether) };
};

/** Which moment a key leads to; undefined: none. */
export const momentOfKey = (key: string, at: number, count: number): number | undefined => {
  const last = count - 1;
  switch (key) {
    case "ArrowDown":
    case "ArrowRight":
      return Math.min(last, at + 1);
    case "ArrowUp":
    case "ArrowLeft":
      return Math.max(0, at - 1);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
};
