import type { ReactNode } from "react";
import type { UseQueryResult } from "@tanstack/react-query";
import { Skeleton } from "../base/skeleton.js";
import { TimeStamp } from "../time/time-stamp.js";
import { ErrorNote } from "./error-note.js";
import { messages } from "./messages.js";
import styles from "./feedback.module.css";

/**
 * The honest states of something that is read: a skeleton, the data, or what failed. Data stay when
 * a later reading fails, with their age.
 */
export const QueryView = <A,>({
  query,
  what,
  lines = 3,
  isEmpty,
  empty,
  children,
}: {
  readonly query: UseQueryResult<A>;
  /** "the balance" */
  readonly what: string;
  readonly lines?: number;
  readonly isEmpty?: (data: A) => boolean;
  readonly empty?: ReactNode;
  readonly children: (data: A) => ReactNode;
}) => {
  const { data, error, dataUpdatedAt, refetch } = query;
  const retry = () => void refetch();
  if (data === undefined) {
    return error === null ? (
      <Skeleton lines={lines} />
    ) : (
      <ErrorNote title={messages.query.failed({ what })} error={error} retry={retry} />
    );
  }
  return (
    <>
      {error === null ? null : (
        <p className={styles["stale"]} role="status">
          {messages.query.stale({
            what,
            time: <TimeStamp at={new Date(dataUpdatedAt).toISOString()} />,
          })}
        </p>
      )}
      {isEmpty?.(data) === true ? empty : children(data)}
    </>
  );
};
