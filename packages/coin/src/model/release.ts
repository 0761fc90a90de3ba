import {
  type Choice,
  type ChoiceProgram,
  type DamlType,
  earlierTypes,
  type Links,
  ownPackage,
  record,
  shownPayload,
  type Static,
  type Template,
  variant,
} from "@tallystick/core";

// Two releases of the network's packages share one code. Templates, choices and types are written
// as the later release has them; those of the earlier release follow from them here.

/** Releases of the public network whose packages the coin has, by the version of Splice. */
export type Release = "0.6.1" | "0.6.12";

type Fields = Readonly<Record<string, DamlType<unknown>>>;

const addedParts = new Map<DamlType<unknown>, ReadonlySet<string>>();

/** A type as the earlier release has it. */
const earlierType = earlierTypes((type) => addedParts.get(type));

/**
 * A record that the later release added fields to, all optional and at the end.
 *
 * @param fields those of both releases
 * @param later those of the later release
 * @param called the name that Daml shows its values with
 */
export const grown = <F extends Fields, G extends Fields>(
  fields: F,
  later: G,
  called?: string,
): DamlType<
  { readonly [K in keyof F]: Static<F[K]> } & { readonly [K in keyof G]?: Static<G[K]> }
> => {
  const whole = record({ ...fields, ...later }, called);
  addedParts.set(whole, new Set(Object.keys(later)));
  return whole;
};

/**
 * A variant that the later release added constructors to.
 *
 * @param later the names of those
 */
export const grownVariant = <C extends Fields>(
  constructors: C,
  later: ReadonlyArray<string & keyof C>,
): ReturnType<typeof variant<C>> => {
  const whole = variant(constructors);
  addedParts.set(whole, new Set<string>(later));
  return whole;
};

const templates = new Map<Template<unknown>, Template<unknown>>();
const choices = new Map<Choice<unknown, unknown>, Choice<unknown, unknown>>();

/** What code of the earlier release means by the definitions of the later one. */
export const earlierLinks: Links = { templates, choices };

const laterConditions = new WeakSet<object>();

/** A condition of payloads that the later release has and the earlier one has not. */
export const ensuredLater = <P>(ensure: (payload: P) => boolean): ((payload: P) => boolean) => {
  laterConditions.add(ensure);
  return ensure;
};

/** A template as the earlier release has it, the same one each time. */
export const earlierTemplate = (of: Template<unknown>): Template<unknown> => {
  const { ensure } = of;
  const earlier = templates.get(of) ?? {
    ...of,
    payload: earlierType(of.payload),
    ensure: laterConditions.has(ensure) ? () => true : ensure,
  };
  templates.set(of, earlier);
  return earlier;
};

/** A choice as the earlier release has it, the same one each time. */
export const earlierChoice = (of: Choice<unknown, unknown>): Choice<unknown, unknown> => {
  const earlier = choices.get(of) ?? {
    ...of,
    on: of.on.kind === "template" ? earlierTemplate(of.on) : of.on,
    argument: earlierType(of.argument),
    result: earlierType(of.result),
  };
  choices.set(of, earlier);
  return earlier;
};

const earlierPackageIds = new Set<string>();

/** Names a package of the earlier release. */
export const nameEarlier = (packageId: string): void => {
  earlierPackageIds.add(packageId);
};

/** Whether the code that runs is of the later release, with the token standard's second version. */
export function* isLater(): ChoiceProgram<boolean> {
  return !earlierPackageIds.has((yield* ownPackage()).packageId);
}

/** A payload as Daml shows it in the release of the code that runs. */
export function* shownHere<P>(
  { name, payload: type }: Pick<Template<P>, "name" | "payload">,
  payload: P,
): ChoiceProgram<string> {
  const here = (yield* isLater()) ? type : earlierType(type);
  return shownPayload({ name, payload: here }, payload);
}
