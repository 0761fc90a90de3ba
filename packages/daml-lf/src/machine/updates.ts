import type { Expression, Update } from "../syntax/expression.js";
import type { CodePlace } from "@tallystick/core";
import { running, spendBytes } from "../values/meter.js";
import { ContractId, LfFunction, LfRecord, type LfValue, Timestamp } from "../values/value.js";
import { crash } from "./crash.js";
import type { LfEffect } from "./effects.js";
import { BuiltinValue, Closure } from "./functions.js";
import { closure, valuesOf } from "./lambda.js";
import { compile, type Compiled, constant, overOperands, type Scope, valueIn } from "./scope.js";

/** An update whose result is known. */
export class PureUpdate extends LfFunction {
  constructor(readonly value: LfValue) {
    super();
  }
}

/** An update that asks the ledger something. */
export class EffectUpdate extends LfFunction {
  constructor(readonly effect: LfEffect) {
    super();
  }
}

/** An update, and the function of its result that makes the update to run next. */
export class ThenUpdate extends LfFunction {
  constructor(
    readonly first: LfValue,
    readonly next: Closure,
  ) {
    super();
  }
}

/** An update that is evaluated when it runs. */
export class LazyUpdate extends LfFunction {
  constructor(readonly body: Closure) {
    super();
  }
}

/** A create through an interface; the interface value is evaluated when it runs. */
export class CreateUpdate extends LfFunction {
  constructor(readonly body: Closure) {
    super();
  }
}

/** An update with a handler of exceptions; both are evaluated when they run. */
export class TryUpdate extends LfFunction {
  constructor(
    readonly body: Closure,
    readonly handler: Closure,
  ) {
    super();
  }
}

const closureOf = (value: LfValue): Closure => {
  if (value instanceof Closure) return value;
  throw crash("a function was expected");
};

const contractIdOf = (value: LfValue | undefined): ContractId => {
  if (value instanceof ContractId) return value;
  throw crash("a contract id was expected");
};

const given = (value: LfValue | undefined): LfValue => {
  if (value === undefined) throw crash("an operand is missing");
  return value;
};

const places = new WeakMap<LfEffect, CodePlace>();

/** Where an effect was written; undefined where that is not known, or the program not profiled. */
export const placeOfEffect = (effect: LfEffect): CodePlace | undefined => places.get(effect);

const effectOf = (effect: LfEffect): LfValue => {
  spendBytes(64);
  return new EffectUpdate(effect);
};

type Make = (values: ReadonlyArray<LfValue>) => LfValue;

/** What makes an effect; in a program that is profiled it notes where. */
const noting = ({ profiled, place }: Scope, make: Make): Make =>
  profiled === undefined
    ? make
    : (values) => {
        const made = make(values);
        const written = running.meter.profile?.written(place);
        if (made instanceof EffectUpdate && written !== undefined) places.set(made.effect, written);
        return made;
      };

/** Compiles an update: what it evaluates now, and what when it runs, is as in daml-lf B.5. */
export const compileUpdate = (update: Update, scope: Scope): Compiled => {
  switch (update.tag) {
    case "pure":
      return over(scope, [update.value], ([value]) => new PureUpdate(given(value)));
    case "block":
      return compileBlock(update.bindings, update.body, scope);
    case "embed":
      return lazily(scope, [], update.body, (body) => new LazyUpdate(body));
    case "tryCatch":
      return compileTry(update, scope);
    case "createInterface":
      return lazily(scope, [], update.payload, (body) => new CreateUpdate(body));
    case "getTime":
      return constant(new EffectUpdate({ op: "getTime" }));
    case "fetchByKey": {
      const { template } = update;
      return constant(
        new BuiltinValue(
          1,
          noting(scope, ([key]) => effectOf({ op: "fetchByKey", template, key: given(key) })),
        ),
      );
    }
    case "queryByKey": {
      const { template } = update;
      return constant(
        new BuiltinValue(
          2,
          noting(scope, ([count, key]) => {
            if (typeof count !== "bigint") throw crash("a number was expected");
            return effectOf({ op: "queryByKey", template, count, key: given(key) });
          }),
        ),
      );
    }
    default:
      return compileEffect(update, scope);
  }
};

