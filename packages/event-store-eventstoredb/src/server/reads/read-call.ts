import { denialOf } from "../access.js";
import { failCall, isOver } from "../call-stream.js";
import { readAll, readStream } from "./counted-reads.js";
import { followAll } from "./follow-all.js";
import { followStream } from "./follow-stream.js";
import type { ReadCall } from "./read-answer.js";
import { readPlan } from "./read-plan.js";
import type { ServerContext } from "../server-context.js";
import { type StatusError, tooMany, unknownError } from "../status-error.js";

const serve = async (context: ServerContext, call: ReadCall): Promise<StatusError | undefined> => {
  const denial = denialOf(context.permissionOf(call.metadata), "read");
  if (denial !== undefined) return denial;
  const plan = readPlan(call.request.options);
  if ("code" in plan) return plan;
  switch (plan.kind) {
    case "read-stream":
      return readStream(context, call, plan);
    case "read-all":
      return readAll(context, call, plan);
    case "follow-stream":
      return followStream(context, call, plan);
    case "follow-all":
      return followAll(context, call, plan);
  }
};

/** Handles `Read`: reads of a number of events, and subscriptions. */
export const readCall = (context: ServerContext) => {
  let readers = 0;
  return (call: ReadCall): void => {
    const { maxReaders } = context.limits;
    if (readers >= maxReaders) {
      failCall(call, tooMany("readers", maxReaders));
      return;
    }
    readers += 1;
    context.longCalls.add(call);
    call.on("error", () => undefined);
    void serve(context, call)
      .catch((error: unknown) => unknownError(error instanceof Error ? error.message : "error"))
      .then((error) => {
        if (error !== undefined) failCall(call, error);
        else if (!isOver(call)) call.end();
      })
      .finally(() => {
        readers -= 1;
        context.longCalls.delete(call);
      });
  };
};
