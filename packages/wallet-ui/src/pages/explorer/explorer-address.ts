import { useLocation, useSearch } from "wouter";

/** What the address of an explorer page says: whose eyes, at which offset, which template. */
interface ExplorerAddress {
  /** An offset; undefined: now. */
  readonly at: number | undefined;
  /** A party; "all" for all together, "" where none was chosen. */
  readonly party: string;
  readonly template: string;
}

/** The address from the query of a page; what is no offset is left out. */
export const readAddress = (search: string): ExplorerAddress => {
  const query = new URLSearchParams(search);
  const at = query.get("at") ?? "";
  return {
    at: /^\d{1,15}$/.test(at) ? Number(at) : undefined,
    party: query.get("party") ?? "",
    template: query.get("template") ?? "",
  };
};

/** The query of a page with this address, with its question mark; "" for none. */
export const writeAddress = ({ at, party, template }: ExplorerAddress): string => {
  const query = new URLSearchParams();
  if (at !== undefined) query.set("at", String(at));
  if (party !== "") query.set("party", party);
  if (template !== "") query.set("template", template);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
};

/** The address of the page that is open, and how to change a part of it. */
export const useExplorerAddress = () => {
  const address = readAddress(useSearch());
  const [path, go] = useLocation();
  return {
    address,
    change: (part: Partial<ExplorerAddress>): void =>
      go(path + writeAddress({ ...address, ...part }), { replace: true }),
    /** A link to another page that keeps eyes and offset. */
    linkTo: (to: string, part: Partial<ExplorerAddress> = {}): string =>
      to + writeAddress({ ...address, template: "", ...part }),
  };
};
