import {
  actionName,
  contractName,
  type Picture,
  type PictureAction,
  type PictureContract,
  type PictureEdge,
  type PictureWords,
} from "@tallystick/core/picture";
import { language } from "../../messages/language.js";
import { listOf } from "../../messages/list.js";
import { Link } from "wouter";
import { visibleText } from "../../texts/visible-text.js";
import { messages } from "./messages.js";
import styles from "./picture.module.css";

interface TableProps {
  readonly picture: Picture;
  readonly words: PictureWords;
  readonly linkTo: ((contractId: string) => string) | undefined;
}

const Parties = ({
  parties,
  words,
}: {
  readonly parties: ReadonlyArray<string>;
  readonly words: PictureWords;
}) => (
  <ul className={styles["parties"]}>
    {parties.map((party) => (
      <li key={party}>
        <bdi title={party} translate="no">
          {words.party(party)}
        </bdi>
      </li>
    ))}
  </ul>
);

const ActionRow = ({
  action,
  words,
}: {
  readonly action: PictureAction;
  readonly words: PictureWords;
}) => (
  <tr className={styles["actionRow"]}>
    <th scope="row" colSpan={4}>
      <span data-depth={Math.min(action.depth, 6)}>{visibleText(actionName(action, words))}</span>
    </th>
    <td>
      <Parties parties={action.by} words={words} />
    </td>
    <td>
      <Parties parties={action.seenBy} words={words} />
    </td>
  </tr>
);

const ContractCell = ({
  contract,
  words,
  linkTo,
}: { readonly contract: PictureContract } & Omit<TableProps, "picture">) => {
  const [contractId = ""] = contract.contractIds;
  const name = visibleText(contractName(contract, words));
  const notes = [
    contract.isKnown ? "" : words.unknown,
    contract.isDisclosed ? words.disclosed : "",
    contract.holding?.isLocked === true ? words.locked : "",
    contract.divulgedTo.length === 0
      ? ""
      : words.divulgedTo(listOf(language, contract.divulgedTo.map(words.party))),
  ].filter((note) => note !== "");
  return (
    <>
      {contract.count > 1 || linkTo === undefined ? (
        name
      ) : (
        <Link to={linkTo(contractId)} title={contractId}>
          {name}
        </Link>
      )}
      {notes.length === 0 ? null : <small>{notes.join(" · ")}</small>}
    </>
  );
};

const verbOf = (kind: PictureEdge["kind"]): string => {
  switch (kind) {
    case "consumes":
      return messages.word.consumes;
    case "uses":
      return messages.word.uses;
    case "makes":
      return messages.word.makes;
  }
};

const EdgeRow = ({
  edge,
  contract,
  words,
  linkTo,
}: {
  readonly edge: PictureEdge;
  readonly contract: PictureContract;
} & Omit<TableProps, "picture">) => (
  <tr>
    <td>{verbOf(edge.kind)}</td>
    <td>
      <ContractCell contract={contract} words={words} linkTo={linkTo} />
    </td>
    <td>
      {contract.holding?.owner === undefined ? null : (
        <Parties parties={[contract.holding.owner]} words={words} />
      )}
    </td>
    <td className={styles["amount"]}>{edge.amounts.map(words.amount).join(" + ")}</td>
    <td>
      <Parties parties={contract.signatories} words={words} />
    </td>
    <td>
      <Parties parties={contract.seenBy} words={words} />
    </td>
  </tr>
);

/** What a picture shows, in rows: each action, and what it consumes, uses and makes. */
export const PictureTable = ({ picture, words, linkTo }: TableProps) => {
  const contracts = new Map(picture.contracts.map((contract) => [contract.key, contract]));
  return (
    <div
      className={styles["scroller"]}
      role="region"
      aria-label={messages.picture.asTable}
      tabIndex={0}
    >
      <table className={styles["table"]}>
        <thead>
          <tr>
            {[
              messages.column.what,
              messages.column.contract,
              messages.column.owner,
              messages.column.amount,
              messages.column.signed,
              messages.column.seen,
            ].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {picture.actions.map((action) => (
          <tbody key={action.key}>
            <ActionRow action={action} words={words} />
            {picture.edges.map((edge) => {
              const contract = contracts.get(edge.contract);
              return edge.action !== action.key || contract === undefined ? null : (
                <EdgeRow
                  key={`${edge.kind} ${edge.contract}`}
                  edge={edge}
                  contract={contract}
                  words={words}
                  linkTo={linkTo}
                />
              );
            })}
          </tbody>
        ))}
      </table>
    </div>
  );
};
