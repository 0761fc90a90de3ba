import {
  actionName,
  contractName,
  type DrawnTransaction,
  foldPicture,
  layoutPicture,
  partiesIn,
  partyLabels,
  type Picture,
  type PictureAmount,
  type PictureContract,
  type PictureEdge,
  pictureOf,
  pictureSums,
  pictureSvg,
  type PictureWords,
} from "@tallystick/core/picture";

const unitDigits = 10;

/** Units of 10^-10 as a decimal without zeros at its end. */
const decimal = (units: bigint): string => {
  const digits = units.toString().padStart(unitDigits + 1, "0");
  const [whole, part] = [digits.slice(0, -unitDigits), digits.slice(-unitDigits)];
  return `${whole}.${part}`.replace(/\.?0+$/, "");
};

const amountText = ({ id, units }: PictureAmount): string => `${decimal(units)} ${id}`;

const hintOf = (party: string): string => party.split("::")[0] ?? party;

/** The words of the picture of a transaction, with the hints of its parties. */
const pictureWords = (drawn: DrawnTransaction): PictureWords => {
  const labels = partyLabels(partiesIn(drawn), hintOf);
  return {
    before: "before",
    done: "done",
    after: "after",
    create: "Create",
    archive: "Archive",
    unknown: "not seen into",
    disclosed: "disclosed",
    locked: "locked",
    party: (party) => labels.get(party) ?? party,
    amount: amountText,
    several: (count, what) => `${count} × ${what}`,
    contracts: (count) => `${count} contracts`,
    actions: (count) => `${count} steps`,
    on: (entity) => `on ${entity}`,
    by: (parties) => `by ${parties}`,
    of: (owner) => `of ${owner}`,
    signedBy: (parties) => `signed: ${parties}`,
    seenBy: (parties) => `seen: ${parties}`,
    divulgedTo: (parties) => `divulged to: ${parties}`,
  };
};

/** What a picture says of its sums, a line for each instrument. */
const sumLines = (picture: Picture): ReadonlyArray<string> => {
  const unknown = new Set(picture.contracts.flatMap((it) => (it.isKnown ? [] : [it.key])));
  if (picture.edges.some(({ kind, contract }) => kind === "consumes" && unknown.has(contract)))
    return ["sums are left out: not all that is consumed can be seen into"];
  return pictureSums(picture).map(({ admin, id, consumed, made }) => {
    const [more, less] = made > consumed ? [made, consumed] : [consumed, made];
    const change = amountText({ admin, id, units: more - less });
    if (more === less) return `${amountText({ admin, id, units: made })} in and out`;
    return made > consumed
      ? `${change} more made than consumed`
      : `${change} more consumed than made`;
  });
};

/** A transaction as a file of SVG; one with many nodes is folded, and says so. */
export const svgOf = (drawn: DrawnTransaction, title: string): string => {
  const words = pictureWords(drawn);
  const picture = foldPicture(pictureOf(drawn));
  const notes = [
    ...(picture.isFolded
      ? [`${picture.nodeCount} nodes, folded: what is alike is drawn once, with its number and sum`]
      : []),
    ...sumLines(picture),
  ];
  return pictureSvg(layoutPicture(picture, words), { title, notes });
};

const entityOf = (id: string): string => id.slice(id.lastIndexOf(":") + 1);

const contractLine = (
  { kind, amounts }: PictureEdge,
  contract: PictureContract,
  words: PictureWords,
): string => {
  const { holding, isKnown, signatories, divulgedTo } = contract;
  const names = (parties: ReadonlyArray<string>): string => parties.map(words.party).join(", ");
  const about = [
    ...amounts.map(words.amount),
    ...(holding?.owner === undefined ? [] : [words.of(words.party(holding.owner))]),
    ...(holding?.isLocked === true ? [words.locked] : []),
    ...(isKnown ? [words.signedBy(names(signatories))] : [words.unknown]),
    ...(divulgedTo.length === 0 ? [] : [words.divulgedTo(names(divulgedTo))]),
  ];
  return `${kind} ${contractName(contract, words)} ${contract.key}: ${about.join("; ")}`;
};

/** The same as JSON, with amounts as decimals. */
export const pictureData = (drawn: DrawnTransaction): object => {
  const { actions, contracts, edges } = pictureOf(drawn);
  const amount = ({ units, ...rest }: PictureAmount) => ({ ...rest, amount: decimal(units) });
  return {
    actions,
    contracts: contracts.map(({ holding, ...rest }) => ({
      ...rest,
      ...(holding === undefined ? {} : { holding: amount(holding) }),
    })),
    edges: edges.map((edge) => ({ ...edge, amounts: edge.amounts.map(amount) })),
  };
};

/** The same for people who read it in a terminal: each action, and what it does to contracts. */
export const pictureLines = (drawn: DrawnTransaction): ReadonlyArray<string> => {
  const words = pictureWords(drawn);
  const picture = pictureOf(drawn);
  const contracts = new Map(picture.contracts.map((contract) => [contract.key, contract]));
  const names = (parties: ReadonlyArray<string>): string => parties.map(words.party).join(", ");
  const lines = picture.actions.flatMap((action) => {
    const margin = "  ".repeat(action.depth + 1);
    const on = `${actionName(action, words)} ${words.on(entityOf(action.templateId))}`;
    const edges = picture.edges.filter((edge) => edge.action === action.key);
    return [
      `${margin}${on} ${words.by(names(action.by))}; ${words.seenBy(names(action.seenBy))}`,
      ...edges.flatMap((edge) => {
        const found = contracts.get(edge.contract);
        return found === undefined ? [] : [`${margin}  ${contractLine(edge, found, words)}`];
      }),
    ];
  });
  return [...lines, ...sumLines(picture).map((line) => `  ${line}`)];
};
