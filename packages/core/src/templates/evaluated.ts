import type { Either } from "fp-ts/lib/Either.js";
import type { TemplateId } from "../values/ids.js";
import type { ValueError } from "../values/value-error.js";
import type { Run, TypedValue } from "./program-effect.js";
import type {
  Choice,
  ChoiceProgram,
  Instance,
  Interface,
  Subject,
  Template,
  TemplateKey,
} from "./template.js";

// Templates as interpretation calls them. Those in TypeScript are these with functions that need
// no more than their first arguments; compiled Daml has all of it.

/** The key of a template. */
export interface EvaluatedKey extends TemplateKey<unknown, unknown> {
  of(payload: unknown, run?: Run): unknown;
  maintainers(key: unknown, run?: Run): ReadonlyArray<string>;
}

/** A template. */
export interface EvaluatedTemplate extends Template<unknown> {
  signatories(payload: unknown, run?: Run): ReadonlyArray<string>;
  observers(payload: unknown, run?: Run): ReadonlyArray<string>;
  ensure(payload: unknown, run?: Run): boolean;
  /** True where `ensure` always holds. */
  readonly hasNoGuard?: boolean;
  readonly key?: EvaluatedKey | undefined;
  /** The payload of another version of the template as one of this; absent: by way of JSON. */
  convert?(payload: TypedValue): Either<ValueError, unknown>;
}

/** The precondition of a template that has none. */
export const unguarded = (): boolean => true;

/** Whether a template has a precondition. */
export const isGuarded = ({ ensure, hasNoGuard }: EvaluatedTemplate): boolean =>
  hasNoGuard !== true && ensure !== unguarded;

/** An interface. */
export interface EvaluatedInterface extends Interface<unknown> {
  /** What its choices have as payload; absent: the view. */
  receiver?(template: TemplateId, payload: TypedValue): unknown;
}

/** How a template implements an interface. */
export interface EvaluatedInstance extends Instance {
  view(payload: unknown, run?: Run): unknown;
  /**
   * The choices of the interface as code of the instance's own kind has them, by their names;
   * absent: those of the interface. An interface may be there in TypeScript and in Daml.
   */
  readonly choices?: ReadonlyMap<string, EvaluatedChoice>;
  readonly interface: EvaluatedInterface;
}

/** A choice. */
export interface EvaluatedChoice extends Choice<unknown, unknown> {
  controllers(payload: unknown, argument: unknown, run?: Run): ReadonlyArray<string>;
  observers(
    payload: unknown,
    argument: unknown,
    methods?: unknown,
    run?: Run,
  ): ReadonlyArray<string>;
  /** Whose authority the body has; undefined: that of the signatories and controllers. */
  authorizers?(payload: unknown, argument: unknown, run?: Run): ReadonlyArray<string> | undefined;
  body(subject: Subject<unknown, unknown>, argument: unknown, run?: Run): ChoiceProgram<unknown>;
}
