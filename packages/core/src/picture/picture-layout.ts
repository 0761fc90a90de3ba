import type { Picture, PictureAction, PictureContract, PictureEdge } from "./picture.js";
import {
  actionLines,
  amountsText,
  contractLines,
  fitted,
  type PictureWords,
  type ShownLine,
} from "./picture-words.js";

/** Pixels. */
const contractWidth = 192;
const actionWidth = 232;
const boxHeight = 72;
const rowHeight = 84;
const headingHeight = 36;
const margin = 12;
const indent = 16;
const mostIndents = 6;
const leastGap = 72;
const characterWidth = 6.4;
/** Characters of an amount on an edge at most. */
const amountLength = 22;

/** A box of a picture: a contract or an action. */
export interface PictureBox {
  readonly kind: "box";
  readonly key: string;
  /** `used` is what was there before and stays. */
  readonly of: "before" | "used" | "between" | "after" | "action";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** True when it stands for several. */
  readonly isSeveral: boolean;
  readonly lines: ReadonlyArray<ShownLine>;
  /** All that it says, for those who point at it. */
  readonly title: string;
  /** The contract; absent for an action, and for several contracts. */
  readonly contractId?: string | undefined;
}

/** A line of a picture, from a contract to an action, back, or from an action to one within it. */
export interface PictureLine {
  readonly kind: "line";
  readonly of: PictureEdge["kind"] | "within";
  /** As the `d` of a path of SVG. */
  readonly path: string;
  readonly label?: {
    readonly text: string;
    readonly x: number;
    readonly y: number;
    readonly anchor: "start" | "end";
  };
}

