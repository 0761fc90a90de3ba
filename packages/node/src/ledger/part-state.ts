/** A part of a node. */
export interface PartState {
  /** As messages to the operator name it. */
  readonly name: string;
  /** Why it is not ready, for the operator; undefined when it is. */
  readonly unready: string | undefined;
}
