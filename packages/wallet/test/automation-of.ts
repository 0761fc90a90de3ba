import { type Automation, automations } from "../src/index.js";

/** The automation with a name. */
export const automationOf = (name: string): Automation => {
  const found = automations.find((it) => it.name === name);
  if (found === undefined) throw new Error(`no automation ${name}`);
  return found;
};
