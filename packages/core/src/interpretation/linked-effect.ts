import type { Choice, LedgerEffect, Links, Template } from "../templates/template.js";

/** An effect with the definitions that a package has instead of those that its bodies name. */
export const linkedEffect = (effect: LedgerEffect, links: Links): LedgerEffect => {
  switch (effect.op) {
    case "create":
    case "fetchFromInterface":
    case "fetchByKey":
    case "lookupByKey":
    case "archive":
      return { ...effect, template: linkedTemplate(effect.template, links) };
    case "fetch":
      return effect.of.kind === "template"
        ? { ...effect, of: linkedTemplate(effect.of, links) }
        : effect;
    case "exercise":
    case "exerciseByKey":
      return { ...effect, choice: linkedChoice(effect.choice, links) };
    default:
      return effect;
  }
};

const linkedTemplate = (of: Template<unknown>, { templates }: Links): Template<unknown> =>
  templates.get(of) ?? of;

const linkedChoice = (of: Choice<unknown, unknown>, { choices }: Links): Choice<unknown, unknown> =>
  choices.get(of) ?? of;
