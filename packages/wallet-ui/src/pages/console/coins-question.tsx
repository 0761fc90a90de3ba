import { StrangerText } from "../../components/base/stranger-text.js";
import type { Question } from "../../components/flow/question.js";
import type { Given } from "./grant.js";
import { messages } from "./messages.js";

/** Asks before a user gets it. */
export const givingQuestion = (user: string, given: Given): Question => {
  const name = { user: <StrangerText text={user} /> };
  const body =
    given === "coins"
      ? messages.giving.coinsEffect(name)
      : messages.giving.administrationEffect(name);
  return {
    title:
      given === "coins" ? messages.giving.coinsQuestion : messages.giving.administrationQuestion,
    isDangerous: true,
    body: <p>{body}</p>,
  };
};
