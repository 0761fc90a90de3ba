import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ApiError } from "../../data/api-error.js";
import { useSession } from "../../session/session.js";
import { messages } from "./messages.js";

/** What the operator's rows of the wallet ask for. */
export const operatorRight = messages.access.operatorRight;

/** What the administration of the ledger asks for. */
export const adminRight = "ParticipantAdmin";

/** Something of the console that is read; says which right is missing where it is refused. */
export const ConsoleView = <A,>({
  needs,
  query,
  ...rest
}: {
  readonly query: UseQueryResult<A>;
  readonly what: string;
  readonly lines?: number;
  /** The right without which the node refuses. */
  readonly needs: string;
  readonly isEmpty?: (data: A) => boolean;
  readonly empty?: ReactNode;
  readonly children: (data: A) => ReactNode;
}) => {
  const { name } = useSession();
  const { error } = query;
  const isRefused = error instanceof ApiError && error.status === 403;
  if (!isRefused) return <QueryView query={query} {...rest} />;
  return (
    <EmptyState icon="lock" title={messages.access.denied}>
      {messages.access.lackedRight({ needs, name })}
    </EmptyState>
  );
};
