import type { Endpoint } from "../../endpoints/endpoint.js";
import { idpsCreate } from "./idps-create.js";
import { idpsDelete } from "./idps-delete.js";
import { idpsGet } from "./idps-get.js";
import { idpsList } from "./idps-list.js";
import { idpsUpdate } from "./idps-update.js";

/** The endpoints of identity provider configurations (ledger-api 8). */
export const idpsRows: ReadonlyArray<Endpoint> = [
  idpsList,
  idpsCreate,
  idpsGet,
  idpsUpdate,
  idpsDelete,
];
