import type { LedgerObserver } from "@tallystick/node";
import type { HttpObserver } from "./http-observer.js";
import type { Registry } from "./registry.js";

/** Buckets of durations; seconds. */
const durationBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 20];

const sizeBounds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

const inSeconds = (milliseconds: number): number => milliseconds / 1_000;

/** Counts what a ledger does. */
export const ledgerCounters = (registry: Registry): Omit<LedgerObserver, "opened"> => {
  const submissions = registry.counter({
    name: "tallystick_submissions_total",
    help: "Submissions with a response",
  })();
  const rejections = registry.counter(
    { name: "tallystick_submission_rejections_total", help: "Failed submissions, by error code" },
    "code",
  );
  const submissionSeconds = registry.histogram(
    {
      name: "tallystick_submission_duration_seconds",
      help: "Time from the arrival of a submission to its response",
      bounds: durationBounds,
    },
    "outcome",
  );
  const batchCommands = registry.histogram({
    name: "tallystick_append_commands",
    help: "Commands decided for one append to the journal",
    bounds: sizeBounds,
  })();
  const batchEvents = registry.histogram({
    name: "tallystick_append_events",
    help: "Events of one append to the journal",
    bounds: sizeBounds,
  })();
  const appendSeconds = registry.histogram({
    name: "tallystick_append_duration_seconds",
    help: "Time the store took for one append",
    bounds: durationBounds,
  })();
  const notices = registry.counter(
    {
      name: "tallystick_notices_total",
      help: "Notices in the log about damage, interruptions and the clock, by kind",
    },
    "kind",
  );
  const threadEnds = registry.counter(
    {
      name: "tallystick_thread_ends_total",
      help: "Threads that crashed and were restarted, by their work",
    },
    "thread",
  );
  const [committed, rejected] = [submissionSeconds("committed"), submissionSeconds("rejected")];
  return {
    noticed: ({ kind }) => void notices(kind).value++,
    threadEnded: (thread) => void threadEnds(thread).value++,
    submitted: ({ code, durationMs }) => {
      submissions.value++;
      if (code !== undefined) rejections(code).value++;
      (code === undefined ? committed : rejected).observe(inSeconds(durationMs));
    },
    appended: ({ commands, events, durationMs }) => {
      batchCommands.observe(commands);
      batchEvents.observe(events);
      appendSeconds.observe(inSeconds(durationMs));
    },
  };
};

/** Counts what the interface answers. */
export const httpCounters = (registry: Registry): Omit<HttpObserver, "opened"> => {
  const requestSeconds = registry.histogram(
    {
      name: "tallystick_http_request_duration_seconds",
      help: "Time from the arrival of a request to its response, by path of the endpoint and status",
      bounds: durationBounds,
    },
    "method",
    "route",
    "status",
  );
  const errorAnswers = registry.counter(
    {
      name: "tallystick_http_errors_total",
      help: "Requests answered with an error object, by error code before redaction",
    },
    "code",
  );
  return {
    answered: ({ method = "none", route = "none", status, durationMs }) => {
      const answer = status === undefined ? "gone" : String(status);
      requestSeconds(method, route, answer).observe(inSeconds(durationMs));
    },
    refused: (code) => void errorAnswers(code).value++,
  };
};
