import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ApiError } from "../../data/api-error.js";
import { useSession } from "../../session/session.js";

/** What the operator's rows of the wallet ask for. */
export const operatorRight =
  "ParticipantAdmin, with the operator's party as primary party and the right to act as it";

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
    <EmptyState icon="lock" title="You may not see this">
      You lack a right: {needs}. An operator grants it on the page of rights. You are logged in as{" "}
      {name}.
    </EmptyState>
  );
};