/** A picture with places, in pixels. */
export interface PictureLayout {
  readonly width: number;
  readonly height: number;
  readonly headings: ReadonlyArray<{ readonly text: string; readonly x: number }>;
  readonly boxes: ReadonlyArray<PictureBox>;
  readonly lines: ReadonlyArray<PictureLine>;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** In which column of actions each action is: after those that made what it consumes. */
const stagesOf = ({ actions, edges }: Picture): ReadonlyMap<string, number> => {
  const order = new Map(actions.map(({ key }, at) => [key, at]));
  const makers = new Map<string, string>();
  for (const { kind, action, contract } of edges)
    if (kind === "makes") makers.set(contract, action);
  const before = new Map<string, Array<string>>();
  for (const { kind, action, contract } of edges) {
    const maker = kind === "makes" ? undefined : makers.get(contract);
    if (maker !== undefined && (order.get(maker) ?? 0) < (order.get(action) ?? 0))
      before.set(action, [...(before.get(action) ?? []), maker]);
  }
  const stages = new Map<string, number>();
  for (const { key, parent } of actions) {
    const makersBefore = (before.get(key) ?? []).map((maker) => (stages.get(maker) ?? 0) + 1);
    stages.set(key, Math.max(0, stages.get(parent ?? "") ?? 0, ...makersBefore));
  }
  return stages;
};

/** The rows: which action is in which, and which contracts come first beside it. */
const bandsOf = ({ actions, edges, contracts }: Picture) => {
  const placeOf = new Map(contracts.map(({ key, place }) => [key, place]));
  const linked = new Map<string, Array<PictureEdge>>();
  for (const edge of edges) linked.set(edge.action, [...(linked.get(edge.action) ?? []), edge]);
  const rows = new Map<string, number>();
  let row = 0;
  for (const { key } of actions) {
    rows.set(key, row);
    const sides = { before: 0, after: 0 };
    for (const { contract } of linked.get(key) ?? []) {
      if (rows.has(contract)) continue;
      const side = placeOf.get(contract) === "before" ? "before" : "after";
      rows.set(contract, row + sides[side]);
      sides[side] += 1;
    }
    row += Math.max(1, sides.before, sides.after);
  }
  return { rows, count: row };
};

/** How wide the space between columns is, so that amounts fit into it. */
const gapOf = ({ edges }: Picture, words: PictureWords): number =>
  edges.reduce((most, { amounts }) => {
    const { length } = fitted(amountsText(amounts, words), amountLength);
    return Math.max(most, Math.ceil(length * characterWidth) + 20);
  }, leastGap);

const indentOf = ({ depth }: PictureAction): number => Math.min(depth, mostIndents) * indent;

const placesOf = (picture: Picture, gap: number) => {
  const stages = stagesOf(picture);
  const { rows, count } = bandsOf(picture);
  const yOf = (key: string): number => headingHeight + (rows.get(key) ?? 0) * rowHeight;
  const stageCount = Math.max(0, ...stages.values()) + 1;
  const widths = Array.from({ length: stageCount }, () => actionWidth);
  for (const action of picture.actions) {
    const stage = stages.get(action.key) ?? 0;
    widths[stage] = Math.max(widths[stage] ?? 0, actionWidth + indentOf(action));
  }
  const makers = new Map(
    picture.edges.flatMap(({ kind, action, contract }) =>
      kind === "makes" ? [[contract, stages.get(action) ?? 0] as const] : [],
    ),
  );
  const hasBefore = picture.contracts.some(({ place }) => place === "before");
  const betweens = new Set(
    picture.contracts.flatMap(({ key, place }) =>
      place === "between" ? [makers.get(key) ?? 0] : [],
    ),
  );
  const actionsAt: Array<number> = [];
  const contractsAt: Array<number> = [];
  let x = margin + (hasBefore ? contractWidth + gap : 0);
  for (const [stage, width] of widths.entries()) {
    actionsAt.push(x);
    x += width + gap;
    contractsAt.push(x);
    if (betweens.has(stage) && stage < stageCount - 1) x += contractWidth + gap;
  }
  const last = contractsAt.at(-1) ?? x;
  const hasAfter = picture.contracts.some(({ place }) => place !== "before");
  const places = new Map<string, Place>();
  for (const action of picture.actions) {
    const at = (actionsAt[stages.get(action.key) ?? 0] ?? margin) + indentOf(action);
    places.set(action.key, { x: at, y: yOf(action.key), width: actionWidth });
  }
  for (const { key, place } of picture.contracts) {
    const between = contractsAt[makers.get(key) ?? 0] ?? last;
    const at = place === "before" ? margin : place === "after" ? last : between;
    places.set(key, { x: at, y: yOf(key), width: contractWidth });
  }
  const width = (hasAfter ? last + contractWidth : last - gap) + margin;
  return { places, width, height: headingHeight + count * rowHeight + margin, last, hasAfter };
};

const middle = boxHeight / 2;
const useOffset = 16;
/** How far before an action the line of what it uses turns. */
const turn = 14;

/** A line between two points that leaves and arrives level. */
const curve = (x1: number, y1: number, x2: number, y2: number): string => {
  if (y1 === y2 && x2 > x1) return `M${x1} ${y1}H${x2}`;
  const bend = x2 > x1 ? Math.min(40, (x2 - x1) / 2) : 48;
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
};

/** Of what is used: down beside the actions, and into them below what they consume. */
const elbow = (from: Place, to: Place): string => {
  const [x, y] = [from.x + from.width, from.y + middle + useOffset];
  const end = to.y + middle + useOffset;
  return end === y ? `M${x} ${y}H${to.x}` : `M${x} ${y}H${to.x - turn}V${end}H${to.x}`;
};

const lineOf = (
  { kind, amounts }: PictureEdge,
  action: Place,
  contract: Place,
  words: PictureWords,
): PictureLine => {
  const [from, to] = kind === "makes" ? [action, contract] : [contract, action];
  const [x1, y1] = [from.x + from.width, from.y + middle];
  const [x2, y2] = [to.x, to.y + middle];
  const text = fitted(amountsText(amounts, words), amountLength);
  const label =
    kind === "makes"
      ? { text, x: x2 - 10, y: y2 > y1 ? y2 + 14 : y2 - 6, anchor: "end" as const }
      : { text, x: x1 + 6, y: y2 < y1 ? y1 + 14 : y1 - 6, anchor: "start" as const };
  return {
    kind: "line",
    of: kind,
    path: kind === "uses" ? elbow(contract, action) : curve(x1, y1, x2, y2),
    ...(text === "" ? {} : { label }),
  };
};

/** From the foot of an action to one within it. */
const withinLine = (parent: Place, child: Place): PictureLine => {
  const x = parent.x + indent / 2;
  const y = child.y + 18;
  return {
    kind: "line",
    of: "within",
    path: `M${x} ${parent.y + boxHeight}V${y}H${child.x}`,
  };
};

const contractBox = (
  contract: PictureContract,
  isConsumed: boolean,
  { x, y, width }: Place,
  words: PictureWords,
): PictureBox => ({
  kind: "box",
  key: contract.key,
  of: contract.place === "before" && !isConsumed ? "used" : contract.place,
  x,
  y,
  width,
  height: boxHeight,
  isSeveral: contract.count > 1,
  ...contractLines(contract, words),
  contractId: contract.count === 1 ? contract.contractIds[0] : undefined,
});

const actionBox = (
  action: PictureAction,
  { x, y, width }: Place,
  words: PictureWords,
): PictureBox => ({
  kind: "box",
  key: action.key,
  of: "action",
  x,
  y,
  width,
  height: boxHeight,
  isSeveral: action.count > 1,
  ...actionLines(action, words),
});

const nowhere: Place = { x: 0, y: 0, width: 0 };

/**
 * Where each part of a picture is: from left to right what was there before, what was done, and
 * what is there afterwards, each action with its contracts in rows of its own.
 */
export const layoutPicture = (picture: Picture, words: PictureWords): PictureLayout => {
  const gap = gapOf(picture, words);
  const { places, width, height, last, hasAfter } = placesOf(picture, gap);
  const at = (key: string): Place => places.get(key) ?? nowhere;
  const firstAction = at(picture.actions[0]?.key ?? "").x;
  const hasBefore = picture.contracts.some(({ place }) => place === "before");
  const consumed = new Set(
    picture.edges.flatMap(({ kind, contract }) => (kind === "consumes" ? [contract] : [])),
  );
  return {
    width,
    height,
    headings: [
      ...(hasBefore ? [{ text: words.before, x: margin }] : []),
      ...(picture.actions.length > 0 ? [{ text: words.done, x: firstAction }] : []),
      ...(hasAfter ? [{ text: words.after, x: last }] : []),
    ],
    lines: [
      ...picture.actions.flatMap(({ key, parent }) =>
        parent === undefined ? [] : [withinLine(at(parent), at(key))],
      ),
      ...picture.edges.map((edge) => lineOf(edge, at(edge.action), at(edge.contract), words)),
    ],
    boxes: [
      ...picture.contracts.map((contract) =>
        contractBox(contract, consumed.has(contract.key), at(contract.key), words),
      ),
      ...picture.actions.map((action) => actionBox(action, at(action.key), words)),
    ],
  };
};
