/** How something that waited has ended. */
export type Fate =
  | "waiting"
  | "accepted"
  | "completed"
  | "rejected"
  | "withdrawn"
  | "cancelled"
  | "expired";

/** By the verb of the choice that ended a contract: what is after its template's name. */
const fates: ReadonlyArray<readonly [verb: RegExp, fate: Fate]> = [
  [/^Accept/, "accepted"],
  [/^Reject/, "rejected"],
  [/^Withdraw/, "withdrawn"],
  [/^(Cancel|Abort)/, "cancelled"],
  [/^(Expire|DsoExpire|Update$)/, "expired"],
  [/^(Send|MakePayment|Execute|Complete|Collect)/, "completed"],
];

/** How a contract has ended by the name of the choice; undefined for a choice that says nothing. */
export const fateOfChoice = (choice: string): Fate | undefined => {
  // with its acceptance the receiver has the coins
  if (choice === "TransferInstruction_Accept") return "completed";
  const verb = choice.slice(choice.lastIndexOf("_") + 1);
  return fates.find(([pattern]) => pattern.test(verb))?.[1];
};
