import { useState } from "react";
import { useParams } from "wouter";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { TextField } from "../../components/forms/text-field.js";
import { Page } from "../../components/page/page.js";
import { ApiError } from "../../data/api-error.js";
import { type Traced, useTrace } from "../../data/trace-query.js";
import { TraceView } from "./trace-view.js";
import { messages } from "./messages-trace.js";
import styles from "./trace.module.css";

const Traces = ({ asked }: { readonly asked: Traced }) => {
  const trace = useTrace(asked);
  if (trace.error instanceof ApiError && trace.error.status === 404) {
    return (
      <Card title={messages.page.notFound}>
        <EmptyState icon="search" title={messages.page.unseen}>
          {messages.page.unseenHint}
        </EmptyState>
      </Card>
    );
  }
  return (
    <QueryView query={trace} what={messages.page.what} lines={10}>
      {(found) => <TraceView trace={found} />}
    </QueryView>
  );
};

const lines = 8;

/** JSON as a value, or why it is none. */
const parsed = (text: string): { readonly value: unknown } | { readonly reason: string } => {
  try {
    return { value: JSON.parse(text) };
  } catch (thrown) {
    return { reason: thrown instanceof Error ? thrown.message : String(thrown) };
  }
};

const CommandForm = ({ onTrace }: { readonly onTrace: (command: unknown) => void }) => {
  const [text, setText] = useState("");
  const [reason, setReason] = useState<string>();
  const trace = (): void => {
    const read = parsed(text);
    setReason("reason" in read ? read.reason : undefined);
    if ("value" in read) onTrace(read.value);
  };
  return (
    <Card title={messages.command.title}>
      <p className={styles["muted"]}>{messages.command.note}</p>
      <TextField
        label={messages.command.label}
        value={text}
        lines={lines}
        onChange={setText}
        error={reason === undefined ? undefined : messages.command.noJson({ reason })}
      />
      <Button variant="primary" onClick={trace}>
        {messages.command.trace}
      </Button>
    </Card>
  );
};

/** How an update was interpreted, or a command would be: step by step. */
export const TracePage = () => {
  const { id } = useParams();
  const [command, setCommand] = useState<{ readonly value: unknown; readonly count: number }>();
  const asked: Traced | undefined =
    id !== undefined
      ? { updateId: id }
      : command === undefined
        ? undefined
        : { command: command.value, count: command.count };
  return (
    <Page title={messages.page.title}>
      {id === undefined ? (
        <CommandForm onTrace={(value) => setCommand({ value, count: (command?.count ?? 0) + 1 })} />
      ) : null}
      {asked === undefined ? null : (
        <Traces key={"updateId" in asked ? asked.updateId : asked.count} asked={asked} />
      )}
    </Page>
  );
};
