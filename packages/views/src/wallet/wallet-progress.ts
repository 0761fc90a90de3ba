import type { ViewsError } from "../interface/views.js";

/** How far views are folded, and how far they have to be. */
export interface Progress {
  readonly offset: number;
  readonly end: number;
}

/** What to say of views that are not as far as they have to be. */
export const progressText = ({ offset, end }: Progress): string =>
  `the wallet's views are folded from the journal and have ${offset} of ${end} events`;

/** The error of reading views that are not as far as they have to be. */
export const notFolded = (progress: Progress | undefined): ViewsError => ({
  kind: "behind",
  message: progress === undefined ? "the wallet's views are opened" : progressText(progress),
});
