import { useMemo } from "react";
import { useSession } from "../session/session.js";
import { useSiteConfig } from "../session/site-config.js";
import { type Api, createApi } from "./client.js";

/**
 * The API as the user calls it for a party.
 *
 * @param party undefined: the user's own
 * @param isExternal whether it signs outside of the node, in this browser
 */
export const usePartyApi = (party: string | undefined, isExternal: boolean): Api => {
  const session = useSession();
  const { basePath } = useSiteConfig();
  return useMemo(() => {
    const named = party === undefined ? undefined : { party, isExternal };
    return createApi(`${location.origin}${basePath}`, session, named);
  }, [session, basePath, party, isExternal]);
};