type Asking = Extract<
  Update,
  {
    readonly tag:
      | "create"
      | "exercise"
      | "exerciseByKey"
      | "exerciseInterface"
      | "fetch"
      | "fetchInterface"
      | "ledgerTimeLess";
  }
>;

const compileEffect = (update: Asking, scope: Scope): Compiled => {
  switch (update.tag) {
    case "create": {
      const { template } = update;
      return over(scope, [update.payload], ([payload]) => {
        if (!(payload instanceof LfRecord)) throw crash("a payload was expected");
        return effectOf({ op: "create", template, payload });
      });
    }
    case "fetch": {
      const { template } = update;
      return over(scope, [update.contractId], ([id]) =>
        effectOf({ op: "fetch", template, contractId: contractIdOf(id) }),
      );
    }
    case "fetchInterface":
      return over(scope, [update.contractId], ([id]) =>
        effectOf({
          op: "fetchInterface",
          interface: update.interface,
          contractId: contractIdOf(id),
        }),
      );
    case "ledgerTimeLess":
      return over(scope, [update.time], ([time]) => {
        if (!(time instanceof Timestamp)) throw crash("a time was expected");
        return effectOf({ op: "ledgerTimeLess", time });
      });
    default:
      return compileExercise(update, scope);
  }
};

const compileExercise = (
  update: Extract<Asking, { readonly tag: "exercise" | "exerciseByKey" | "exerciseInterface" }>,
  scope: Scope,
): Compiled => {
  const { choice } = update;
  if (update.tag === "exerciseByKey") {
    const { template } = update;
    return over(scope, [update.key, update.argument], ([key, argument]) =>
      effectOf({ op: update.tag, template, choice, key: given(key), argument: given(argument) }),
    );
  }
  return over(scope, [update.contractId, update.argument], ([id, argument]) => {
    const rest = { choice, contractId: contractIdOf(id), argument: given(argument) };
    return update.tag === "exercise"
      ? effectOf({ op: update.tag, template: update.template, ...rest })
      : effectOf({ op: update.tag, interface: update.interface, ...rest });
  });
};

const over = (scope: Scope, operands: ReadonlyArray<Expression>, make: Make): Compiled => {
  const made = noting(scope, make);
  return overOperands(
    scope,
    operands.map((operand) => compile(operand, scope)),
    1,
    (of) => (frame) => made(valuesOf(of, frame)),
  );
};

const lazily = (
  scope: Scope,
  parameters: ReadonlyArray<string>,
  body: Expression,
  make: (body: Closure) => LfValue,
): Compiled => {
  const function_ = closure(scope, parameters, body);
  return overOperands(scope, [function_], 0, ([of]) => {
    if (of === undefined) throw crash("a body is missing");
    return (frame) => make(closureOf(valueIn(frame, of)));
  });
};

/** The first bound expression is evaluated now, everything else when the block runs. */
const compileBlock = (
  bindings: Extract<Update, { readonly tag: "block" }>["bindings"],
  body: Expression,
  scope: Scope,
): Compiled => {
  const [first, ...rest] = bindings;
  if (first === undefined) return compile(body, scope);
  const after: Expression =
    rest.length === 0 ? body : { tag: "update", update: { tag: "block", bindings: rest, body } };
  const parts = [compile(first.bound, scope), closure(scope, [first.binder.name], after)];
  return overOperands(scope, parts, 0, ([bound, next]) => (frame) => {
    if (bound === undefined || next === undefined) throw crash("a block without a binding");
    spendBytes(32);
    return new ThenUpdate(valueIn(frame, bound), closureOf(valueIn(frame, next)));
  });
};

const compileTry = (
  { body, binder, handler }: Extract<Update, { readonly tag: "tryCatch" }>,
  scope: Scope,
): Compiled => {
  const parts = [closure(scope, [], body), closure(scope, [binder], handler)];
  return overOperands(scope, parts, 0, ([tried, handling]) => (frame) => {
    if (tried === undefined || handling === undefined) throw crash("a try without a handler");
    return new TryUpdate(closureOf(valueIn(frame, tried)), closureOf(valueIn(frame, handling)));
  });
};
