import type { LedgerObserver } from "@tallystick/node";
import type { HttpObserver } from "./http-observer.js";
import { Counter, Histogram, type Registry } from "prom-client";

/** Buckets of durations; seconds. */
const durationBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 20];

const sizeBounds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

const inSeconds = (milliseconds: number): number => milliseconds / 1_000;

/** Counts what a ledger does. */
export const ledgerCounters = (registry: Registry): Omit<LedgerObserver, "opened"> => {
  const registers = [registry];
  const submissions = new Counter({
    name: "tallystick_submissions_total",
    help: "Submissions with a response",
    registers,
  });
  const rejections = new Counter({
    name: "tallystick_submission_rejections_total",
    help: "Failed submissions, by error code",
    labelNames: ["code"],
    registers,
  });
  const submissionSeconds = new Histogram({
    name: "tallystick_submission_duration_seconds",
    help: "Time from the arrival of a submission to its response",
    labelNames: ["outcome"],
    buckets: durationBounds,
    registers,
  });
  const batchCommands = new Histogram({
    name: "tallystick_append_commands",
    help: "Commands decided for one append to the journal",
    buckets: sizeBounds,
    registers,
  });
  const batchEvents = new Histogram({
    name: "tallystick_append_events",
    help: "Events of one append to the journal",
    buckets: sizeBounds,
    registers,
  });
  const appendSeconds = new Histogram({
    name: "tallystick_append_duration_seconds",
    help: "Time the store took for one append",
    buckets: durationBounds,
    registers,
  });
  const notices = new Counter({
    name: "tallystick_notices_total",
    help: "Notices in the log about damage, interruptions and the clock, by kind",
    labelNames: ["kind"],
    registers,
  });
  const threadEnds = new Counter({
    name: "tallystick_thread_ends_total",
    help: "Threads that crashed and were restarted, by their work",
    labelNames: ["thread"],
    registers,
  });
  const committed = submissionSeconds.labels("committed");
  const rejected = submissionSeconds.labels("rejected");
  return {
    noticed: ({ kind }) => notices.inc({ kind }),
    threadEnded: (thread) => threadEnds.inc({ thread }),
    submitted: ({ code, durationMs }) => {
      submissions.inc();
      if (code !== undefined) rejections.inc({ code });
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
  const registers = [registry];
  const requestSeconds = new Histogram({
    name: "tallystick_http_request_duration_seconds",
    help: "Time from the arrival of a request to its response, by path of the endpoint and status",
    labelNames: ["method", "route", "status"],
    buckets: durationBounds,
    registers,
  });
  const errorAnswers = new Counter({
    name: "tallystick_http_errors_total",
    help: "Requests answered with an error object, by error code before redaction",
    labelNames: ["code"],
    registers,
  });
  return {
    answered: ({ method = "none", route = "none", status = "gone", durationMs }) =>
      requestSeconds.observe({ method, route, status }, inSeconds(durationMs)),
    refused: (code) => errorAnswers.inc({ code }),
  };
};
