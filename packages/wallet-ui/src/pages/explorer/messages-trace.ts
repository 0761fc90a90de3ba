import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";

/** The texts of traces. */
export const messages = catalogue({
  en: {
    page: {
      title: "Trace",
      what: "the trace",
      unseen: "There is no such transaction, or you may not trace it",
      unseenHint: "Participant admins may, and users who may act as all parties that submitted it.",
      notFound: "Nothing to trace",
    },
    command: {
      title: "A command",
      note: "JSON as for POST /v2/commands/submit-and-wait. Nothing is written: it is only tried, and you see where it fails.",
      label: "Command",
      trace: "Trace it",
      noJson: ({ reason }: { readonly reason: string }) => `This is no JSON: ${reason}`,
    },
    verdict: {
      accepted: "Accepted",
      rejected: "Rejected",
    },
    timeline: {
      title: "Timeline",
      label: "Moments",
      first: "First",
      back: "Back",
      forward: "Forward",
      last: "Last",
      isFirst: "This is the first moment.",
      isLast: "This is the last moment.",
      position: ({ at, count }: { readonly at: number; readonly count: number }) =>
        `Moment ${at} of ${count}`,
      leftOut: ({ count }: { readonly count: number }) =>
        plural("en", count, {
          one: `${count} moment in the middle is left out`,
          other: `${count} moments in the middle are left out`,
        }),
      shortened: "Values that are too large are left out.",
      rolledBack: "rolled back",
      keys: "The arrow keys step, Home and End lead to the first and the last moment.",
      none: "Nothing was interpreted",
      noneHint: "A submission that was refused before its commands ran has no steps.",
    },
    moment: {
      exercise: ({ choice, entity }: { readonly choice: string; readonly entity: string }) =>
        `${choice} on ${entity}`,
      end: ({ choice }: { readonly choice: string }) => `End of ${choice}`,
      create: ({ entity }: { readonly entity: string }) => `Create ${entity}`,
      fetch: ({ entity }: { readonly entity: string }) => `Fetch ${entity}`,
      lookup: ({ entity }: { readonly entity: string }) => `Look up a key of ${entity}`,
      holds: ({ entity }: { readonly entity: string }) => `Precondition of ${entity} holds`,
      fails: ({ entity }: { readonly entity: string }) => `Precondition of ${entity} fails`,
      try: "Try",
      commit: "End of the try",
      rollback: ({ exception }: { readonly exception: string }) =>
        `Caught ${exception}: rolled back`,
      failure: ({ code }: { readonly code: string }) => `Failed: ${code}`,
    },
    place: {
      title: "In the source",
      line: ({ definition, line }: { readonly definition: string; readonly line: number }) =>
        `${definition}, line ${line}`,
      package: ({ packageId }: { readonly packageId: string }) => `package ${packageId}`,
    },
    field: {
      cause: "Cause",
      template: "Template",
      contract: "Contract",
      acting: "Acting",
      authority: "Authority",
      before: "Before it",
      none: "none",
      taken: ({ steps, time }: { readonly steps: number; readonly time: string }) =>
        plural("en", steps, { one: `${steps} step, ${time}`, other: `${steps} steps, ${time}` }),
      millis: ({ millis }: { readonly millis: string }) => `${millis} ms`,
      argument: "Argument",
      payload: "Payload",
      key: "Key",
      exception: "Exception",
      result: "Result",
    },
    profile: {
      title: "Where the budget goes",
      whole: "the command",
      budget: ({
        steps,
        budget,
        time,
      }: {
        readonly steps: string;
        readonly budget: string;
        readonly time: string;
      }) => `${steps} of ${budget} steps, ${time}`,
      timeAlone: ({ time }: { readonly time: string }) => `${time}; no steps are counted`,
      by: "Width of the bars",
      steps: "Steps",
      total: ({ steps }: { readonly steps: string }) => `${steps} steps`,
      time: "Time",
      label: "Flame graph: each bar is a definition below the one that called it",
      bar: ({
        definition,
        total,
        percent,
      }: {
        readonly definition: string;
        readonly total: string;
        readonly percent: string;
      }) => `${definition}: ${total}, ${percent} %`,
      cut: "Some frames were too deep or too many: they count for the bar around them.",
      table: "What definitions took themselves",
      definition: "Definition",
      calls: "Calls",
    },
  },
});
