import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { answerOf } from "./client.js";
import type { LedgerSchemas } from "./openapi.js";
import { shouldRetry } from "./queries.js";
import { useWallet } from "./wallet-context.js";

export type Trace = LedgerSchemas["TraceResponse"];
export type TraceMoment = LedgerSchemas["TraceMoment"];
export type TraceProfile = LedgerSchemas["TraceProfile"];
export type TraceFrame = LedgerSchemas["TraceFrame"];

/** What is traced: an update of the ledger, or a command, which is tried again each time. */
export type Traced =
  | { readonly updateId: string }
  | { readonly command: unknown; readonly count: number };

/** How an update was interpreted, or a command would be. It is read once and not kept. */
export const useTrace = (asked: Traced): UseQueryResult<Trace> => {
  const { api, network, party } = useWallet();
  return useQuery({
    // no resource: what changes on the ledger changes no trace
    queryKey: ["trace", network, party, asked],
    queryFn: () =>
      answerOf(
        "updateId" in asked
          ? api.ledger.POST("/v2/updates/trace-by-id", { body: { updateId: asked.updateId } })
          : api.ledger.POST("/v2/commands/trace", {
              // border: the node says what is wrong with it
              body: asked.command as LedgerSchemas["JsCommands"],
            }),
      ),
    retry: shouldRetry,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
};
