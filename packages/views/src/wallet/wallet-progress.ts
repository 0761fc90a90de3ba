import type { ViewsError } from "../interface/views.js";

/** The progress of views, and the required end. */
export interface Progress {
  readonly offset: number;
  readonly end: number;
}

/** The text for views that are behind. */
export const progressText = ({ offset, end }: Progress): string =>
  `the wallet's views are folded from the journal and have ${offset} of ${end} events`;

/** The error of reading views that are behind. */
export const notFolded = (progress: Progress | undefined): ViewsError => ({
  kind: "behind",
  message: progress === undefined ? "the wallet's views are opened" : progressText(progress),
});
