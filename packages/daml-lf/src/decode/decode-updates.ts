import type { Update } from "../syntax/expression.js";
import type { ExpressionSource } from "./expression-source.js";
import type { Message } from "./message.js";

type Read = (content: Message, decoder: ExpressionSource) => Update;

/** How an update is read, by its field number (daml-lf B.3). */
const readers: Readonly<Record<number, Read>> = {
  1: (of, d) => ({ tag: "pure", type: d.types.typeIn(of, 1), value: d.in(of, 2) }),
  2: (of, d) => ({ tag: "block", bindings: d.bindings(of), body: d.in(of, 2) }),
  3: (of, d) => ({ tag: "create", template: d.reference(of, 1), payload: d.in(of, 2) }),
  4: (of, d) => ({
    tag: "exercise",
    template: d.reference(of, 1),
    choice: d.text(of, 6),
    contractId: d.in(of, 3),
    argument: d.in(of, 5),
  }),
  5: (of, d) => ({ tag: "fetch", template: d.reference(of, 1), contractId: d.in(of, 2) }),
  6: () => ({ tag: "getTime" }),
  7: (of, d) => ({ tag: "embed", type: d.types.typeIn(of, 1), body: d.in(of, 2) }),
  9: (of, d) => ({ tag: "fetchByKey", template: d.reference(of, 1) }),
  10: (of, d) => ({
    tag: "exerciseByKey",
    template: d.reference(of, 1),
    choice: d.text(of, 2),
    key: d.in(of, 3),
    argument: d.in(of, 4),
  }),
  11: (of, d) => ({
    tag: "tryCatch",
    type: d.types.typeIn(of, 1),
    body: d.in(of, 2),
    binder: d.text(of, 3),
    handler: d.in(of, 4),
  }),
  12: (of, d) => ({ tag: "createInterface", interface: d.reference(of, 1), payload: d.in(of, 2) }),
  13: (of, d) => ({
    tag: "exerciseInterface",
    interface: d.reference(of, 1),
    choice: d.text(of, 2),
    contractId: d.in(of, 3),
    argument: d.in(of, 4),
  }),
  14: (of, d) => ({
    tag: "fetchInterface",
    interface: d.reference(of, 1),
    contractId: d.in(of, 2),
  }),
  15: (of, d) => ({ tag: "ledgerTimeLess", time: d.expression(of) }),
  16: (of, d) => ({ tag: "queryByKey", template: d.reference(of, 1) }),
};

/** Undefined: an update of no stable version. */
export const decodeUpdate = (message: Message, decoder: ExpressionSource): Update | undefined => {
  const number = message.caseBeside();
  return readers[number]?.(message.message(number), decoder);
};
